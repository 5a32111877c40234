const EXAMPLES = ['calibrated', 'overconfident', 'timid', 'frequencies'].map((name) => `examples/forecasters/${name}.csv`);

/** Every command that writes a report, on the bundled example; the last argument is a file. */
export const CASES: [kind: string, args: string[]][] = [
  ['score', ['score', EXAMPLES[0]]],
  ['compare', ['compare', '--cutoff', 'epsilon:0.001', '--bootstrap', '200', ...EXAMPLES]],
  ['calibrate', ['calibrate', EXAMPLES[1]]],
  ['rules', ['rules', '--predict-set', 'prior', EXAMPLES[0]]],
];

const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i) + (i === 3 ? ' which has a long name' : ''));

function letters(): string {
  let state = 11;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
  const rows = Array.from({ length: 1500 }, () => {
    const truth = Math.floor(next() * 26);
    const weights = LETTERS.map((_, i) => 0.05 + next() + (i === truth ? 4 * next() : 0) + ((i - truth + 26) % 26 === 1 ? 2 * next() : 0));
    const sum = weights.reduce((a, b) => a + b);
    return [LETTERS[truth], ...weights.map((w) => w / sum)].join(',');
  });
  return `label,${LETTERS.map((name) => `p_${name}`).join(',')}\n${rows.join('\n')}\n`;
}

/** Files at the edge of what can be scored. */
export const extremes = {
  impossible: `label,p_a,p_b\n${'a,0,1\nb,1,0\n'.repeat(5)}`,
  oneRow: 'label,p_a,p_b\na,0.7,0.3\n',
  oneClass: `label,p_a,p_b,p_c\n${Array.from({ length: 30 }, (_, i) => `a,${0.4 + i / 100},${0.4 - i / 100},0.2`).join('\n')}\n`,
  letters: letters(),
  nasty: `label,"p_<script>alert(1)</script>","p_'""&<b>"\n${'<script>alert(1)</script>,0.7,0.3\n"\'""&<b>",0.4,0.6\n'.repeat(15)}`,
};
