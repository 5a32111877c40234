import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import { sums } from './sums.mjs';

const total = sums();
let header = true;
Papa.parse(createReadStream(process.argv[2]), {
  step({ data }) {
    if (!header && data.length === 5) total.add(data[1], [Number(data[2]), Number(data[3]), Number(data[4])]);
    header = false;
  },
  complete: total.print,
});
