import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { withoutProgress } from '../support/withoutProgress.js';
import { arrow, FORECASTERS, Folder, ndjson, npy, parquet, readColumns, sameReport } from './fixtures.js';

const folder = new Folder();
afterAll(() => folder.remove());

const [CSV] = FORECASTERS;
const columns = readColumns(CSV);
const THREE = ['home', 'draw', 'away'];

function fairbits(args: string[], input?: Uint8Array | string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli/fairbits.js', ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr: withoutProgress(stderr) };
}

const estimates = Float64Array.from({ length: 6000 }, (_, i) => columns[`p_${THREE[i % 3]}`][Math.floor(i / 3)] as number);
const labels = Uint8Array.from(columns.label, (name) => THREE.indexOf(name as string));
const ofLabels = ['--labels', folder.write('labels.npy', npy(labels, '|u1', [2000])), '--classes', THREE.join(',')];

const FILES: [string, string | Uint8Array | ArrayBuffer, string[]][] = [
  ['a.ndjson', ndjson(columns), []],
  ['a.jsonl.gz', gzipSync(ndjson(columns)), []],
  ['a.parquet', parquet(columns, { codec: 'ZSTD' }), []],
  ['a.arrow', arrow(columns), []],
  ['a.feather', arrow(columns, { format: 'stream' }), []],
  ['a.npy', npy(estimates, '<f8', [2000, 3]), ofLabels],
  ['a.npy.gz', gzipSync(npy(estimates, '<f8', [2000, 3])), ofLabels],
];

describe('fairbits score', () => {
  const wanted = JSON.parse(fairbits(['score', CSV, '--json']).stdout);

  it.each(FILES)('%s', (name, content, options) => {
    const { status, stdout, stderr } = fairbits(['score', folder.write(name, content), ...options, '--json']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const { files, guesses, ...report } = JSON.parse(stdout);
    const { files: _, guesses: guessed, ...rest } = wanted;
    sameReport(report, rest);
    expect(files[0]).toContain(name);
    expect(guesses).toEqual(name.includes('npy') ? [] : guessed);
  });

  it('reads standard input, by its first bytes', () => {
    for (const input of [ndjson(columns), new Uint8Array(parquet(columns)), arrow(columns, { format: 'stream' })]) {
      const { status, stdout } = fairbits(['score', '-', '--json'], input);
      expect(status).toBe(0);
      expect(JSON.parse(stdout).rows).toBe(2000);
    }
  });

  it('writes rewards and tallies, which merge with those of CSV', () => {
    const file = folder.write('r.parquet', parquet(columns));
    const [rewards, fromCsv, saved, savedCsv] = ['r.csv', 'c.csv', 'r.json', 'c.json'].map((name) => folder.write(name, ''));
    expect(fairbits(['score', file, '--rewards', rewards, '--save', saved]).status).toBe(0);
    expect(fairbits(['score', CSV, '--rewards', fromCsv, '--save', savedCsv]).status).toBe(0);
    expect(readFileSync(rewards, 'utf8')).toBe(readFileSync(fromCsv, 'utf8'));
    const merged = fairbits(['merge', saved, savedCsv, '--json']);
    expect(merged.status).toBe(0);
    expect(JSON.parse(merged.stdout).rows).toBe(4000);
  });

  it('ends with 2 and one line where a file cannot be used, and leaves nothing behind', () => {
    const { label, ...rest } = columns;
    const broken = [
      folder.write('cut.parquet', new Uint8Array(parquet(columns)).subarray(0, 5000)),
      folder.write('cut.arrow', arrow(columns).subarray(0, 5000)),
      folder.write('cut.ndjson.gz', gzipSync(ndjson(columns)).subarray(0, 500)),
      folder.write('cut.ndjson', '{"label":"a","p_a":0.5,"p_b"'),
      folder.write('cut.npy', npy(estimates, '<f8', [2000, 3]).subarray(0, 500)),
      folder.write('truthless.parquet', parquet(rest)),
    ];
    for (const file of broken) {
      const options = file.endsWith('npy') ? ofLabels : [];
      const { status, stdout, stderr } = fairbits(['score', file, ...options, '--rewards', folder.path('out.csv')]);
      expect(status, file).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^fairbits: [^\n]+\n(?:Try: [^\n]+\n)?$/);
    }
    expect(readdirSync(folder.path('.')).filter((name) => name.startsWith('out.csv'))).toEqual([]);
    expect(fairbits(['score', folder.write('a.npy', npy(estimates, '<f8', [2000, 3]))]).status).toBe(2);
  });

  it('skips bad rows if asked to', () => {
    const file = folder.write('bad.ndjson', `${ndjson(columns)}{"label":"home"}\n`);
    expect(fairbits(['score', file]).status).toBe(2);
    const { status, stdout } = fairbits(['score', file, '--on-error', 'skip', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).skipped).toBe(1);
  });
});

describe('what is loaded', () => {
  it('for CSV is none of the libraries for other formats', () => {
    for (const file of [
      'dist/fairbits.page.js',
      'dist/index.js',
      'dist/node.js',
      'dist/tasks/score/scoreFiles.js',
      'dist/tasks/score/scoreTables.js',
      'dist/tables.js',
    ])
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/hyparquet|flechette/);
  });

  it('by the readers is nothing that only Node has', () => {
    const files = ['rows', 'rows/csv', 'rows/tables'].flatMap((folder) => readdirSync(`dist/${folder}`).map((name) => `${folder}/${name}`));
    expect(files.length).toBeGreaterThan(20);
    for (const name of [...files.filter((file) => file.endsWith('.js')), 'tables.js', 'tasks/score/partScorer.js', 'tasks/score/totals.js'])
      expect(readFileSync(`dist/${name}`, 'utf8'), name).not.toMatch(/from 'node:/);
  });
});
