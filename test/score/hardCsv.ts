import { random } from '../support/random.js';

const CLASSES = ['ä', '日本', 'plain'];
const NOTES = [
  'x',
  '',
  '5" pipe',
  'a "b" c',
  'ends with "',
  '"two\nlines"',
  '"\n"',
  '"a ""b"",\r\n\n#c"',
  '"""\n"""',
  '"row\nz,ä,0.5,0.25,0.25\n,日本,1,0,0\n"',
  `"${'long\n'.repeat(60)}"`,
  `"${'日本 '.repeat(50)}\n# no comment\n"`,
  'w'.repeat(300),
];
const ESTIMATES = ['0.5,0.25,0.25', '1,0,0', '0.125,"0.5",0.375', '0.2,0.3,0.5'];

/** A CSV of whatever makes its rows hard to tell, with a bad row here and there if asked for. */
export function hardCsv(seed: number, rows: number, bad = 0): string {
  const next = random(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)];
  const end = next() < 0.5 ? '\n' : '\r\n';
  const comments = next() < 0.5;
  const between = [end, end + end, ...(comments ? [`#${end}`, `# a "comment, with a quote${end}`] : [])];
  const wide = next() < 0.5;
  let text = `${comments ? `# made up${end}` : ''}note,label,${CLASSES.map((name) => `p_${name}`).join(',')}${end}`;
  for (let r = 0; r < rows; r++) {
    while (next() < 0.2) text += pick(between);
    const note = next() < 0.5 || !wide ? pick(NOTES.slice(0, wide ? undefined : 5)) : pick(NOTES);
    const row = `${note},${pick([...CLASSES, '"plain"'])},${pick(ESTIMATES)}`;
    text += next() < bad ? `${note},ä,0.5${pick(['', ',0.5,0.5', ',"x\ny",0.5'])}` : row;
    text += r === rows - 1 && next() < 0.5 ? '' : end;
  }
  return text;
}
