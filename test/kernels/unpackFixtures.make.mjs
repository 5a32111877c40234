// Packs the contents of unpackContents.mjs with the real compressors, the commands zstd and lz4, into unpackFixtures.ts. By hand, when
// the contents change:
//   node test/kernels/unpackFixtures.make.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contents } from './unpackContents.mjs';

const ZSTD = [
  ['empty', '-3'],
  ['one', '-3', '--no-check'],
  ['tiny', '-1', '--no-check'],
  ['tiny', '-19'],
  ['short', '-1'],
  ['short', '-3', '--no-check'],
  ['short', '-19', 'sized'],
  ['text', '-1', 'sized'],
  ['text', '-3'],
  ['text', '-19', '--no-check'],
  ['longText', '-19', '--target-compressed-block-size=1340'],
  ['doubles', '-1'],
  ['doubles', '-3', '--no-check', 'sized'],
  ['doubles', '-19', '--target-compressed-block-size=1340'],
  ['fewDoubles', '-1', '--no-check'],
  ['fewDoubles', '-19', 'sized'],
  ['again', '-3', 'sized'],
  ['noise', '-3', 'sized'],
  ['runs', '-1', '--no-check', 'sized'],
  ['runs', '-19'],
  ['quiet', '-3'],
  ['quiet', '-19', '--no-check', 'sized'],
  ['skewed', '-1'],
  ['fewBytes', '-3', 'sized'],
  ['fewBytes', '-19'],
  ['skewedWide', '-3'],
];
const LZ4 = [
  ['short', '-1'],
  ['text', '-1'],
  ['again', '-9'],
  ['runs', '-1'],
];

function zstd([name, ...args]) {
  const input = contents[name]();
  const given = args.map((arg) => (arg === 'sized' ? `--stream-size=${input.length}` : arg));
  const { stdout, status } = spawnSync('zstd', [...given, '--stdout', '--no-progress'], { input });
  if (status !== 0) throw new Error(`zstd ${given.join(' ')}`);
  return stdout;
}

/** The only block of a frame, which is at most 4 MB. */
function lz4([name, level]) {
  const frame = execFileSync('lz4', [level, '--no-frame-crc', '--stdout', '-q'], { input: contents[name]() });
  if (frame[4] & 8) throw new Error('a frame with a size');
  const length = frame.readUInt32LE(7);
  // A block that could not be packed has the highest bit.
  if (length >= 2 ** 31) throw new Error(`${name} is not packed`);
  return frame.subarray(11, 11 + length);
}

const table = (name, rows, pack) => `/** What is packed, with what options, and the bytes. */
export const ${name}: [string, string, string][] = [
${rows.map((row) => `  ['${row[0]}', '${row.slice(1).join(' ')}', '${pack(row).toString('base64')}'],`).join('\n')}
];
`;
const version = execFileSync('zstd', ['--version'])
  .toString()
  .match(/v[\d.]+/)[0];
writeFileSync(
  fileURLToPath(new URL('unpackFixtures.ts', import.meta.url)),
  `// Made by unpackFixtures.make.mjs, with zstd ${version} and lz4.\n\n${table('ZSTD', ZSTD, zstd)}\n${table('LZ4', LZ4, lz4)}`,
);
