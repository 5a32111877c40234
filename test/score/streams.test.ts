import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ScoreOptions, scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { Feed } from '../../dist/rows/bytes/feed.js';
import { Flow } from '../../dist/rows/bytes/flow.js';
import { startThreads } from '../../dist/tasks/threads.js';
import { ndjson, parquet, readColumns } from '../sources/fixtures.js';
import { ended } from '../support/ended.js';
import { rejected } from '../support/error.js';
import { distribution, random, testSet } from '../support/random.js';
import { fairbits, figures, folder, json, write } from './cli.js';
import { hardCsv } from './hardCsv.js';

const UNIFORM = ['--prior', 'uniform'];
/** Where no temporary file can be made. */
const NOWHERE = { env: { ...process.env, TMPDIR: join(folder, 'nowhere') } };

/** Rows as they are often written: a few MB, more than what is read ahead to tell the columns. */
function usual(rows: number, seed = 1): string {
  const { estimates, labels } = testSet(random(seed), rows, 3);
  const lines = Array.from(labels, (label, r) => `${r},${'abc'[label]},${estimates.subarray(3 * r, 3 * r + 3).join(',')}\n`);
  return `id,label,p_a,p_b,p_c\n${lines.join('')}`;
}
const LARGE = usual(25_000);
const large = write('large.csv', LARGE);

/** A pipe in the folder that a command of the shell writes to. */
function pipe(name: string, command: string): string {
  execFileSync('mkfifo', [name], { cwd: folder });
  execFileSync('sh', ['-c', `(${command} > ${name}) > /dev/null 2>&1 &`], { cwd: folder });
  return join(folder, name);
}

/** Everything that scoring finds but the names of the files. */
async function found(files: string[], options: ScoreOptions = {}): Promise<unknown> {
  const { report, skipped, skippedFirst, statistics } = await scoreFiles(files, { prior: 'uniform', ...options });
  const unnamed = (text: string): string => files.reduce((all, file) => all.replaceAll(`${file}:`, ':'), text);
  return {
    ...figures(report as never),
    warnings: report.warnings.map(unnamed),
    skipped,
    skippedFirst: skippedFirst.map(unnamed),
    statistics: JSON.stringify(statistics),
  };
}

