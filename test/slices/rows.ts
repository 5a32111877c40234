/** Predictions with columns to slice by, made from a seed; the learner is worse where the region is east. */
export interface MadeRow {
  id: number;
  region: string;
  age: number;
  day: string;
  device: string;
  fold: number;
  label: string;
  p: number[];
}

export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const REGIONS = ['north', 'south', 'east', 'west', 'mid, "land"'];

export function madeRows(count: number, seed = 1, worse = 0.3): MadeRow[] {
  const next = random(seed);
  return Array.from({ length: count }, (_, id) => {
    const parts = [0, 1, 2].map(() => -Math.log(next() + 1e-9));
    const sum = parts[0] + parts[1] + parts[2];
    const p = parts.map((part) => Number((part / sum).toFixed(6)));
    p[2] = Number((1 - p[0] - p[1]).toFixed(6));
    const region = REGIONS[Math.floor(next() * REGIONS.length)];
    const u = next();
    const fair = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    const blind = next() < worse ? Math.floor(next() * 3) : fair;
    return {
      id,
      region,
      age: Number((20 + 60 * next()).toFixed(1)),
      day: `2026-0${1 + Math.floor(next() * 4)}-1${Math.floor(next() * 9)}`,
      device: next() < 0.05 ? '' : next() < 0.5 ? 'phone' : 'desk',
      fold: 1 + (id % 5),
      label: 'abc'[region === 'east' ? blind : fair],
      p,
    };
  });
}

export function csvOf(rows: readonly MadeRow[]): string {
  const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map(({ id, region, age, day, device, fold, label, p }) => [id, cell(region), age, day, device, fold, label, ...p].join(','));
  return `id,region,age,day,device,fold,label,p_a,p_b,p_c\n${lines.join('\n')}\n`;
}

export function ndjsonOf(rows: readonly MadeRow[]): string {
  return rows
    .map(({ id, region, age, day, device, fold, label, p }) =>
      JSON.stringify({ id, region, age, day, device: device || null, fold, label, p_a: p[0], p_b: p[1], p_c: p[2] }),
    )
    .join('\n');
}
