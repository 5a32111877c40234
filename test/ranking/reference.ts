/** Every definition by looking at all pairs and all thresholds: slow, and nothing like what it checks. */
export interface Scored {
  score: number;
  positive: boolean;
}

export const beats = (a: number, b: number): number => (a > b ? 1 : a === b ? 0.5 : 0);
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

export function sides(rows: readonly Scored[]): [number[], number[]] {
  return [rows.filter(({ positive }) => positive), rows.filter(({ positive }) => !positive)].map((side) => side.map(({ score }) => score)) as [
    number[],
    number[],
  ];
}

export function auc(rows: readonly Scored[]): number {
  const [x, y] = sides(rows);
  return mean(x.map((a) => mean(y.map((b) => beats(a, b)))));
}

/** DeLong's variance from the structural components, as the paper writes them. */
export function delongCovariance(a: readonly Scored[], b: readonly Scored[]): number {
  const components = (rows: readonly Scored[]) => {
    const [x, y] = sides(rows);
    return [x.map((one) => mean(y.map((other) => beats(one, other)))), y.map((other) => mean(x.map((one) => beats(one, other))))];
  };
  const [first, second] = [components(a), components(b)];
  return [0, 1].reduce((sum, side) => {
    const [u, v] = [first[side], second[side]];
    const [mu, mv] = [mean(u), mean(v)];
    return sum + u.reduce((s, each, i) => s + (each - mu) * (v[i] - mv), 0) / (u.length - 1) / u.length;
  }, 0);
}

export function averagePrecision(rows: readonly Scored[]): number {
  const thresholds = [...new Set(rows.map(({ score }) => score + 0))].sort((a, b) => b - a);
  const all = rows.filter(({ positive }) => positive).length;
  let [sum, before] = [0, 0];
  for (const threshold of thresholds) {
    const selected = rows.filter(({ score }) => score >= threshold);
    const hits = selected.filter(({ positive }) => positive).length;
    sum += ((hits - before) / all) * (hits / selected.length);
    before = hits;
  }
  return sum;
}

/** Hand & Till 2001, eq. 3 and 7: by ranks, as they do it. */
export function handTill(rows: readonly { estimates: number[]; label: number }[], k: number): number {
  const area = (i: number, j: number): number => {
    const both = rows.filter(({ label }) => label === i || label === j);
    const scores = both.map(({ estimates }) => estimates[i]);
    const rank = (x: number) => scores.filter((y) => y < x).length + (scores.filter((y) => y === x).length + 1) / 2;
    const own = both.filter(({ label }) => label === i).map(({ estimates }) => rank(estimates[i]));
    const n = own.length;
    return (own.reduce((a, b) => a + b, 0) - (n * (n + 1)) / 2) / (n * (both.length - n));
  };
  let sum = 0;
  for (let i = 0; i < k; i++) for (let j = 0; j < i; j++) sum += (area(i, j) + area(j, i)) / 2;
  return (2 / (k * (k - 1))) * sum;
}
