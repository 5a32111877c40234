import { expect, it } from 'vitest';
import { openCsv } from '../../dist/rows/csv/csvTable.js';
import type { Part } from '../../dist/rows/table.js';
import { bothKernels, readFrom, readTable, wanting } from './readFrom.js';

it('reads a part whose first row starts far behind where the part does, inside of quotes that hold what looks like rows', async () => {
  const head = 'note,label,p_a,p_b\n';
  const before = `"${'x,a,0.5,0.5\n'.repeat(40_000)}",a,0.25,0.75\n`;
  const bytes = new TextEncoder().encode(`${head}${before}y,b,0.5,0.5\n`);
  const start = head.length + before.length;
  for (const kernels of await bothKernels()) {
    const table = readFrom(bytes, openCsv(0, 'x.csv', bytes.length));
    const wanted = wanting(table.columns, { numbers: [2, 3], truth: 1, classes: ['a', 'b'] });
    // First as it is when nothing is known, which leaves text in the buffer.
    const part: Omit<Part, 'table'> = { from: 100_000, to: bytes.length };
    const known = { ...part, known: { start, linesBefore: 0 } };
    const { taken, spans } = readTable(table, [bytes], wanted, kernels, [part, known]);
    expect(taken.at(-1)).toEqual({ numbers: [0.5, 0.5], label: 1 });
    expect(spans.at(-1)).toMatchObject({ start, end: bytes.length });
    expect(taken.length).toBe(readTable(table, [bytes], wanted, kernels, [part]).taken.length + 1);
  }
});
