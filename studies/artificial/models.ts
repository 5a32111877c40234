import type { Random } from 'fairbits';
import type { Column, Dataset } from 'fairbits/learners';

/** The three kinds of models of Hope & Korb 2004, §5.1. */
export const MODEL_KINDS = ['NB', 'TAN', 'AODE'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Rows are drawn one after the other into codes of the attributes, the class first. */
interface ArtificialModel {
  sizes: number[];
  draw(random: Random, row: Int32Array): void;
}

/** Probabilities that are uniform numbers, normalised: a table of rows, as cumulative sums. */
function randomTable(random: Random, groups: number, values: number): Float64Array {
  const table = new Float64Array(groups * values);
  for (let g = 0; g < groups; g++) {
    let sum = 0;
    for (let v = 0; v < values; v++) sum += table[g * values + v] = random.uniform();
    let below = 0;
    for (let v = 0; v < values; v++) table[g * values + v] = below += table[g * values + v] / sum;
  }
  return table;
}

function drawFrom(random: Random, table: Float64Array, group: number, values: number): number {
  const u = random.uniform();
  let value = 0;
  while (value < values - 1 && u >= table[group * values + value]) value++;
  return value;
}

/** A model at random: 4 to 8 variables with the class, 2 to 5 values each. */
export function artificialModel(kind: ModelKind, random: Random): ArtificialModel {
  const sizes = Array.from({ length: 4 + random.below(5) }, () => 2 + random.below(4));
  const [k] = sizes;
  const attributes = sizes.length - 1;
  const prior = randomTable(random, 1, k);
  if (kind === 'AODE') {
    // One one-dependence model to an attribute; each row is of one of them.
    const models = Array.from({ length: attributes }, (_, m) =>
      oneDependence(
        random,
        sizes,
        Array.from({ length: attributes }, (__, a) => (a === m ? -1 : m)),
      ),
    );
    return {
      sizes,
      draw(source, row) {
        row[0] = drawFrom(source, prior, 0, k);
        models[source.below(attributes)](source, row);
      },
    };
  }
  const parents = new Array<number>(attributes).fill(-1);
  if (kind === 'TAN') {
    const order = random.shuffle(Array.from({ length: attributes }, (_, a) => a));
    for (let i = 1; i < attributes; i++) parents[order[i]] = order[random.below(i)];
  }
  const rest = oneDependence(random, sizes, parents);
  return {
    sizes,
    draw(source, row) {
      row[0] = drawFrom(source, prior, 0, k);
      rest(source, row);
    },
  };
}

/** Draws the attributes given the class, each with one more parent at most. */
function oneDependence(random: Random, sizes: readonly number[], parents: readonly number[]): (source: Random, row: Int32Array) => void {
  const [k] = sizes;
  const tables = parents.map((p, a) => randomTable(random, k * (p < 0 ? 1 : sizes[p + 1]), sizes[a + 1]));
  // Parents before children.
  const order: number[] = [];
  while (order.length < parents.length) for (const [a, p] of parents.entries()) if (!order.includes(a) && (p < 0 || order.includes(p))) order.push(a);
  return (source, row) => {
    for (const a of order) {
      const p = parents[a];
      const group = p < 0 ? row[0] : row[p + 1] * k + row[0];
      row[a + 1] = drawFrom(source, tables[a], group, sizes[a + 1]);
    }
  };
}

/** A dataset drawn from a model. */
export function drawData(model: ArtificialModel, rows: number, random: Random): Dataset {
  const { sizes } = model;
  const codes = sizes.map(() => new Int32Array(rows));
  const row = new Int32Array(sizes.length);
  for (let i = 0; i < rows; i++) {
    model.draw(random, row);
    for (let v = 0; v < sizes.length; v++) codes[v][i] = row[v];
  }
  const names = (count: number) => Array.from({ length: count }, (_, v) => String(v));
  return {
    name: 'artificial',
    rows,
    attributes: sizes.slice(1).map((size, a): Column => ({ kind: 'nominal', name: `x${a + 1}`, categories: names(size), codes: codes[a + 1] })),
    className: 'class',
    classes: names(sizes[0]),
    labels: Uint16Array.from(codes[0]),
    dropped: 0,
  };
}
