import { createEngine } from 'fairbits';
import { createLearner, fitAll, readArff, theoryBits } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { StructureCode } from '../../dist/learners/network/anneal.js';
import { nodesOf } from '../../dist/learners/network/camml.js';
import { NodeCosts } from '../../dist/learners/network/nodeCosts.js';
import { checkData, checkJson, fixture, furthest, judged, modelOf, partsOf, trainingOf, WITHOUT_CHECKS } from './support.js';

const SIX = ['iris', 'vote', 'breast-cancer', 'labor', 'glass', 'kr-vs-kp'];
const message = (text: string): number => Number(/message: ([\d.]+)/.exec(text)?.[1]);

describe.skipIf(WITHOUT_CHECKS)('learners by message length and by chance: check files', () => {
  it.each(SIX)('mml-tree: the messages, sizes and answers for %s', (name) => {
    const expected = checkJson('mml_tree.json')[name];
    const parts = partsOf(checkData(name), 'thirds');
    for (const [start, bits] of Object.entries<number>(expected.bitsByAlpha))
      expect(message(modelOf('mml-tree', parts, { start: Number(start) }).describe()), start).toBeCloseTo(bits, 3);
    const model = modelOf('mml-tree', parts);
    expect(model.describe()).toContain(`nodes: ${expected.nodes}\n`);
    expect(model.describe()).toContain(`(start ${expected.alpha})`);
    expect(judged(model, parts).correct).toBe(expected.testCorrect);
  });

  it.each(SIX)('mml-graph: a message for %s no longer than the one given', (name) => {
    const expected = checkJson('mml_graph.json')[name];
    const parts = partsOf(checkData(name), 'thirds');
    const model = modelOf('mml-graph', parts, { start: expected.alpha });
    expect(message(model.describe())).toBeLessThan(expected.bits + 1e-4);
    // Where ties are broken otherwise the graph of kr-vs-kp is another one, 0.05 bits shorter.
    if (name === 'kr-vs-kp') return;
    expect(model.describe()).toContain(`leaves: ${expected.leaves}, tests: ${expected.splits}, joins: ${expected.joins}`);
    expect(judged(model, parts).correct).toBe(expected.testCorrect);
  });

  it.each(SIX)('induct: the rules, sets and bits for %s', async (name) => {
    const expected = checkJson('induct.json')[name];
    const parts = partsOf(checkData(name), 'thirds');
    const engine = await createEngine();
    const dnf = modelOf('induct-dnf', parts);
    expect(dnf.describe().split('\n').slice(2)).toEqual(
      expected.dnf.map(
        ([label, conditions]: [string, [string, string, string | number][]]) =>
          `${label} if ${conditions.map((condition) => condition.join(' ')).join(' and ')}`,
      ),
    );
    for (const [model, test] of [
      [dnf, expected.dnfTest],
      [modelOf('induct-rdr', parts), expected.rippleTest],
    ] as const) {
      const bits = theoryBits(engine, model, parts.data, parts.test);
      expect(bits?.without).toBeCloseTo(test.If[0], 8);
      expect(bits?.withTheory).toBeCloseTo(test.If[1], 8);
      expect([bits?.report.unclassified, bits?.report.multiplyClassified]).toEqual([test.none, test.multi]);
      expect(Math.round(((bits?.report.percentCorrect ?? 0) * test.test) / 100)).toBe(test.correct);
    }
  });

  it('camml: the costs of all nodes of every network given, kr-vs-kp among them, and of networks without arcs', () => {
    const given = Object.entries<{ arity: number[]; nullNats: number; best: { parents: number[][]; nodeNats: number[]; cost: number } }>(
      checkJson('camml.json'),
    );
    expect(given.length).toBe(11);
    for (const [key, { arity, nullNats, best }] of given) {
      const [name, mode] = key.split('|');
      const { codes, sizes } = nodesOf(trainingOf(partsOf(checkData(name), mode)));
      expect(sizes).toEqual(arity);
      const costs = new NodeCosts(codes, sizes, codes[0].length);
      const found = best.parents.map((parents, node) => costs.counted(node, parents));
      expect(furthest(found, best.nodeNats), key).toBeLessThan(1e-6);
      const structure = new StructureCode(sizes.length);
      structure.fit(best.parents.flat().length);
      expect(found.reduce((sum, nats) => sum + nats, 0) + structure.nats(best.parents.flat().length)).toBeCloseTo(best.cost, 6);
      structure.set(0.5);
      expect(sizes.reduce((sum, _, node) => sum + costs.counted(node, []), 0) + structure.nats(0), `${key} without arcs`).toBeCloseTo(nullNats, 6);
    }
  });

  const networks = ['iris', 'breast-cancer', 'vote', 'labor', 'glass'].flatMap((name) => ['all', 'thirds'].map((mode) => ({ name, mode })));
  it.each(networks)('camml: node costs for $name $mode, a network no dearer than the one given, and its answers', ({ name, mode }) => {
    const expected = checkJson('camml.json')[`${name}|${mode}`];
    const parts = partsOf(checkData(name), mode);
    const model = modelOf('camml', parts, { missing: 'mode' });
    const text = model.describe();
    expect(message(text)).toBeLessThan(Math.min(...expected.costs) + 1e-4);
    // Where it is the same network, node by node the same costs.
    const names = [...parts.data.attributes.map((column) => column.name), parts.data.className];
    const own = text
      .split('\n')
      .slice(2, 2 + names.length)
      .map((line) => (/: (.+) \(/.exec(line)?.[1] ?? '').replace('no parents', ''));
    const theirs = expected.best.parents.map((list: number[]) => list.map((node) => names[node]).join(', '));
    for (const [node, nats] of (expected.best.nodeNats as number[]).entries())
      if (own[node] === theirs[node]) expect(Math.abs(Number(/\(([\d.]+) nats/.exec(text.split('\n')[2 + node])?.[1]) - nats)).toBeLessThan(1.1e-6);
    if (own.join('; ') === theirs.join('; ')) {
      expect(judged(model, parts).correct).toBe(expected.testCorrect);
      expect(judged(model, parts).loss).toBeCloseTo(expected.log2loss, 6);
    }
  });
});

describe('by hand', () => {
  const weather = fixture('weather');
  const model = (name: string, options = {}, data = weather) => fitAll(createLearner(name, data, options), data);

  it('mml-tree: the weather data are a single leaf of 15.8741 bits', () => {
    expect(model('mml-tree', { start: 1 }).describe()).toContain('message: 15.8741 bits, of which 14.8741');
  });

  it('mml-graph joins the two halves of a disjunction', () => {
    const rows: string[] = [];
    for (let times = 0; times < 4; times++)
      for (let i = 0; i < 64; i++) {
        const x = Array.from({ length: 6 }, (_, bit) => (i >> bit) & 1);
        rows.push([...x, (x[0] & x[1]) | (x[2] & x[3])].join(','));
      }
    const data = readArff(`@relation r\n${[1, 2, 3, 4, 5, 6].map((i) => `@attribute x${i} {0,1}\n`).join('')}@attribute c {0,1}\n@data\n${rows.join('\n')}\n`);
    const text = model('mml-graph', { start: 0.1 }, data).describe();
    expect(text).toContain('leaves: 4, tests: 4, joins: 1\nmessage: 33.4713 bits');
    expect(text).toContain(': join 1');
    expect(model('mml-graph', { start: 0.1, joins: false }, data).describe()).toContain('joins: 0\nmessage: 41.1187 bits');
  });

  it('induct: rules for the weather data, and what they cost', () => {
    expect(model('induct-dnf').describe().split('\n').slice(2)).toEqual([
      'no if humidity = high and outlook = sunny',
      'no if outlook = rainy and windy = true',
    ]);
    expect(model('induct-dnf').complexity()?.bits).toBeCloseTo(22.768341038216874, 9);
    expect(model('induct-rdr').describe()).toContain(
      'if humidity = high and outlook = sunny: no (chance 0.04555)\n    else if outlook = rainy and windy = true: no (chance 0.03306)',
    );
    expect(model('induct-rdr').complexity()?.bits).toBeCloseTo(25.505306632383075, 9);
  });

  it('camml: the same seed gives the same network, and what is missing is summed out', () => {
    expect(model('camml', { seed: 3, effort: 0.1 }).describe()).toBe(model('camml', { seed: 3, effort: 0.1 }).describe());
    const gap = {
      ...weather,
      attributes: weather.attributes.map((column) =>
        column.kind === 'nominal' ? { ...column, codes: column.codes.map((code, i) => (i === 2 ? -1 : code)) } : column,
      ),
    };
    const [yes, no] = model('camml', { effort: 0.1 }, gap).predict([2]);
    expect(yes + no).toBeCloseTo(1, 12);
  });
});
