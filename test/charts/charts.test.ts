import { createEngine, measures } from 'fairbits';
import { describe, expect, it, test } from 'vitest';
import * as charts from '../../dist/charts/index.js';
import { document, LONG, measuresOf, NASTY, numbers, samples } from './samples.js';

const nodes = (svg: SVGSVGElement): Element[] => [...svg.querySelectorAll('*')];
const text = (svg: SVGSVGElement): string => [...svg.querySelectorAll('text')].map((each) => each.textContent).join(' | ');

describe.each(samples)('%s', (_name, draw, table) => {
  const svg = draw({ document });

  it('says in words what it shows', () => {
    expect(svg.getAttribute('role')).toBe('img');
    const ids = (svg.getAttribute('aria-labelledby') ?? '').split(' ');
    expect(ids).toHaveLength(2);
    const [title, desc] = ids.map((id) => [...svg.querySelectorAll('title, desc')].find((each) => each.getAttribute('id') === id)?.textContent ?? '');
    expect(title.length).toBeGreaterThan(3);
    expect(desc.length).toBeGreaterThan(15);
    expect(`${title} ${desc}`).not.toMatch(/undefined|NaN|\[object|null/);
  });

  it('draws numbers only, few enough nodes, in colours that turn with the theme', () => {
    expect(nodes(svg).length).toBeLessThan(1000);
    for (const node of nodes(svg)) {
      expect(node.localName).not.toBe('style');
      for (const { name, value } of [...node.attributes]) {
        expect(`${node.localName} ${name} ${value}`).not.toMatch(/NaN|Infinity|undefined/);
        expect(name).not.toBe('style');
        if (name === 'fill' || name === 'stroke') expect(value).toMatch(/^(none|currentColor|var\(--fb-\w+\))$/);
      }
    }
    expect(text(svg)).not.toMatch(/undefined|NaN|\[object/);
  });

  it('has different ids each time, unless told otherwise', () => {
    expect(draw({ document }).getAttribute('aria-labelledby')).not.toBe(draw({ document }).getAttribute('aria-labelledby'));
    expect(charts.inlineSvg(draw({ document, id: 'x' }))).toBe(charts.inlineSvg(draw({ document, id: 'x' })));
  });

  it('is as wide as asked', () => {
    expect(draw({ document, width: 360 }).getAttribute('viewBox')).toMatch(/^0 0 360 \d+$/);
  });

  it('stands alone with colours of its own', () => {
    const alone = charts.standaloneSvg(draw({ document, heading: true, title: NASTY }));
    expect(alone).toMatch(/^<\?xml[^\n]*\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(alone).not.toContain('var(');
    expect(alone).not.toContain('<script');
    expect(alone).toContain('prefers-color-scheme:dark');
    expect(alone.split('&lt;script&gt;').length).toBeGreaterThan(2);
  });

  it('has its data in rows and columns', () => {
    for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
    expect(table.caption).not.toBe('');
    expect(table.rows.length).toBeLessThan(2000);
  });
});

describe('what is infinite or missing is said, not dropped', () => {
  const forest = charts.measuresForest({ confidence: 0.95, learners: [{ name: 'A', measures: measuresOf }] }, { document });

  it('an infinite measure is an arrow with words', () => {
    expect(text(forest)).toContain('−∞ in 3 rows');
    expect(text(forest)).toContain('∞ in 1 row');
  });

  it('a measure without a value says why', () => expect(text(forest)).toContain('no value: a tally does not determine it'));

  it('each unit has a panel', () => expect(text(forest)).toMatch(/bits.*nats.*quadratic loss.*share/));

  it('an empty chart gives the reason', () => {
    const empty = samples.find(([name]) => name === 'ROC, one class')!;
    expect(text(empty[1]({ document }))).toContain('every row is of the positive class');
  });

  it('a ruin is told by its row', () => {
    const ruin = samples.find(([name]) => name === 'wealth and ruin')!;
    const words = text(ruin[1]({ document }));
    expect(words).toContain('−∞ in row 2');
    expect(words).toContain('∞ in row 1');
    expect(words).toContain('C both ruined');
  });

  it('of many pairs, those left out are counted', () => {
    const many = samples.find(([name]) => name === 'differences')!;
    expect(text(many[1]({ document }))).toContain('60 of 190 pairs');
  });
});

test('long names are cut in the middle, stay different, and are whole where one points at them', () => {
  const classes = [`${LONG}1 end`, `${LONG}2 end`, 'b'];
  const svg = charts.confusionMatrix(
    {
      classes,
      counts: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    { document },
  );
  const labels = [...svg.querySelectorAll('text')].filter((each) => each.querySelector('title'));
  expect(labels.map((each) => each.querySelector('title')?.textContent)).toEqual([...classes.slice(0, 2), ...classes.slice(0, 2)]);
  expect(new Set(labels.map((each) => each.firstChild?.textContent)).size).toBe(2);
});

test('measures have names that people read, not those that code has', () => {
  const ids = measures.map(({ id }) => id).filter((id) => id !== 'accuracy');
  expect(ids.length).toBeGreaterThan(7);
  for (const [name, draw] of samples) {
    const svg = draw({ document, heading: true });
    for (const id of ids) expect(`${name}: ${svg.textContent}`).not.toContain(id);
  }
});

test('of a pair with long names, both ends are told apart', () => {
  const difference = {
    difference: 0.1,
    interval: null,
    p: 0.5,
    pAdjusted: 0.5,
    significant: false,
    better: null,
    test: 'sign flips' as const,
    standardError: 0.1,
  };
  const svg = charts.differencesForest(
    { confidence: 0.95, pairs: [{ first: `${LONG} v1`, second: `${LONG} v2`, differences: { bayesianReward: difference } }] },
    { document },
  );
  expect(text(svg)).toMatch(/…\S* +v1 − .*…\S* +v2/);
});

test('a learner that has no curve over priors is said to earn −∞', () => {
  const curve = {
    class: 'a',
    measure: 'generalizedReward',
    priors: [0.2, 0.5, 0.8],
    means: [
      [0.1, 0.2, 0.1],
      [NaN, NaN, NaN],
    ],
  };
  expect(text(charts.priorCurves({ curve, names: ['sound', 'ruined'], reversals: [] } as never, { document }))).toMatch(/sound \| ruined −∞/);
});

test('the curves of the papers’ figures are the measures themselves', async () => {
  const engine = await createEngine({ backend: 'wasm' });
  const next = numbers(5);
  for (const id of ['goodReward', 'generalizedReward', 'bayesianReward', 'kononenkoBratko', 'modalReward'] as const)
    for (const k of [2, 3, 5])
      for (let trial = 0; trial < 20; trial++) {
        const raw = Array.from({ length: k }, () => next() + 0.05);
        const prior = raw.map((x) => x / raw.reduce((a, b) => a + b));
        const truth = Math.floor(next() * k);
        const p = 0.01 + 0.98 * next();
        const row = Float64Array.from(prior, (_, i) => (i === truth ? p : (1 - p) / (k - 1)));
        const [own] = engine.rewards(id, row, Uint8Array.of(truth), { classes: k, prior });
        expect(charts.rewardAt(id, p, prior, truth), `${id} ${k} ${p}`).toBeCloseTo(own, 9);
      }
});

describe('colours', () => {
  const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  const linear = (hex: string): number[] => [1, 3, 5].map((at) => channel(hex, at)).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const luminance = ([r, g, b]: number[]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const contrast = (a: string, b: string): number => {
    const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const { COLOURS } = charts;

  it.each(['light', 'dark'] as const)('can be seen on %s paper', (theme) => {
    const paper = COLOURS.paper[theme];
    for (const name of [1, 2, 3, 4, 5, 6, 7, 8] as const) expect(contrast(COLOURS[name][theme], paper), `series ${name}`).toBeGreaterThanOrEqual(4.5);
    for (const name of ['ink', 'muted'] as const) expect(contrast(COLOURS[name][theme], paper), name).toBeGreaterThanOrEqual(4.5);
    for (const name of ['right', 'wrong'] as const) expect(contrast(COLOURS.ink[theme], COLOURS[name][theme]), `words on ${name}`).toBeGreaterThanOrEqual(4.5);
  });

  // Machado, Oliveira & Fernandes 2009, full protanopia and deuteranopia, on linear light.
  const BLIND = {
    protanopia: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  };
  const lab = (rgb: number[]): number[] => {
    const [r, g, b] = rgb.map((c) => Math.max(0, c));
    const [l, m, s] = [
      0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
      0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
      0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    ].map(Math.cbrt);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };

  it.each(Object.keys(BLIND).flatMap((kind) => (['light', 'dark'] as const).map((theme) => [kind as keyof typeof BLIND, theme] as const)))(
    'the first four are told apart with %s on %s paper',
    (kind, theme) => {
      const seen = ([1, 2, 3, 4] as const).map((name) => {
        const rgb = linear(COLOURS[name][theme]);
        return lab(BLIND[kind].map((row) => row.reduce((sum, weight, i) => sum + weight * rgb[i], 0)));
      });
      for (let i = 0; i < seen.length; i++)
        for (let j = 0; j < i; j++) expect(Math.hypot(...seen[i].map((x, c) => x - seen[j][c])), `${i + 1} and ${j + 1}`).toBeGreaterThan(0.07);
    },
  );
});
