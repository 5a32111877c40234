import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { sums } from './sums.mjs';

const total = sums();
for await (const row of createReadStream(process.argv[2]).pipe(parse({ from_line: 2 }))) total.add(row[1], [Number(row[2]), Number(row[3]), Number(row[4])]);
total.print();
