// Makes the example: 2,000 football matches and four forecasters of them, from one seed. Run it to get the same files.
//   node examples/forecasters/make.mjs
//
// Each match has true chances of home win, draw and away win; the result is drawn from them. The forecasters:
//   calibrated     knows only how strong the favourite is, roughly, but quotes just what that is worth
//   overconfident  knows the true chances, and exaggerates them
//   timid          knows the true chances, and hardly dares to say so
//   frequencies    knows nothing and quotes the long-run frequencies
// Accuracy puts the overconfident and the timid first. A bettor would be ruined by one and bored by the other.
import { writeFileSync } from 'node:fs';

const MATCHES = 2000;
const CLASSES = ['home', 'draw', 'away'];

// Mulberry32: a 32-bit generator in integer arithmetic, the same on every machine.
let state = 2002;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

const normalize = (values) => values.map((value) => value / values.reduce((a, b) => a + b));

/** True chances: a home advantage, and strengths that are mostly close. */
function chances() {
  const gap = (random() + random() + random() + random() - 1.7) * 1.6;
  const home = 2.2 ** gap;
  const away = 2.2 ** -gap;
  return normalize([home, 0.62 * (0.7 + 0.6 * random()), away]);
}

/** An outcome drawn from its chances. */
function draw(truth) {
  const at = random();
  if (at < truth[0]) return 0;
  return at < truth[0] + truth[1] ? 1 : 2;
}

const matches = Array.from({ length: MATCHES }, () => {
  const truth = chances();
  return { truth, result: draw(truth) };
});

/** What a match looks like from afar: is there a favourite at home or away? */
const sight = ({ truth }) => (truth[0] > 0.6 ? 'home' : truth[2] > 0.45 ? 'away' : 'even');
const meanOf = (list) => CLASSES.map((_, i) => list.reduce((sum, { truth }) => sum + truth[i], 0) / list.length);
const seen = Object.fromEntries(['home', 'away', 'even'].map((name) => [name, meanOf(matches.filter((match) => sight(match) === name))]));
const overall = meanOf(matches);

/** Estimates that sum to 1 to the last of four digits. */
function quote(values) {
  const digits = normalize(values).map((value) => Math.max(1, Math.round(value * 1e4)));
  digits[digits.indexOf(Math.max(...digits))] += 1e4 - digits.reduce((a, b) => a + b);
  return digits.map((digit) => (digit / 1e4).toFixed(4));
}

const forecasters = {
  calibrated: (match) => seen[sight(match)],
  overconfident: ({ truth }) => truth.map((chance) => chance ** 4.5),
  timid: ({ truth }) => truth.map((chance) => chance ** 0.4),
  frequencies: () => overall,
};

for (const [name, forecast] of Object.entries(forecasters)) {
  const lines = matches.map((match, i) => [i + 1, CLASSES[match.result], ...quote(forecast(match))].join(','));
  const header = ['match', 'label', ...CLASSES.map((name) => `p_${name}`)].join(',');
  writeFileSync(new URL(`${name}.csv`, import.meta.url), `${[header, ...lines].join('\n')}\n`);
}