describe('a stream comes to the bits of the file', () => {
  it('a pipe, a gzipped file and a gzipped pipe, on any number of threads', async () => {
    const packed = write('large.csv.gz', gzipSync(LARGE));
    for (const [rangeBytes, prior, counts] of [
      [2 ** 22, 'uniform', [2]],
      [200_003, 'uniform', [1, 3]],
      [200_003, 'test', [2]],
    ] as const) {
      const whole = await found([large], { threads: 1, rangeBytes, prior });
      for (const threads of counts) {
        const options = { threads, rangeBytes, prior };
        expect(await found([pipe(`raw-${threads}-${rangeBytes}-${prior}`, 'cat large.csv')], options)).toEqual(whole);
        expect(await found([pipe(`packed-${threads}-${rangeBytes}-${prior}`, 'cat large.csv.gz')], options)).toEqual(whole);
        expect(await found([packed], options)).toEqual(whole);
      }
    }
  });

  it('by the command, without a temporary file', () => {
    const whole = figures(json(['score', large, ...UNIFORM]));
    write('large.gz', gzipSync(LARGE));
    write('members.csv.gz', Buffer.concat([gzipSync(LARGE.slice(0, 70_001)), gzipSync(LARGE.slice(70_001))]));
    const command = (args: string[], options = {}): unknown => figures(json(['score', ...args, ...UNIFORM], { ...NOWHERE, ...options }));
    for (const threads of [
      ['--threads', '1'],
      ['--threads', '3'],
    ]) {
      expect(command(['-', ...threads], { input: LARGE })).toEqual(whole);
      expect(command(['-', ...threads], { input: gzipSync(LARGE) })).toEqual(whole);
      for (const name of ['large.gz', 'members.csv.gz']) expect(command([join(folder, name), ...threads])).toEqual(whole);
      const file = openSync(large, 'r');
      expect(command(['-', ...threads], { stdio: [file, 'pipe', 'pipe'] })).toEqual(whole);
      closeSync(file);
    }
  });

  it('what takes a second look is kept beside; what cannot be told of a stream has a reason', async () => {
    // More than 16 classes, and more than the first MiB.
    const names = Array.from({ length: 18 }, (_, i) => `c${i}`);
    const next = random(18);
    const row = (): string => `${names[Math.floor(next() * 18)]},${distribution(next, 18).join(',')}\n`;
    const many = write('many.csv', `label,${names.map((name) => `p_${name}`).join(',')}\n${Array.from({ length: 4000 }, row).join('')}`);
    const whole = await found([many], { prior: 'test' });
    expect(whole).toMatchObject({ secondLook: ['generalizedReward'] });
    expect(await found([pipe('many', 'cat many.csv')], { prior: 'test', threads: 2 })).toEqual(whole);
    // Classes in order: the first rows are no sample of the rest.
    const sorted = ['x', 'y', 'z'].flatMap((name, i) =>
      Array.from({ length: [60_000, 30_000, 10_000][i] }, () => `${name},${distribution(next, 3).join(',')}\n`),
    );
    const file = write('sorted.csv', `label,p_x,p_y,p_z\n${sorted.join('')}`);
    const report = json(['score', file, '--no-ranking']);
    expect(report.secondLook).toEqual(['kononenkoBratko']);
    expect(report.measures.kononenkoBratko.standardError).toEqual(expect.any(Number));
    const streamed = json(['score', '-', '--no-ranking'], { input: readFileSync(file) });
    const { kononenkoBratko, ...others } = streamed.measures;
    expect(kononenkoBratko).toMatchObject({ mean: null, standardError: null, reason: expect.stringContaining('another look') });
    expect(others).toEqual((({ kononenkoBratko: _, ...rest }) => rest)(report.measures));
    expect(fairbits(['score', '-', '--no-ranking', '--full'], { input: readFileSync(file) }).stdout).toContain('not known: ');
  });

  it('several, with files between them', async () => {
    const texts = [1, 2, 3, 4].map((seed) => usual(9000, seed));
    const files = texts.map((text, i) => write(`several-${i}.csv`, text));
    const packed = texts.map((text, i) => write(`several-${i}.csv.gz`, gzipSync(text)));
    for (const rangeBytes of [2 ** 22, 90_001]) {
      const whole = await found(files, { threads: 1, rangeBytes });
      for (const threads of [1, 3]) {
        expect(await found(packed, { threads, rangeBytes })).toEqual(whole);
        const mixed = [packed[0], files[1], pipe(`mixed-${threads}-${rangeBytes}`, 'cat several-2.csv'), packed[3]];
        expect(await found(mixed, { threads, rangeBytes })).toEqual(whole);
      }
    }
    expect(figures(json(['score', files[0], '-', packed[2], files[3], ...UNIFORM], { input: texts[1], ...NOWHERE }))).toEqual(
      figures(json(['score', ...files, ...UNIFORM])),
    );
  });

  it('two pipes that one writer fills, one after the other', async () => {
    execFileSync('mkfifo', ['first', 'second'], { cwd: folder });
    execFileSync('sh', ['-c', '(cat large.csv > first; cat large.csv > second) > /dev/null 2>&1 &'], { cwd: folder });
    expect(await found([join(folder, 'first'), join(folder, 'second')])).toEqual(await found([large, large]));
  });

  it('rows that are hard to tell, good and bad, with their lines', async () => {
    for (const seed of [31, 32])
      for (const bad of [0, 0.1]) {
        const text = hardCsv(seed, 80, bad);
        const file = write('hard.csv', text);
        const packed = write('hard.csv.gz', gzipSync(text));
        for (const [rangeBytes, threads] of [
          [17, 2],
          [400, 1],
        ]) {
          const options = { rangeBytes, threads, skipBad: bad > 0 };
          expect(await found([packed], options)).toEqual(await found([file], options));
        }
      }
  });

  it('more than the memory that it comes by holds', () => {
    const rows = LARGE.slice(LARGE.indexOf('\n') + 1);
    const times = Math.ceil((50 * 2 ** 20) / rows.length);
    const file = write('larger.csv', LARGE + rows.repeat(times - 1));
    const whole = json(['score', file, ...UNIFORM, '--no-ranking']);
    expect(whole.rows).toBe(25_000 * times);
    for (const threads of ['1', '2'])
      expect(figures(json(['score', pipe(`larger-${threads}`, 'cat larger.csv'), ...UNIFORM, '--no-ranking', '--threads', threads], NOWHERE))).toEqual(
        figures(whole),
      );
  });
});

