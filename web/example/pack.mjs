import { readFileSync } from 'node:fs';

/**
 * The files of examples/forecasters in few bytes: they agree in all but their estimates, and those have four digits and sum to 1. So a
 * row is two whole numbers a and b with a + b ≤ 10,000, and these are one number below 91⁴: four characters. example.ts unpacks it.
 */
const NAMES = ['calibrated', 'frequencies', 'overconfident', 'timid'];
const BASE = 91;
/** Printable, and none that a script must escape. */
const DIGITS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((digit) => !'"\\$`'.includes(digit));

function rowsOf(name) {
  const text = readFileSync(new URL(`../../examples/forecasters/${name}.csv`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

function packed([, , first, second]) {
  const [a, b] = [first, second].map((text) => Math.round(Number(text) * 1e4));
  let number = ((a + b) * (a + b + 1)) / 2 + b;
  let text = '';
  for (let digit = 0; digit < 4; digit++) {
    text += DIGITS[number % BASE];
    number = Math.floor(number / BASE);
  }
  return text;
}

export function packedExample() {
  const [head, ...rows] = rowsOf(NAMES[0]);
  const labels = [...new Set(rows.map(([, label]) => label))];
  return {
    head: head.join(','),
    digits: DIGITS.join(''),
    labels,
    truths: rows.map(([, label]) => labels.indexOf(label)).join(''),
    tables: NAMES.map((name) => ({ name, rows: rowsOf(name).slice(1).map(packed).join('') })),
  };
}
