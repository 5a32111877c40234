import { generator } from './random.mjs';
import { simulations } from './simulations.mjs';

const LEVEL = 0.05;
/** Standard errors of a simulated rate that are put down to chance. */
const CHANCE = 4;

/** How often each verdict of a simulation was wrong, and whether that is what was claimed of it. */
export function simulate({ data, times, claims, draw }, short, seed = 1) {
  const n = times[short ? 1 : 0];
  const wrong = Object.fromEntries(Object.keys(claims).map((name) => [name, 0]));
  const random = generator(seed);
  for (let i = 0; i < n; i++) for (const [name, found] of Object.entries(draw(random))) if (found) wrong[name]++;
  return Object.entries(claims).map(([name, claim]) => ({ name, data, claim, times: n, rate: wrong[name] / n, kept: kept(claim, wrong[name] / n, n) }));
}

export function kept(claim, rate, times) {
  const error = CHANCE * Math.sqrt((LEVEL * (1 - LEVEL)) / times);
  if (claim === 'nominal') return Math.abs(rate - LEVEL) <= error;
  if (claim === 'near') return Math.abs(rate - LEVEL) <= error + 0.01;
  if (claim === 'at most') return rate <= LEVEL + error;
  // A short run cannot tell a little more from chance; it can tell that it is not less.
  if (claim === 'above') return rate > LEVEL - error && (times < 2000 || rate > LEVEL + error);
  if (claim === 'excess') return rate > 0.1;
  throw new Error(`unknown claim ${claim}`);
}

/** The least true rate that a claim of 5 % would not survive, but for one time in a hundred. */
export function caught(times) {
  const limit = LEVEL + CHANCE * Math.sqrt((LEVEL * (1 - LEVEL)) / times);
  let rate = limit;
  while (rate - 2.326 * Math.sqrt((rate * (1 - rate)) / times) < limit) rate += 0.0001;
  return rate;
}

export const all = (short, heard = () => {}) =>
  simulations.flatMap((simulation, i) => {
    const rows = simulate(simulation, short, 1000 + i);
    heard(simulation, rows);
    return rows;
  });
