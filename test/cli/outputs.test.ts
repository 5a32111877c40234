import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { fairbits, folder, write } from '../score/cli.js';
import { ended } from '../support/ended.js';

const text = `label,p_a,p_b\n${'a,0.75,0.25\nb,0.25,0.75\na,0.5,0.5\nb,0.5,0.5\n'.repeat(5)}`;

let folders = 0;
/** A new folder with a file of predictions in it. */
function fresh(): string {
  const path = join(folder, `place-${folders++}`);
  mkdirSync(path);
  writeFileSync(join(path, 'in.csv'), text);
  return path;
}

/** An array of numbers as NPY. */
function npy(numbers: Float64Array | BigInt64Array, shape: string, kind: string): Uint8Array {
  const head = `{'descr': '${kind}', 'fortran_order': False, 'shape': ${shape}, }`;
  const padded = `${head.padEnd(117)}\n`;
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    Buffer.from([padded.length & 255, padded.length >> 8]),
    Buffer.from(padded),
    Buffer.from(numbers.buffer),
  ]);
}

const shell = (command: string, cwd: string, env = {}) => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command.replaceAll('fairbits ', `"${process.execPath}" "$FAIRBITS" `)], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, FAIRBITS: join(process.cwd(), 'dist/bin/fairbits.js'), ...env },
    timeout: 60_000,
  });
  return { status, stdout, stderr };
};

describe.skipIf(process.platform === 'win32')('an output never replaces an input', () => {
  it.each([
    ['score in.csv --html in.csv', 'in.csv', 'in.csv'],
    ['score in.csv --html hard.html', 'hard.html', 'in.csv'],
    ['score in.csv --html soft.html', 'soft.html', 'in.csv'],
    ['score soft.html --save in.csv', 'in.csv', 'soft.html'],
    ['score - --rewards in.csv < in.csv', 'in.csv', 'standard input'],
    ['score other.csv --prior train:in.csv --save in.csv', 'in.csv', '--prior in.csv'],
    ["score other.csv --prior 'train:i*.csv:label' --rewards in.csv", 'in.csv', '--prior in.csv'],
    ['score p.npy --labels l.npy --save l.npy', 'l.npy', '--labels l.npy'],
    ['calibrate in.csv --html in.csv', 'in.csv', 'in.csv'],
    ['compare in.csv other.csv --html in.csv', 'in.csv', 'in.csv'],
    ['compare in.csv other.csv --prior train:third.csv --html third.csv', 'third.csv', '--prior third.csv'],
    ['rules in.csv --predict-set prior --html in.csv', 'in.csv', 'in.csv'],
    ['rules in.csv --predict-set prior --prior train:third.csv --html third.csv', 'third.csv', '--prior third.csv'],
    ["recalibrate --fit other.csv --apply 'i?.csv' --out in.csv", 'in.csv', '--apply in.csv'],
    ["recalibrate --fit 'i?.csv' --apply other.csv --out soft.html", 'soft.html', '--fit in.csv'],
    ['score folder/in.svg --svg folder', 'folder/measures.svg', 'folder/in.svg'],
  ])('%s', (command, output, input) => {
    const place = fresh();
    for (const name of ['other.csv', 'third.csv']) writeFileSync(join(place, name), text);
    linkSync(join(place, 'in.csv'), join(place, 'hard.html'));
    symlinkSync('in.csv', join(place, 'soft.html'));
    writeFileSync(join(place, 'p.npy'), npy(Float64Array.of(0.75, 0.25, 0.25, 0.75), '(2, 2)', '<f8'));
    writeFileSync(join(place, 'l.npy'), npy(BigInt64Array.of(0n, 1n), '(2,)', '<i8'));
    mkdirSync(join(place, 'folder'));
    writeFileSync(join(place, 'folder', 'in.svg'), text);
    linkSync(join(place, 'folder', 'in.svg'), join(place, 'folder', 'measures.svg'));
    const before = contents(place);
    const { status, stdout, stderr } = shell(`fairbits ${command}`, place);
    expect(stderr).toContain(`${output} cannot be written: it is read, too, as ${input}. Nothing was written.`);
    expect(status).toBe(2);
    if (!command.includes('--svg')) expect(stdout).toBe('');
    expect(contents(place)).toEqual(before);
  });

  it('standard output to a file that is read', () => {
    const place = fresh();
    const { status, stderr } = shell('fairbits score in.csv >> in.csv', place);
    expect([status, stderr]).toEqual([2, 'fairbits: standard output goes to in.csv, which is read: expected another file. Nothing was written.\n']);
    expect(readFileSync(join(place, 'in.csv'), 'utf8')).toBe(text);
  });

  it('every option that names files is known to the one place that checks them', async () => {
    const { namesFiles } = (await import(join(process.cwd(), 'dist/cli/outputs/fileOptions.js'))) as { namesFiles(name: string): boolean };
    const commands = [...fairbits(['--help']).stdout.matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThan(10);
    const found = new Set<string>();
    for (const command of commands)
      for (const [, name] of fairbits([command, '--help']).stdout.matchAll(/^ {2}--([\w-]+) <(?:file|folder|prior|costs)>/gm)) found.add(name);
    expect([...found].sort()).toEqual([
      'apply',
      'baseline',
      'costs',
      'fit',
      'folds',
      'html',
      'junit',
      'labels',
      'out',
      'prior',
      'rewards',
      'save',
      'state',
      'svg',
      'test',
    ]);
    expect([...found].filter((name) => !namesFiles(name))).toEqual([]);
  });
});

/** Everything in a folder and those in it, by name. */
function contents(place: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => [join(each.parentPath, each.name), readFileSync(join(each.parentPath, each.name), 'latin1')]),
  );
}