describe('standard input that is a file', () => {
  it('is read from where others have left it', () => {
    const file = write('second.csv', `not a header\n${LARGE.slice(0, 5000).replace(/[^\n]*$/, '')}`);
    const rest = write('rest.csv', readFileSync(file, 'utf8').slice(13));
    const script = `read line; ${process.execPath} dist/bin/fairbits.js score - --prior uniform --json`;
    const report = JSON.parse(execFileSync('bash', ['-c', script], { stdio: [openSync(file, 'r'), 'pipe', 'pipe'], ...NOWHERE, encoding: 'utf8' }));
    expect(figures(report)).toEqual(figures(json(['score', rest, ...UNIFORM])));
  });

  it.each([
    ['Parquet', (columns: never) => new Uint8Array(parquet(columns))],
    ['NDJSON', (columns: never) => Buffer.from(ndjson(columns))],
    ['gzipped', () => gzipSync(readFileSync('examples/forecasters/calibrated.csv'))],
  ] as const)('%s', (name, make) => {
    const columns = readColumns('examples/forecasters/calibrated.csv');
    const path = write(`standard-${name}`, make(columns as never));
    for (const prior of ['uniform', 'test']) {
      const file = openSync(path, 'r');
      const read = json(['score', '-', '--prior', prior], { stdio: [file, 'pipe', 'pipe'] });
      closeSync(file);
      expect(figures(read)).toEqual(figures(json(['score', path, '--prior', prior])));
    }
  });
});

describe('what is no text comes by a pipe, too', () => {
  const columns = readColumns('examples/forecasters/calibrated.csv');
  it.each([
    ['parquet', () => new Uint8Array(parquet(columns))],
    ['ndjson', () => Buffer.from(ndjson(columns))],
  ] as const)('%s', (name, make) => {
    const path = write(`piped.${name}`, make());
    const whole = figures(json(['score', path, ...UNIFORM]));
    expect(figures(json(['score', '-', ...UNIFORM], { input: make() }))).toEqual(whole);
    expect(figures(json(['score', '-', ...UNIFORM], { input: gzipSync(make()) }))).toEqual(whole);
    expect(figures(json(['score', write(`packed.${name}.gz`, gzipSync(make())), ...UNIFORM]))).toEqual(whole);
  });
});

