import { createLearner, fitAll, readArff } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { fixture } from './support.js';

/** Figures of the weather data (Witten & Frank) that were worked out apart from this code. */
const weather = fixture('weather');
/** A fifteenth row to ask about. */
const asked = (() => {
  const day = { outlook: 0, temperature: 2, humidity: 0, windy: 0 } as Record<string, number>;
  return {
    ...weather,
    rows: 15,
    attributes: weather.attributes.map((column) =>
      column.kind === 'nominal' ? { ...column, codes: Int32Array.of(...column.codes, day[column.name]) } : column,
    ),
    labels: Uint16Array.of(...weather.labels, 0),
  };
})();
const answer = (name: string, options = {}) => {
  const rows = Array.from({ length: 14 }, (_, i) => i);
  return [...createLearner(name, asked, options).fit(rows, weather.labels, { classes: weather.classes }).predict([14])];
};
const model = (name: string, options = {}) => fitAll(createLearner(name, weather, options), weather);

describe('on the weather data', () => {
  it.each([
    ['naive-bayes', [0.2646860229574612, 0.7353139770425388]],
    ['naive-bayes-m', [0.47272073212710497, 0.527279267872895]],
    ['aode', [0.37272467892354777, 0.6272753210764522]],
    ['zeror', [10 / 16, 6 / 16]],
  ])('%s answers as worked out for a sunny, cool, humid and windy day', (name, expected) => {
    for (const [c, value] of answer(name).entries()) expect(value).toBeCloseTo(expected[c], 14);
  });

  it('j48 grows the tree of Witten & Frank', () => {
    expect(model('j48').describe().split('\n').slice(2, -3)).toEqual([
      'outlook = sunny',
      '|   humidity = high: no (3.0)',
      '|   humidity = normal: yes (2.0)',
      'outlook = overcast: yes (4.0)',
      'outlook = rainy',
      '|   windy = true: no (2.0)',
      '|   windy = false: yes (3.0)',
    ]);
    expect(model('j48').complexity()?.bits).toBeCloseTo(20.46913301982959, 12);
  });

  it('1r takes the outlook, and its theory costs 5.58 bits', () => {
    expect(model('1r').describe()).toContain('outlook = sunny: no\noutlook = overcast: yes\noutlook = rainy: yes\n\n10 of 14 training rows right');
    expect(model('1r').complexity()?.bits).toBeCloseTo(5.584962500721156, 12);
    expect(answer('1r')).toEqual([0, 1]);
    expect(answer('1r', { estimates: 'frequencies' })).toEqual([0.4, 0.6]);
  });

  it('stump, adaboost, c4.5 and both TAN answer with estimates that sum to 1', () => {
    for (const name of ['stump', 'adaboost', 'c4.5', 'tan', 'tan-friedman']) {
      const estimates = answer(name);
      expect(estimates[0] + estimates[1], name).toBeCloseTo(1, 14);
    }
    expect(model('stump').describe()).toContain('outlook = overcast: yes\noutlook != overcast: yes');
  });

  it('a missing value goes down every branch, and is claimed for no class', () => {
    const [first] = weather.attributes;
    const gap = {
      ...weather,
      attributes: [
        { ...first, codes: Int32Array.from((first as { codes: Int32Array }).codes, (code, i) => (i === 0 ? -1 : code)) },
        ...weather.attributes.slice(1),
      ],
    };
    const learned = createLearner('j48', gap as typeof weather).fit([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], weather.labels.slice(1), {
      classes: weather.classes,
    });
    const [yes, no] = learned.predict([0]);
    expect(yes + no).toBeCloseTo(1, 14);
    expect(Math.min(yes, no)).toBeGreaterThan(0);
    expect([...(learned.claims?.([0, 1]) ?? [])]).toEqual([0, 0, 0, 1]);
  });
});

describe('options and errors', () => {
  it.each([
    ['j48', { prune: false }, 'j48 has no option "prune"; expected one of pruned, confidence, minimum, raising, laplace'],
    ['j48', { confidence: 0.7 }, 'j48: confidence is 0.7; expected a number from 0.000001 to 0.5'],
    ['adaboost', { trials: 1.5 }, 'adaboost: trials is 1.5; expected a whole number from 1 to 10000'],
    ['1r', { estimates: 'some' }, '1r: estimates is "some"; expected certain or frequencies'],
    ['zeror', { x: 1 }, 'zeror has no option "x"; expected none'],
    ['c5', {}, 'there is no learner "c5"; expected one of zeror, 1r'],
  ])('%s %j', (name, options, message) => {
    expect(() => createLearner(name, weather, options)).toThrow(message);
  });

  it('no rows to learn from', () => {
    expect(() => createLearner('j48', weather).fit([], new Uint16Array(0), { classes: weather.classes })).toThrow('j48: there are no rows to learn from');
  });

  it('numeric attributes: a cut lies at a value of training', () => {
    const data = readArff(
      `@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n${[1, 2, 3, 4, 10, 11, 12, 13].map((x) => `${x},${x < 5 ? 'a' : 'b'}`).join('\n')}\n`,
    );
    expect(fitAll(createLearner('j48', data), data).describe()).toContain('x <= 4: a (4.0)\nx > 4: b (4.0)');
    expect(fitAll(createLearner('stump', data), data).describe()).toContain('x <= 7: a');
  });
});