const small = join(folder, 'small-disk');
mkdirSync(small);
// What is not run does not take it off again.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status === 0;
afterAll(() => {
  if (mounted) spawnSync('umount', [small]);
});

describe.skipIf(process.platform === 'win32')('all outputs, or none', () => {
  it.each([
    ['--rewards x.csv --save ./x.csv', 'x.csv', '--rewards x.csv'],
    ['--rewards x.csv --save link', 'link', '--rewards x.csv'],
    ['--rewards old.csv --save hard.csv', 'hard.csv', '--rewards old.csv'],
    ['--rewards new --svg new', 'new', '--svg new'],
    ['--rewards - --save -', 'standard output (--save -)', '--rewards standard output'],
    ['--rewards - --html /dev/stdout', '/dev/stdout', '--rewards standard output'],
    ['--rewards /dev/fd/3 --save /dev/fd/4 3>both 4>&3', '/dev/fd/4', '--rewards /dev/fd/3'],
    ['--rewards - --json', 'standard output (--rewards -)', '--json'],
    ['--save /dev/stdout --json', '/dev/stdout', '--json'],
    ['--save log.txt >> log.txt', 'log.txt', 'standard output'],
  ])('%s is refused, and names both', (options, output, other) => {
    const place = fresh();
    writeFileSync(join(place, 'old.csv'), 'old');
    writeFileSync(join(place, 'log.txt'), 'a log\n');
    linkSync(join(place, 'old.csv'), join(place, 'hard.csv'));
    writeFileSync(join(place, 'x.csv'), 'old');
    symlinkSync('x.csv', join(place, 'link'));
    const { status, stdout, stderr } = shell(`fairbits score in.csv ${options}`, place);
    expect(stderr).toContain(`${output} cannot be written: `);
    expect(stderr).toContain(other);
    expect([status, stdout]).toEqual([2, '']);
    expect(
      Object.values(contents(place))
        .filter((each) => each !== '')
        .sort(),
    ).toEqual([text, 'old', 'old', 'old', 'a log\n'].sort());
  });

  it.skipIf(!existsSync('/dev/full'))('where a later one fails, earlier ones do not appear, nor a new folder', () => {
    for (const options of [
      '--save s.json --svg new/charts --html /dev/full',
      '--svg charts --rewards /dev/full',
      '--save s.json --rewards r.csv > /dev/full',
    ]) {
      const place = fresh();
      const { status, stderr } = shell(`fairbits score in.csv ${options}`, place);
      expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written: the disk is full')]);
      expect(readdirSync(place)).toEqual(['in.csv']);
    }
  });

  it.skipIf(!mounted)('a disk that is full (one of 64 kB, where it may be mounted), and one file that may not be larger', () => {
    const place = fresh();
    const input = join(place, 'in.csv');
    for (const options of [
      ['--save', join(place, 's.json'), '--html', join(small, 'r.html')],
      ['--rewards', join(small, 'r.csv'), '--svg', join(small, 'charts'), '--html', join(place, 'r.html')],
    ]) {
      expect(fairbits(['score', input, ...options])).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be written: the disk is full') });
      expect([readdirSync(place), readdirSync(small)]).toEqual([['in.csv'], []]);
    }
    const { status, stderr } = shell('ulimit -f 8; fairbits score in.csv --save s.json --html r.html', place);
    expect([status, stderr]).toEqual([2, expect.stringContaining('r.html cannot be written: the file would be larger than is allowed')]);
    expect(readdirSync(place)).toEqual(['in.csv']);
  });

  it('what was put in its place is taken back where another cannot be', async () => {
    const place = fresh();
    writeFileSync(join(place, 's.json'), 'old');
    symlinkSync('s.json', join(place, 'link'));
    // A pipe is poured into before files are put in their places: meanwhile one place becomes a folder.
    spawnSync('mkfifo', [join(place, 'pipe')]);
    const child = spawn(
      process.execPath,
      [join(process.cwd(), 'dist/bin/fairbits.js'), 'score', 'in.csv', '--rewards', 'pipe', '--save', 'link', '--html', 'r.html'],
      {
        cwd: place,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.on('data', (some) => {
      stderr += some;
    });
    const ended = new Promise((done) => child.on('exit', done));
    while (!readdirSync(place).some((name) => name.startsWith('r.html'))) await new Promise((wait) => setTimeout(wait, 5));
    mkdirSync(join(place, 'r.html'));
    const got = spawnSync('cat', [join(place, 'pipe')], { encoding: 'utf8', timeout: 30_000 }).stdout;
    expect(await ended).toBe(2);
    expect(got).toMatch(/^truth,/);
    expect(stderr).toMatch(/r\.html cannot be written: .*Nothing was left behind/);
    expect(readdirSync(place).sort()).toEqual(['in.csv', 'link', 'pipe', 'r.html', 's.json']);
    expect(readFileSync(join(place, 's.json'), 'utf8')).toBe('old');
  });

  it('a file that is there keeps its mode, and a link stays one', () => {
    const place = fresh();
    for (const [name, mode] of [
      ['s.json', 0o640],
      ['r.html', 0o604],
    ] as const) {
      writeFileSync(join(place, name), 'old');
      chmodSync(join(place, name), mode);
    }
    symlinkSync('r.html', join(place, 'link.html'));
    expect(shell('umask 077; fairbits score in.csv --save s.json --html link.html --rewards new.csv', place).status).toBe(0);
    expect(['s.json', 'r.html', 'new.csv'].map((name) => statSync(join(place, name)).mode & 0o7777)).toEqual([0o640, 0o604, 0o600]);
    expect(lstatSync(join(place, 'link.html')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(place, 'r.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(readdirSync(place).sort()).toEqual(['in.csv', 'link.html', 'new.csv', 'r.html', 's.json']);
  });

  it('a link that leads nowhere, a name that is empty, a folder for a file, standard output for a folder', () => {
    const place = fresh();
    symlinkSync('nowhere.json', join(place, 'dangling'));
    symlinkSync('loop', join(place, 'loop'));
    for (const [options, message] of [
      ['--save dangling', /dangling cannot be written: it is a link to .*nowhere\.json, which is not there/],
      ['--save loop', /loop cannot be written: it is a link that leads nowhere/],
      ["--html ''", /--html "" cannot be written: its name is empty/],
      ['--html new/', /new\/ cannot be written: there is no such folder/],
      ['--html in.csv/x', /cannot be written: a part of it is a file/],
      ['--svg -', /--svg -: charts are several files/],
      ['--svg in.csv', /this is a file, not a folder/],
      ['--svg in.csv/x', /a part of it is a file/],
      [`--svg new/${'x'.repeat(300)}`, /its name is too long/],
      ['--rewards /dev/fd/77', /descriptor 77 is not open/],
    ] as const) {
      const { status, stderr } = shell(`fairbits score in.csv ${options}`, place);
      expect(stderr).toMatch(message);
      expect(status).toBe(2);
      expect(readdirSync(place).sort()).toEqual(['dangling', 'in.csv', 'loop']);
    }
  });

  it('a report beside its charts, in a folder that is not there yet', () => {
    const place = fresh();
    expect(shell('fairbits score in.csv --html new/charts/index.html --svg new/charts', place).status).toBe(0);
    expect(readdirSync(join(place, 'new', 'charts'))).toContain('index.html');
    const long = `${'x'.repeat(250)}.csv`;
    expect(shell(`fairbits score in.csv --rewards ${long}`, place).status).toBe(0);
    expect(readdirSync(place)).toContain(long);
  });
});

describe.skipIf(process.platform === 'win32')('what is open is added to', () => {
  const head = 'truth,bayesianReward';

  it.each(['/dev/stdout', '-', '/dev/fd/1', '/proc/self/fd/1', 'link', 'devices/stdout'])('--rewards %s >> log.txt', (path) => {
    const place = fresh();
    writeFileSync(join(place, 'log.txt'), 'a log\n');
    symlinkSync('/dev/stdout', join(place, 'link'));
    symlinkSync('/dev', join(place, 'devices'));
    const { status, stderr } = shell(`fairbits score in.csv --rewards ${path} >> log.txt`, place);
    expect(status).toBe(0);
    const lines = readFileSync(join(place, 'log.txt'), 'utf8').trimEnd().split('\n');
    expect([lines.length, lines[0], lines[1].startsWith(head)]).toEqual([22, 'a log', true]);
    // What is for people goes elsewhere, so that the result is whole.
    expect(stderr).toMatch(/20 rows, 2 classes/);
  });

  it('/dev/fd/N, and a pipe, by every output option', () => {
    const place = fresh();
    writeFileSync(join(place, 'log.txt'), 'a log\n');
    expect(shell('fairbits score in.csv --save /dev/fd/5 5>> log.txt', place)).toMatchObject({ status: 0, stdout: expect.stringContaining('20 rows') });
    const log = readFileSync(join(place, 'log.txt'), 'utf8');
    expect(log.slice(0, 6)).toBe('a log\n');
    expect(JSON.parse(log.slice(6))).toBeTypeOf('object');
    expect(shell('fairbits score in.csv --html - | cat', place).stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i);
    expect(JSON.parse(shell('fairbits score in.csv --save -', place).stdout)).toBeTypeOf('object');
    expect(shell('fairbits recalibrate --fit in.csv --apply in.csv --out -', place).stdout).toMatch(/^label,p_a,p_b\n([ab],[\d.]+,[\d.]+\n){20}$/);
    expect(shell('fairbits score in.csv --rewards - | head -n 1', place)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^truth,.*\n$/) });
    expect(readdirSync(place).sort()).toEqual(['in.csv', 'log.txt']);
  });
});

describe.skipIf(process.platform === 'win32')('temporary files', () => {
  const many = write('many.csv', text + 'a,0.75,0.25\nb,0.25,0.75\n'.repeat(200_000));
  write('many.csv.gz', gzipSync(readFileSync(many)));

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('are gone after %s, as are the outputs', async (signal) => {
    const place = fresh();
    mkdirSync(join(place, 'temporary'));
    spawnSync('mkfifo', [join(place, 'pipe')]);
    // The pipe is never read, so that the command waits for a reader when all else is done.
    const args = ['score', join(folder, 'many.csv.gz'), '--rewards', 'pipe', '--save', 's.json', '--svg', 'charts', '--threads', '1'];
    const child = spawn(process.execPath, [join(process.cwd(), 'dist/bin/fairbits.js'), ...args], {
      cwd: place,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: join(place, 'temporary') },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise((wait) => setTimeout(wait, 1000));
    expect(child.exitCode).toBeNull();
    // They have no names; nor have outputs, until they are whole.
    expect(readdirSync(join(place, 'temporary'))).toEqual([]);
    child.kill(signal);
    expect(await ended(child)).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
    expect(readdirSync(place).sort()).toEqual(['in.csv', 'pipe', 'temporary']);
    expect(readdirSync(join(place, 'temporary'))).toEqual([]);
  });

  it('a pipe that nobody reads does not keep a signal waiting', async () => {
    const place = fresh();
    spawnSync('mkfifo', [join(place, 'pipe')]);
    const child = spawn(process.execPath, [join(process.cwd(), 'dist/bin/fairbits.js'), 'score', 'in.csv', '--rewards', 'pipe', '--save', 's.json'], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // The report has been printed, and the pipe is waited for.
    await new Promise((done) => child.stdout.once('data', done));
    await new Promise((wait) => setTimeout(wait, 100));
    expect(readdirSync(place).filter((name) => /^s\.json\..*\.partial$/.test(name)).length).toBe(1);
    child.kill('SIGINT');
    expect(await ended(child)).toBe(130);
    expect(readdirSync(place).sort()).toEqual(['in.csv', 'pipe']);
  });

  it('a place for them that is missing, or that is no folder, is an error that says what to do', () => {
    const place = fresh();
    for (const [TMPDIR, why] of [
      [join(place, 'nowhere'), 'there is no such folder'],
      [join(place, 'in.csv'), 'it is no folder'],
    ]) {
      const message = `temporary files cannot be kept in ${TMPDIR}: ${why}. Set TMPDIR to a folder that can be written and has room, such as TMPDIR=/var/tmp.`;
      for (const command of [
        'score in.csv --rewards -',
        'score in.csv --save /dev/null',
        'cat in.csv | fairbits score - --bootstrap 50',
        'gzip -kf in.csv; fairbits score in.csv.gz --rewards r.csv; e=$?; rm -f in.csv.gz; exit $e',
      ]) {
        const { status, stderr } = shell(command.includes('fairbits') ? command : `fairbits ${command}`, place, { TMPDIR });
        expect([status, stderr]).toEqual([2, `fairbits: ${message}\n`]);
      }
      expect(readdirSync(place)).toEqual(['in.csv']);
    }
  });

  it('are made where nothing lies, and follow no link', async () => {
    const place = fresh();
    const { OutputFile } = await import(join(process.cwd(), 'dist/cli/outputs/outputFile.js'));
    const names = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const out = new OutputFile({ path: 's.json', option: '--save', place: { kind: 'file', path: join(place, 's.json') } });
      expect(readdirSync(place)).toEqual(['in.csv']);
      await out.name();
      for (const name of readdirSync(place)) names.add(name);
      out.discard();
      expect(readdirSync(place)).toEqual(['in.csv']);
    }
    expect(names.size).toBe(6);
    expect([...names].every((name) => name === 'in.csv' || /^s\.json\.[\da-f-]{36}\.partial$/.test(name))).toBe(true);
  });
});