describe('what is wrong with a stream', () => {
  const head = 'id,label,p_a,p_b,p_c\n';
  const good = '1,a,0.5,0.3,0.2\n2,b,0.2,0.5,0.3\n';
  const message = (input: string | Uint8Array, ...args: string[]): string => {
    const { status, stderr, stdout } = fairbits(['score', '-', ...UNIFORM, ...args], { input, ...NOWHERE });
    expect([status, stdout]).toEqual([2, '']);
    return stderr;
  };

  it('is said as of a file, with its line', async () => {
    const far = head + good.repeat(40_000);
    const rows = [
      ['fields', '3,c,0.1\n', /^FILE:80002: 3 fields, but the header has 5/],
      ['value', '3,c,0.1,oops,0.8\n', /^FILE:80002: column "p_b" holds "oops"/],
      ['estimates-sum', '3,c,0.1,0.3,0.8\n', /^FILE:80002: the estimates sum to 1\.2/],
      ['fields', '3,c,0.', /^FILE:80002: 3 fields/],
    ] as const;
    for (const [i, [code, row, said]] of rows.entries()) {
      write(`far-${i}`, far + row);
      write(`far-${i}.gz`, gzipSync(far + row));
      for (const [threads, packed] of [
        [1 + (i % 2), ''],
        [2 - (i % 2), '.gz'],
      ]) {
        const path = pipe(`far-${i}-${threads}${packed}`, `cat far-${i}${packed}`);
        const { message: text } = await rejected(code, scoreFiles([path], { prior: 'uniform', threads: Number(threads) }));
        expect(text.replace(path, 'FILE')).toMatch(said);
      }
      expect(message(i % 2 === 0 ? far + row : gzipSync(far + row)).replace('fairbits: standard input', 'FILE')).toMatch(said);
    }
    expect(message('')).toBe('fairbits: standard input is empty: expected a header line and rows of predictions\n');
    expect(message(head)).toMatch(/standard input: there is a header but no row/);
    expect(message(gzipSync(''))).toMatch(/standard input is empty/);
    expect(message(`${head}1,"c,0.1,0.1,0.8\n${good.repeat(600_000)}`)).toMatch(/standard input:2: a row is longer than/);
  });

  it('is said at once, though nothing more may ever come', async () => {
    const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'score', '-', ...UNIFORM], { stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.on('error', () => {});
    child.stdin.write(`${head}3,c,0.1\n${good.repeat(300_000)}`);
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    expect(await new Promise((done) => child.on('exit', done))).toBe(2);
    expect(stderr).toMatch(/standard input:2: 3 fields/);
    child.stdin.destroy();
  });

  it('bad rows are skipped, and named', () => {
    const text = `${head}${good.repeat(50_000)}3,c,0.1\n${good}${good}x,a,0.9,0.9,0.9\n${good}`;
    const options = ['--on-error', 'skip', ...UNIFORM];
    for (const threads of ['1', '2']) {
      const { rows, skipped, warnings } = json(['score', '-', ...options, '--threads', threads], { input: text, ...NOWHERE });
      expect([rows, skipped]).toEqual([100_006, 2]);
      expect(warnings[0]).toMatch(/standard input:100002: 3 fields.*standard input:100007: the estimates sum to/);
    }
  });

  it('a gzipped one that is cut short or damaged, wherever its rows are bad', async () => {
    const whole = gzipSync(usual(20_000));
    const damaged = Buffer.from(gzipSync(`${head}${good}3,c,0.1\n${usual(20_000).slice(head.length)}`));
    damaged[damaged.length - 6] ^= 1;
    for (const bytes of [whole.subarray(0, whole.length - 20), whole.subarray(0, 30_000), whole.subarray(0, 5), damaged]) {
      const said = 'cannot be unpacked: it is cut short, damaged, or no gzip file';
      expect(message(bytes)).toBe(`fairbits: standard input ${said}\n`);
      const file = write('damaged.csv.gz', bytes);
      for (const threads of [1, 2]) expect((await rejected('file', scoreFiles([file], { prior: 'uniform', threads }))).message).toBe(`${file} ${said}`);
    }
    const none = write('none.csv.gz', head + good);
    expect(fairbits(['score', none, ...UNIFORM]).stderr).toBe(`fairbits: ${none} cannot be unpacked: it is cut short, damaged, or no gzip file\n`);
  });
});

describe('a single column of estimates', () => {
  const rows = 'y,p\n1,0.25\n1,0.75\n';
  it('the other class is found among the first rows', () => {
    const { classes } = json(['score', '-', '--probs', 'p', '--positive', '1', ...UNIFORM], {
      input: `${rows}0,0.5\n${'1,0.5\n'.repeat(300_000)}`,
      ...NOWHERE,
    });
    expect(classes).toEqual(['0', '1']);
  });

  it('or behind so many that they are kept', () => {
    const text = `${rows}${'1,0.5\n'.repeat(300_000)}0,0.5\n`;
    for (const input of [text, gzipSync(text)]) {
      const { classes, rows } = json(['score', '-', '--probs', 'p', '--positive', '1', ...UNIFORM], { input });
      expect([classes, rows]).toEqual([['0', '1'], 300_003]);
    }
  });
});

