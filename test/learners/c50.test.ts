import { createLearner, fitAll, readArff } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { CHECKS, checkData, fixture, modelOf, partsOf, textOf, WITHOUT_CHECKS } from './support.js';

const SETS = ['iris', 'vote', 'breast-cancer', 'labor', 'glass', 'kr-vs-kp'];

describe.skipIf(WITHOUT_CHECKS)('C5.0, GPL edition 2.07: its own output', () => {
  const runs = SETS.flatMap((name) => [1, 10].map((trials) => ({ name, trials })));

  it.each(runs)('$name, $trials trials: the class of every row, and confidences to the digits that it keeps', ({ name, trials }) => {
    const parts = partsOf(checkData(name, 'occurring'), 'thirds');
    const k = parts.data.classes.length;
    const found = modelOf('c5.0', parts, { trials }).predict(parts.test);
    const lines = textOf(`${CHECKS}c50/${name}.thirds.trials${trials}.txt`).trim().split('\n');
    expect(lines.length).toBe(parts.test.length);
    for (const [i, line] of lines.entries()) {
      const [said, ...confidences] = line.split(' ').map(Number);
      const own = found.subarray(i * k, (i + 1) * k);
      expect(own.indexOf(Math.max(...own)) + 1).toBe(said);
      // The program keeps six digits of the counts of a tree between learning and answering.
      for (const [c, confidence] of confidences.entries()) expect(Math.abs(own[c] - confidence)).toBeLessThan(1e-6);
    }
  });

  it.each(runs)('$name, $trials trials: the leaves of every tree', ({ name, trials }) => {
    const text = textOf(`${CHECKS}c50/${name}.thirds.trials${trials}.trees.txt`);
    const theirs = [...text.matchAll(/^ +(?:\d+\t)? +(\d+) +\d+\( ?[\d.]+%\)/gm)].map(([, size]) => Number(size));
    const single = /^\t +(\d+) +\d+\( ?[\d.]+%\) +<</m.exec(text);
    const ours = [
      ...modelOf('c5.0', partsOf(checkData(name, 'occurring'), 'thirds'), { trials })
        .describe()
        .matchAll(/^leaves: (\d+)$/gm),
    ];
    expect(ours.map(([, size]) => Number(size))).toEqual(single ? [Number(single[1])] : theirs);
  });
});

describe('C5.0', () => {
  it('makes a tree of the weather data, smoothed by the shares of the root', () => {
    const weather = fixture('weather');
    const single = fitAll(createLearner('c5.0', weather, { trials: 1, global: false }), weather);
    expect(single.describe()).toContain('outlook = overcast: yes (4)');
    // Row 2 is overcast: 4 of 4 are yes, and 9 of 14 at the root.
    const [yes, no] = single.predict([2]);
    expect(yes).toBeCloseTo((4 + 9 / 14) / 5, 12);
    expect(no).toBeCloseTo(5 / 14 / 5, 12);
    const raw = fitAll(createLearner('c5.0', weather, { trials: 1, global: false, leaves: 'raw' }), weather);
    expect([...raw.predict([2])]).toEqual([1, 0]);
    expect(single.complexity()?.bits).toBeGreaterThan(0);
    expect([...(single.claims?.([2]) ?? [])]).toEqual([1, 0]);
  });

  it('prunes the tree as a whole, by default', () => {
    const weather = fixture('weather');
    const leaves = (options: object) =>
      Number(/leaves: (\d+)/.exec(fitAll(createLearner('c5.0', weather, { trials: 1, ...options }), weather).describe())?.[1]);
    expect(leaves({})).toBeLessThanOrEqual(leaves({ global: false }));
  });

  it('abandons boosting where the first tree makes no error: it is as one trial', () => {
    const rows = Array.from({ length: 20 }, (_, i) => `${i},${i < 10 ? 'a' : 'b'}`).join('\n');
    const data = readArff(`@relation r\n@attribute x numeric\n@attribute y {a,b}\n@data\n${rows}\n`);
    const [one, ten] = [1, 10].map((trials) => fitAll(createLearner('c5.0', data, { trials }), data));
    expect(ten.describe()).toMatch(/^decision tree; boosting was abandoned/);
    expect(ten.describe().split('\n').slice(1)).toEqual(one.describe().split('\n').slice(1));
    // Boosted trees claim nothing, whether or not a split keeps one tree alone.
    expect([typeof one.claims, typeof ten.claims]).toEqual(['function', 'undefined']);
    expect(ten.describe()).toContain('x <= 9: a (10)');
    expect(ten.predict([0])).toEqual(one.predict([0]));
  });

  it('merges the leaves of one class of a nominal test, and says so', () => {
    const rows = [...'pqrs'].flatMap((value) => Array.from({ length: 6 }, () => `${value},${value < 's' ? (value < 'q' ? 'a' : 'b') : 'a'}`)).join('\n');
    const data = readArff(`@relation r\n@attribute x {p,q,r,s}\n@attribute y {a,b}\n@data\n${rows}\n`);
    expect(fitAll(createLearner('c5.0', data, { trials: 1 }), data).describe()).toContain('x in {p, s}: a (12)');
  });

  it('says which options it has', () => {
    expect(() => createLearner('c5.0', fixture('weather'), { trials: 0 })).toThrow(/c5\.0: trials is 0; expected a whole number from 1 to 1000/);
    expect(() => createLearner('c5.0', fixture('weather'), { winnow: true })).toThrow(/no option "winnow"/);
  });
});
