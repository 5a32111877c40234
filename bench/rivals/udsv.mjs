import { createReadStream } from 'node:fs';
import { inferSchema, initParser } from 'udsv';
import { sums } from './sums.mjs';

const total = sums();
let parser;
for await (const chunk of createReadStream(process.argv[2], { encoding: 'utf8', highWaterMark: 1 << 20 })) {
  parser ??= initParser(inferSchema(chunk));
  parser.chunk(chunk, parser.typedArrs, (row) => total.add(row[1], [row[2], row[3], row[4]]));
}
parser.end();
total.print();