describe.skipIf(process.platform !== 'linux')('a stop', () => {
  const until = async (there: () => boolean): Promise<void> => {
    while (!there()) await new Promise((wait) => setTimeout(wait, 20));
  };
  /** Where a link leads, if it is still there. */
  const linked = (path: string): string | undefined => {
    try {
      return readlinkSync(path);
    } catch {
      return undefined;
    }
  };

  /** What a command ends with that is told to stop while it waits, and how long it takes to do so. */
  async function stopped(args: string[], signal: NodeJS.Signals, input: 'pipe' | 'ignore'): Promise<{ code: unknown; left: string[]; ms: number }> {
    const place = join(folder, `stopped-${signal}-${args.length}-${input}`);
    mkdirSync(place);
    const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'score', ...args], {
      stdio: [input, 'ignore', 'ignore'],
      env: { ...process.env, TMPDIR: place },
    });
    child.stdin?.on('error', () => {});
    // All is taken that was written; or the pipe that nobody writes to has been opened.
    if (child.stdin) await new Promise((taken) => child.stdin?.write(LARGE, taken));
    else await until(() => readdirSync(`/proc/${child.pid}/fd`).some((fd) => linked(`/proc/${child.pid}/fd/${fd}`) === args[0]));
    expect(child.exitCode).toBeNull();
    const begun = performance.now();
    child.kill(signal);
    const code = await ended(child);
    const ms = performance.now() - begun;
    child.stdin?.destroy();
    return { code, left: readdirSync(place), ms };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends at once, however long a pipe would be waited for', async (signal, status) => {
    execFileSync('mkfifo', [`silent-${signal}`], { cwd: folder });
    const silent = join(folder, `silent-${signal}`);
    const cases = [
      [['-', ...UNIFORM], 'pipe'],
      [['-', ...UNIFORM, '--threads', '1'], 'pipe'],
      [['-', '--prior', 'test', '--no-ranking', '--quiet', '--json'], 'pipe'],
      [[silent, ...UNIFORM], 'ignore'],
    ] as const;
    for (const { code, left, ms } of await Promise.all(cases.map(([args, input]) => stopped([...args], signal, input)))) {
      expect([code, left]).toEqual([status, []]);
      expect(ms).toBeLessThan(1000);
    }
  });
});

describe('threads', () => {
  it('one that ends before its work is an error', async () => {
    const [thread] = startThreads(1);
    const failed = new Promise((fail) => thread.listen(() => {}, fail));
    thread.stop();
    expect(String(await failed)).toContain('a thread has ended');
  });

  it('so is the one that reads streams', async () => {
    execFileSync('mkfifo', ['never'], { cwd: folder });
    const feed = new Feed();
    const opened = feed.open({ name: 'never', once: openSync(join(folder, 'never'), constants.O_RDONLY | constants.O_NONBLOCK) });
    feed.stop();
    await expect(opened).rejects.toThrow('the thread that reads streams has ended');
  });
});

it('what flows is read as it was written, however little room there is', () => {
  const next = random(5);
  const streams = [1000, 1, 0, 777].map((length) => Uint8Array.from({ length }, () => next() * 256));
  // Blocks of 16 bytes, of which the last may be begun and the first not done with.
  const flow = Flow.create(streams.length, 80, 64, 16);
  const copy = Flow.from(flow.posted);
  for (const [s, bytes] of streams.entries()) {
    const got = new Uint8Array(bytes.length);
    for (let written = 0, read = 0; read < bytes.length; ) {
      while (written < bytes.length && written - read < 40) {
        const part = bytes.subarray(written, written + Math.ceil(next() * 20)).subarray(0, 64 - (written - read));
        const room = flow.room().subarray(0, part.length);
        room.set(part.subarray(0, room.length));
        flow.wrote(room.length);
        written += room.length;
      }
      read += copy.read(s, got.subarray(read, read + Math.ceil(next() * 30)), read) as number;
      copy.leave(s, read);
    }
    expect(copy.read(s, new Uint8Array(1), bytes.length)).toBeUndefined();
    flow.end();
    expect(copy.size(s)).toEqual({ bytes: bytes.length, ended: true });
    expect(copy.read(s, new Uint8Array(1), bytes.length)).toBe(0);
    expect(got).toEqual(bytes);
  }
});

it('a missing file is said before a pipe is read', async () => {
  const path = pipe('unread', 'cat large.csv');
  expect((await rejected('file', scoreFiles([path, join(folder, 'missing.csv')], { prior: 'uniform' }))).message).toContain('no such file');
  expect(existsSync(path)).toBe(true);
});
