import { createLearner, fitAll, readArff } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { CHECKS, checkData, fixture, judged, modelOf, partsOf, textOf, WITHOUT_CHECKS } from './support.js';

const RUNS = ['breast-cancer', 'glass', 'iris', 'kr-vs-kp', 'labor', 'vote'].flatMap((name) => [
  { name, mode: 'all' },
  { name, mode: 'thirds' },
]);
const SIZES = /^\t +(\d+) +(\d+)\( ?[\d.]+%\) +(\d+) +(\d+)\( ?[\d.]+%\)/gm;
const RULE = /Rule (\d+):\n((?:\s+a\d+ .*\n)+)\s+->\s+class c(\d+)\s+\[([\d.]+)%\]/g;

describe.skipIf(WITHOUT_CHECKS)('C4.5, release 8: its own output', () => {
  it.each(RUNS)('c4.5: nodes and errors of $name $mode, and every leaf', ({ name, mode }) => {
    const text = textOf(`${CHECKS}c45r8/${name}.${mode}.out`);
    const [training, test] = [...text.matchAll(SIZES)].map(([, ...figures]) => figures.map(Number));
    const parts = partsOf(checkData(name), mode);
    for (const [i, pruned] of [false, true].entries()) {
      const model = modelOf('c4.5', parts, { pruned });
      expect(model.describe()).toMatch(new RegExp(`^nodes: ${training[2 * i]}$`, 'm'));
      expect(parts.train.length - judged(model, { ...parts, test: parts.train }).correct).toBe(training[2 * i + 1]);
      expect(parts.test.length - judged(model, parts).correct).toBe(test[2 * i + 1]);
    }
    const leaves = [
      ...text
        .split('Simplified')[0]
        .split('Tree saved')[0]
        .matchAll(/c(\d+) \((.*)\)$/gm),
    ];
    const theirs = leaves.map(([, label, weights]) => `${parts.data.classes[Number(label)]} (${weights.replace('/0.0', '')})`);
    const ours = [
      ...modelOf('c4.5', parts, { pruned: false })
        .describe()
        .matchAll(/: (.* \(.*\))$/gm),
    ].map(([, leaf]) => leaf.replace('/0.0', ''));
    expect(ours.sort()).toEqual(theirs.sort());
  });

  it.each(RUNS)('c4.5rules: the rules, their order and the default of $name $mode', ({ name, mode }) => {
    const { data, ...parts } = partsOf(checkData(name), mode);
    const [, text] = textOf(`${CHECKS}c45r8/${name}.${mode}.rules.out`).split('Final rules');
    const dropped = new Set([...text.matchAll(/^Drop rule (\d+)$/gm)].map(([, rule]) => rule));
    const named = (condition: string): string => {
      const [, attribute, sign, value] = /a(\d+) (\S+) v?(\S+)/.exec(condition) as RegExpExecArray;
      const column = data.attributes[Number(attribute)];
      return `${column.name} ${sign} ${column.kind === 'nominal' ? column.categories[Number(value)] : Number(value)}`;
    };
    const theirs = [...text.split('Evaluation on training')[0].matchAll(RULE)]
      .filter(([, rule]) => !dropped.has(rule))
      .map(([, , conditions, label, rate]) => `${data.classes[Number(label)]} if ${conditions.trim().split('\n').map(named).join(' and ')} [${rate} %]`);
    const lines = modelOf('c4.5rules', { data, ...parts })
      .describe()
      .split('\n')
      .slice(2);
    expect(lines.pop()).toBe(`${data.classes[Number(/Default class: c(\d+)/.exec(text)?.[1])]} otherwise`);
    expect(lines).toEqual(theirs);
  });
});

describe('C4.5, release 8', () => {
  const arff = (attributes: string, rows: string[]) => readArff(`@relation r\n${attributes}\n@data\n${rows.join('\n')}\n`);

  it('grows the tree of the weather data that Quinlan 1993 has', () => {
    const weather = fixture('weather');
    const text = fitAll(createLearner('c4.5', weather), weather).describe();
    expect(text).toContain('outlook = overcast: yes (4.0)');
    expect(text).toMatch(/^leaves: 5$/m);
  });

  it('is certain, of the class of the node above, where no row came', () => {
    const data = arff('@attribute x {p,q,never}\n@attribute y {a,b}', ['p,a', 'p,a', 'p,a', 'q,b', 'q,b', 'never,b', '?,b']);
    const model = createLearner('c4.5', data).fit([0, 1, 2, 3, 4], data.labels.slice(0, 5), { classes: data.classes });
    expect([...model.predict([5])]).toEqual([1, 0]);
    expect([...model.predict([6])]).toEqual([0.6, 0.4]);
    expect([...(model.claims?.([5, 6]) ?? [])]).toEqual([1, 0, 0, 0]);
  });

  it('compares numbers in single precision, as the program does', () => {
    // These differ by one part in 10⁹, and are the same number to it.
    const rows = Array.from({ length: 20 }, (_, i) => `${i < 10 ? 1 : 1.000000001},${i < 10 ? 'a' : 'b'}`);
    const data = arff('@attribute x numeric\n@attribute y {a,b}', rows);
    expect(fitAll(createLearner('c4.5', data), data).describe()).toContain('leaves: 1');
  });

  it('draws the same subsets of rules for the same seed', () => {
    const weather = fixture('weather');
    const [one, other] = [1, 1].map((seed) => fitAll(createLearner('c4.5rules', weather, { seed }), weather).describe());
    expect(one).toBe(other);
  });
});
