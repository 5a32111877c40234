import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ScoreOptions, scoreFiles } from '../../dist/node.js';
import { fairbits, folder, write } from '../score/cli.js';
import { npy } from '../sources/fixtures.js';
import { ended } from '../support/ended.js';

const bin = resolve('dist/bin/fairbits.js');

/** Code that runs in every thread of the command before its own. */
function before(name: string, code: string): string[] {
  return ['--require', write(`${name}.cjs`, `const fs = require('node:fs');\nconst threads = require('node:worker_threads');\n${code}`)];
}

const rows = `label,p_a,p_b,pred,num,id\n${'a,0.75,0.25,a,1.5,x1\nb,0.25,0.75,a b,2.5,x2\na,0.5,0.5,b,1,x3\nb,0.5,0.5,b,2,x4\n'.repeat(3)}`;

/** Files of two learners, in every format that a command may be given. */
function fresh(name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'a.csv'), rows);
  writeFileSync(join(place, 'b.csv'), rows.replaceAll('0.75', '0.625').replaceAll('0.25', '0.375'));
  writeFileSync(join(place, 'a.csv.gz'), gzipSync(rows));
  writeFileSync(join(place, 'a.ndjson'), '{"label":"a","p_a":0.75,"p_b":0.25}\n{"label":"b","p_a":0.25,"p_b":0.75}\n');
  cpSync('test/rows/fixtures/arrow1PlainNone.parquet', join(place, 'a.parquet'));
  return place;
}

