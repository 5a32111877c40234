import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { random } from '../support/random.js';

/** Rows of two classes, with columns of every kind that the pages name. */
function table(rows: number, skill: number, seed: number): string[][] {
  const next = random(seed);
  return Array.from({ length: rows }, (_, row) => {
    const p = next();
    const said = Math.min(0.99, Math.max(0.01, 0.5 + skill * (p - 0.5)));
    const truth = 'abc'[Math.floor(3 * next())];
    const label = next() < p ? 'yes' : 'no';
    const cells = [
      label,
      1 - said,
      said,
      row,
      ['east', 'west'][row % 2],
      18 + (row % 60),
      1 + (row % 3),
      100 + row,
      row % 10,
      truth,
      row % 5 ? truth : `${truth}|b`,
    ];
    return cells.map((cell) => String(cell === `b|b` ? 'b' : cell));
  });
}
const HEADER = 'label,p_no,p_yes,case,region,age,n,loan,fold,truth,predicted';
const csv = (rows: string[][]): string => `${HEADER}\n${rows.map((row) => row.join()).join('\n')}\n`;

/** Files under the names that the pages use, so that their commands can be run as they stand. */
export function writeFixtures(folder: string): void {
  const put = (name: string, data: string | Uint8Array): void => writeFileSync(join(folder, name), data);
  const good = table(400, 1, 1);
  const timid = table(400, 0.4, 1);
  for (const name of ['predictions', 'a', 'new', 'test', 'b.held', 'part-1', 'part-2']) put(`${name}.csv`, csv(good));
  for (const name of ['old', 'b', 'c', 'validation', 'baseline']) put(`${name}.csv`, csv(timid));
  put('train.csv', csv(table(300, 1, 2)));
  put('prices.csv', `price,estimate\n${good.map(([, , p], row) => `${row},${row + 10 * Number(p)}`).join('\n')}\n`);
  put('sets.csv', `y,said\n${good.map((row) => `${row[9]},${row[10]}`).join('\n')}\n`);
  put('costs.csv', ',no,yes\nno,0,1\nyes,5,0\n');
  put('folds.csv', `fold,a,b\n${Array.from({ length: 10 }, (_, fold) => `${fold},${0.8 + fold / 100},${0.79 + (fold % 3) / 100}`).join('\n')}\n`);
  put('predictions.ndjson', good.map(([label, no, yes]) => `${JSON.stringify({ label, p_no: Number(no), p_yes: Number(yes) })}\n`).join(''));
  put(
    'weather.arff',
    `@relation weather\n@attribute outlook {sunny,rainy}\n@attribute play {no,yes}\n@data\n${'sunny,no\nrainy,yes\nrainy,yes\nsunny,yes\n'.repeat(5)}`,
  );
  copyFileSync(join(folder, 'weather.arff'), join(folder, 'data.arff'));
  const columns = { outcome: good.map(([label]) => label), prob_no: good.map(([, no]) => Number(no)), prob_yes: good.map(([, , yes]) => Number(yes)) };
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data, type: name === 'outcome' ? ('STRING' as const) : ('DOUBLE' as const) }));
  put('predictions.parquet', new Uint8Array(parquetWriteBuffer({ columnData })));
  put('predictions.feather', tableToIPC(tableFromArrays(columns), { format: 'file' }) as Uint8Array);
  const shapes = resolve('test/first-minute/shapes');
  copyFileSync(join(shapes, 'savez.npz'), join(folder, 'predictions.npz'));
  copyFileSync(join(shapes, 'long.csv'), join(folder, 'long.csv'));
  const three = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 0.5 : 0.25));
  put('probs.npy', npy('<f8', '(100, 3)', three));
  put(
    'labels.npy',
    npy(
      '|u1',
      '(100,)',
      Uint8Array.from({ length: 100 }, (_, i) => i % 2),
    ),
  );
  put('p.npy', npy('<f8', '(100,)', three.slice(0, 100)));
  mkdirSync(join(folder, 'examples'));
  cpSync('examples/forecasters', join(folder, 'examples', 'forecasters'), { recursive: true });
  const command = `"${process.execPath}" "${resolve('dist/bin/fairbits.js')}"`;
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of [
    ['fairbits', `exec ${command} "$@"`],
    ['npx', `shift; exec ${command} "$@"`],
    ['npm', npmScript(command)],
  ])
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** An npm that knows what the pages ask of it: it installs what is built. */
const npmScript = (command: string): string => `case "$*" in
  "start -- "*) shift 2; exec ${command} "$@";;
  "init --yes") echo '{}' > package.json;;
  "install fairbits") mkdir -p node_modules && ln -s "${resolve('.')}" node_modules/fairbits;;
  *) echo "this npm does not know: $*" >&2; exit 1;;
esac`;

function npy(descr: string, shape: string, values: Float64Array | Uint8Array): Uint8Array {
  const head = Buffer.alloc(128, ' ');
  head.write('\x93NUMPY\x01\x00', 'latin1');
  head.writeUInt16LE(118, 8);
  head.write(`{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`, 10, 'latin1');
  head.write('\n', 127);
  return Buffer.concat([head, new Uint8Array(values.buffer)]);
}