// Signals and threads have nothing to do with the backend.
describe.skipIf(process.platform === 'win32')('a signal', () => {
  // As if a file were so large that the main thread computed for an hour: it hears nothing meanwhile.
  const busy = before(
    'busy',
    `if (threads.isMainThread) {
      const read = fs.readSync;
      fs.readSync = (...args) => {
        if (fs.fstatSync(args[0]).isFile()) {
          fs.writeSync(2, 'busy\\n');
          for (;;) Math.random();
        }
        return read(...args);
      };
    }`,
  );

  const outputs = ['--rewards', 'r.csv', '--save', 's.json', '--html', 'h.html', '--svg', 'charts/new'];
  const commands = [
    ['score', 'a.csv', ...outputs],
    ['score', 'a.csv', '--threads', '2', '--json'],
    ['score', 'a.ndjson', '--weights', 'p_a'],
    ['score', 'a.parquet', '--threads', '1'],
    ['score', 'a.csv', '--bootstrap', '100', '--true-probs', 'p_*'],
    ['compare', 'a.csv', 'b.csv', '--id', 'id', '--html', 'h.html'],
    ['calibrate', 'a.csv', '--html', 'h.html'],
    ['recalibrate', '--fit', 'a.csv', '--apply', 'b.csv', '--out', 'o.csv'],
    ['rules', 'a.csv', '--predicted', 'pred', '--html', 'h.html'],
    ['regress', 'a.csv', '--actual', 'num', '--predicted', 'p_a'],
    ['decide', 'a.csv'],
    ['curves', 'a.csv'],
    ['priors', 'a.csv', 'b.csv'],
    ['test', 'delong', 'a.csv', 'b.csv'],
    ['test', 'bet', 'a.csv', 'b.csv'],
  ];

  it.each(commands.map((command, i) => [command.join(' '), command, (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)[i % 3]] as const))(
    'ends a main thread that computes: %s',
    async (name, command, signal) => {
      const place = fresh(`busy-${name.replace(/\W+/g, '-').slice(0, 60)}`);
      const there = readdirSync(place).sort();
      const child = spawn(process.execPath, [...busy, bin, ...command], { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
      let stdout = '';
      child.stdout.on('data', (text) => {
        stdout += text;
      });
      let stderr = '';
      const begun = new Promise<void>((done, fail) => {
        child.stderr.on('data', (text) => {
          stderr += text;
          if (stderr.includes('busy')) done();
        });
        child.on('exit', () => fail(new Error(`ended before it was busy: ${stderr}`)));
      });
      const status = ended(child);
      await begun;
      const killed = performance.now();
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      expect(await status).toBe(128 + constants.signals[signal]);
      clearTimeout(late);
      // It takes a few milliseconds where the machine has nothing else to do.
      expect(performance.now() - killed).toBeLessThan(5000);
      expect(stdout).toBe('');
      expect(readdirSync(place).sort()).toEqual(there);
    },
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('while files get their names leaves none: %s', (signal) => {
    const place = fresh(`naming-${signal}`);
    const there = readdirSync(place).sort();
    const naming = before(
      `naming-${signal}`,
      `const open = fs.openSync;
      fs.openSync = (path, ...args) => {
        const file = open(path, ...args);
        if (/s\\.json\\..*\\.partial$/.test(path)) process.kill(process.pid, '${signal}');
        return file;
      };`,
    );
    const { signal: by } = spawnSync(process.execPath, [...naming, bin, 'score', 'a.csv', ...outputs], { cwd: place, encoding: 'utf8', timeout: 60_000 });
    expect(by).toBe(signal);
    expect(readdirSync(place).sort()).toEqual(there);
  });
});

describe('a file that changes while it is read', () => {
  const text = `label,p_a,p_b\n${'a,0.75,0.25\nb,0.25,0.75\n'.repeat(500_000)}`;

  const changes: [string, (path: string) => void, RegExp][] = [
    ['is cut at the end of a line', (path) => truncateSync(path, 14 + 24 * 400_000), /it had \d+ bytes/],
    ['is emptied', (path) => truncateSync(path, 0), /it had \d+ bytes/],
    ['grows', (path) => appendFileSync(path, 'a,0.75,0.25\n'), /it had \d+ bytes, and has \d+ now/],
    ['is replaced', (path) => renameSync(write('other.csv', text), path), /another file has taken its place/],
    ['is written to', (path) => writeFileSync(path, text.replaceAll('0.75', '0.50').replaceAll('0.25', '0.50')), /it was written to|it had \d+ bytes/],
  ];

  it.each(changes)('%s: an error that names it', async (_, change, message) => {
    for (const threads of [1, 2]) {
      const path = write('changing.csv', text);
      let done = false;
      const onProgress: ScoreOptions['onProgress'] = () => {
        if (!done) change(path);
        done = true;
      };
      const error = await scoreFiles([path], { threads, onProgress }).then(
        () => undefined,
        (thrown) => thrown,
      );
      expect(error?.message).toContain(`${path} was changed while it was read: `);
      expect(error?.message).toMatch(message);
      expect(error?.file).toBe(path);
    }
  });

  it('is an input that cannot be used, with exit 2 and no outputs; also where it is gzipped, or labels', () => {
    const packed = write('changing.csv.gz', gzipSync(text));
    const path = write('changing.csv', text);
    for (const file of [path, packed]) {
      const whole = readFileSync(file);
      const cut = before(
        'cut',
        `const read = fs.readSync;
        let reads = 0;
        fs.readSync = (...args) => {
          if (++reads === ${file === packed ? 1 : 4}) fs.truncateSync(${JSON.stringify(file)}, ${Math.floor(whole.length / 24) * 12 + 14});
          return read(...args);
        };`,
      );
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [...cut, bin, 'score', file, '--threads', '1', '--json', '--save', join(folder, 'cut.json')],
        {
          encoding: 'utf8',
          timeout: 60_000,
        },
      );
      expect(stderr).toContain(`${file} was changed while it was read: `);
      expect(status).toBe(2);
      expect(stdout).toBe('');
      expect(readdirSync(folder)).not.toContain('cut.json');
      writeFileSync(file, whole);
    }
  });
});

it('a file that changes between two readings of one run is noticed, too: exit 2, and nothing is printed or written', () => {
  const place = fresh('between');
  const path = join(place, 'b.csv');
  const whole = readFileSync(path, 'utf8');
  const there = readdirSync(place).sort();
  let looks = 0;
  for (;;) {
    // It is cut when it is looked at for the so manieth time: before, between and after the readings.
    const cut = before(
      'between',
      `const stat = fs.statSync;
      let looks = 0;
      fs.statSync = (...args) => {
        if (String(args[0]).endsWith('b.csv') && looks++ === ${looks}) fs.truncateSync(args[0], ${whole.lastIndexOf('\n', whole.length - 2) + 1});
        return stat(...args);
      };`,
    );
    const command = ['compare', 'a.csv', 'b.csv', '--probs', 'p_*', '--bootstrap', '50', '--html', 'h.html'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...cut, bin, ...command], { cwd: place, encoding: 'utf8', timeout: 60_000 });
    if (readFileSync(path, 'utf8') === whole) {
      expect([status, stderr]).toEqual([0, '']);
      break;
    }
    expect([looks, status, stdout]).toEqual([looks, 2, '']);
    expect(stderr).toMatch(/^fairbits: .*(b\.csv was changed while it was read|expected predictions of the same instances)/);
    expect(readdirSync(place).sort()).toEqual(there);
    writeFileSync(path, whole);
    looks++;
  }
  expect(looks).toBeGreaterThan(4);
});

describe('what is read beside the predictions', () => {
  const predictions = `label,p_a,p_b\n${'a,0.75,0.25\nb,0.25,0.75\n'.repeat(4)}`;
  const made: Record<string, string | Uint8Array> = {
    'p.npy': npy(
      Float64Array.from({ length: 16 }, () => 0.5),
      '<f8',
      [8, 2],
    ),
    'labels.npy': npy(
      Uint8Array.from({ length: 8 }, (_, i) => i % 2),
      '|u1',
      [8],
    ),
    'train.csv': `label\n${'a\nb\n'.repeat(10)}`,
    'costs.csv': '0,1\n5,0\n',
    'a.csv': predictions,
  };

  it.each([
    ['labels.npy', ['score', 'p.npy', '--labels', 'labels.npy', '--save', 's.json']],
    ['train.csv', ['score', 'a.csv', '--prior', 'train:train.csv', '--save', 's.json']],
    ['costs.csv', ['decide', 'a.csv', '--costs', 'costs.csv']],
  ])('%s: where it changes meanwhile that is an error, with exit 2 and no output', (name, command) => {
    const place = join(folder, `beside-${name}`);
    mkdirSync(place);
    let looks = 0;
    let ends = '';
    // It is cut, made longer or written anew when the command looks at it for the so manieth time, until it does not any more.
    for (let changed = true; changed; looks++) {
      rmSync(join(place, 's.json'), { force: true });
      for (const [file, content] of Object.entries(made)) writeFileSync(join(place, file), content);
      const change = ['fs.truncateSync(path, 9)', "fs.appendFileSync(path, 'a')", 'fs.writeFileSync(path, fs.readFileSync(path))'][looks % 3];
      const changing = before(
        `beside-${name}-${looks}`,
        `let looks = 0;
        const seen = (path) => {
          if (!String(path).endsWith('${name}') || looks++ !== ${looks}) return;
          fs.writeSync(2, 'changed\\n');
          ${change};
        };
        for (const call of ['openSync', 'readFileSync', 'statSync']) {
          const real = fs[call];
          fs[call] = (path, ...args) => {
            seen(path);
            return real(path, ...args);
          };
        }`,
      );
      const { status, stdout, stderr } = spawnSync(process.execPath, [...changing, bin, ...command], { cwd: place, encoding: 'utf8', timeout: 60_000 });
      changed = stderr.startsWith('changed\n');
      if (!changed) expect([status, stderr]).toEqual([0, '']);
      else ends += status;
      if (status !== 0) expect([stdout, readdirSync(place).includes('s.json')]).toEqual(['', false]);
    }
    // What changes before it is first taken note of is only another file.
    expect(ends).toMatch(/^[02]{0,3}2{2,}$/);
  });
});

describe('a thread that ends without a word', () => {
  const text = `label,p_a,p_b\n${'a,0.75,0.25\nb,0.25,0.75\n'.repeat(1_000_000)}`;

  it.each([
    ['exits', 'process.exit(0)'],
    ['fails outside of all calls', "queueMicrotask(() => { throw new Error('out of order'); })"],
  ])('is an error where it %s while it scores', (what, end) => {
    const path = write('threads.csv', text);
    const mark = join(folder, `begun-${what.length}`);
    const dies = before(
      `dies-${what.replace(/\W/g, '')}`,
      `const read = fs.readSync;
      const wait = new Int32Array(new SharedArrayBuffer(4));
      let reads = 0;
      fs.readSync = (...args) => {
        // The main thread leaves some of it to the other.
        if (!threads.isMainThread) { fs.writeFileSync(${JSON.stringify(mark)}, ''); ${end}; }
        else if (++reads > 5) for (let i = 0; i < 200 && !fs.existsSync(${JSON.stringify(mark)}); i++) Atomics.wait(wait, 0, 0, 50);
        return read(...args);
      };`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [...dies, bin, 'score', path, '--threads', '2', '--json'], {
      encoding: 'utf8',
      timeout: 90_000,
    });
    expect(stderr).toMatch(/a thread has ended before its work|out of order/);
    expect(status).toBe(1);
    expect(stdout).toBe('');
  });

  it('is an error where it reads streams', () => {
    const path = write('streams.csv.gz', gzipSync(text.slice(0, 100_000)));
    const dies = before('feeder', "if (!threads.isMainThread) threads.parentPort.once('message', () => process.exit(0));");
    const { status, stdout, stderr } = spawnSync(process.execPath, [...dies, bin, 'score', path, '--json'], { encoding: 'utf8', timeout: 60_000 });
    expect(stderr).toContain('the thread that reads streams has ended');
    expect(status).toBe(1);
    expect(stdout).toBe('');
  });

  it('a command that nothing goes on with has failed, and says so', () => {
    const path = write('streams.csv.gz', gzipSync(text.slice(0, 100_000)));
    const lost = before('lost', 'threads.Worker.prototype.postMessage = function () { this.unref(); };');
    const { status, stdout, stderr } = spawnSync(process.execPath, [...lost, bin, 'score', path, '--json'], { encoding: 'utf8', timeout: 60_000 });
    expect(stderr).toContain('fairbits ended before its work was done');
    expect(status).toBe(1);
    expect(stdout).toBe('');
  });

  it('a bad row in a gzipped pipe is told at once, though who writes to it goes on', async () => {
    const child = spawn(process.execPath, [bin, 'score', '-', '--json'], { stdio: ['pipe', 'ignore', 'pipe'] });
    const packed = gzipSync(`label,p_a,p_b\na,0.75,0.25\nb,x,1\n${'a,0.75,0.25\n'.repeat(300_000)}`);
    child.stdin.on('error', () => {});
    child.stdin.write(packed.subarray(0, -1000));
    let stderr = '';
    child.stderr.on('data', (more) => {
      stderr += more;
    });
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
    expect(await ended(child)).toBe(2);
    clearTimeout(late);
    expect(stderr).toContain('standard input:3');
    child.stdin.destroy();
  });
});

it.skipIf(process.platform !== 'linux')('where WebAssembly cannot have its memory the plain backend is taken, to the same figures, and that is said', () => {
  const path = write('little.csv', rows);
  const score = (limit: string) =>
    spawnSync('bash', ['-c', `${limit} exec "$0" "$@"`, process.execPath, bin, 'score', path, '--probs', 'p_*', '--json', '--threads', '1'], {
      encoding: 'utf8',
      timeout: 60_000,
    });
  const much = score('');
  const little = score('ulimit -v 4000000;');
  expect([much.status, much.stderr]).toEqual([0, '']);
  expect(little.stderr).toContain('WebAssembly could not get its memory here, so the plain backend was used');
  expect(little.status).toBe(0);
  expect(little.stdout).toBe(much.stdout.replace('"backend": "wasm"', '"backend": "plain"'));
  expect(much.stdout).toContain('"backend": "wasm"');
});

it.skipIf(process.platform !== 'linux')('where there are too few descriptors for threads, that is said, and no fault of the command', () => {
  const path = write('descriptors.csv', rows);
  const said = new Set<string>();
  for (let most = 20; most <= 32; most += 2) {
    const { status, signal, stderr } = spawnSync(
      'bash',
      ['-c', `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, bin, 'score', path, '--probs', 'p_*', '--json', '--threads', '3'],
      { encoding: 'utf8', timeout: 60_000 },
    );
    expect(stderr).not.toContain('bug in fairbits');
    // Where Node itself cannot start it ends as it likes.
    if (signal === null && /^fairbits/m.test(stderr)) expect([status, stderr]).toEqual([2, expect.stringContaining('ulimit -n')]);
    said.add(status === 0 ? 'done' : /^fairbits/m.test(stderr) ? 'told' : 'Node');
  }
  expect([...said]).toContain('done');
});

it('what is whole is scored as before', () => {
  expect(fairbits(['score', write('whole.csv', rows), '--probs', 'p_*', '--json']).status).toBe(0);
});
