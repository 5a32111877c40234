import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ended } from '../support/ended.js';
import { fairbits, folder, json, write } from './cli.js';

const head = 'id,label,p_a,p_b,p_c\n';
const good = '1,a,0.5,0.3,0.2\n2,b,0.2,0.5,0.3\n';

/** An input error: exit 2, one message, no stack, nothing on standard output. */
function refused(args: string[], options = {}): string {
  const { status, stdout, stderr } = fairbits(args, options);
  expect(stderr).toMatch(/^(fairbits|error): /);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe('');
  expect(status).toBe(2);
  return stderr;
}

describe('a bad file is refused, with its place, what was found, what was expected and what to do', () => {
  it.each([
    ['empty', '', /is empty: expected a header/],
    ['header only', head, /there is a header but no row/],
    ['only blank lines', '\n\n\n', /has no header/],
    ['missing truth', `id,lab,p_a,p_b\n${good}`, /:1: no column is called label.*the columns are id, lab, p_a, p_b.*--truth/],
    ['missing estimates', 'id,label,x\n1,a,2\n', /:1: no column of estimates matches.*--probs/],
    ['a short row', `${head}${good}3,c,0.1\n`, /:4: 3 fields, but the header has 5/],
    ['a long row', `${head}${good}3,c,0.1,0.1,0.8,0\n`, /:4: 6 fields, but the header has 5/],
    ['a word in a number', `${head}${good}3,c,0.1,oops,0.8\n`, /:4: column "p_b" holds "oops": expected a number/],
    ['an empty number', `${head}${good}3,c,0.1,,0.8\n`, /:4: column "p_b" holds "": expected a number/],
    ['NaN', `${head}${good}3,c,0.1,NaN,0.8\n`, /:4: column "p_b" holds "NaN": expected a/],
    ['infinity', `${head}${good}3,c,0.1,1e999,0.8\n`, /:4: column "p_b" holds "1e999": expected a finite number/],
    ['a percentage', `${head}${good}3,c,10,10,80\n`, /:4: column "p_a": the estimate of class "a" is 10; expected a number from 0 to 1. Percentages/],
    ['a negative', `${head}${good}3,c,-0.1,0.3,0.8\n`, /:4: column "p_a": the estimate of class "a" is -0.1; expected a number from 0 to 1/],
    [
      'a sum',
      `${head}${good}3,c,0.1,0.3,0.8\n`,
      /:4: the estimates sum to 1.2.*within 0.000001\. Set a larger tolerance, or have rows divided by their sums, and counted\.\nTry: fairbits .* --renormalize/,
    ],
    [
      'an unknown class',
      `${head}${good}3,d,0.1,0.1,0.8\n`,
      /:4: column "label" has the class "d", for which there is no column of estimates; the classes are a, b, c/,
    ],
    ['no class', `${head}${good}3,,0.1,0.1,0.8\n`, /:4: column "label" has the class ""/],
    ['two columns of a name', `id,label,p_a,p_b,p_a\n${good}`, /there are two columns called "p_a"/],
    ['NUL bytes', `${head}${good}3,c,0.1,0\u0000.1,0.8\n`, /:4: column "p_b"/],
    ['an open quote', `${head}${good}3,"c,0.1,0.1,0.8\n`, /:4: /],
    ['UTF-16', Buffer.from(`\ufeff${head}${good}`, 'utf16le'), /UTF-16.*iconv/],
    ['a single class', 'label,p_a\na,1\n', /one column of estimates, "p_a", needs --positive CLASS/],
    ['text behind a quote', `${head}${good}3,"c" ,0.1,0.1,0.8\n`, /:4: column "label": a quoted field goes on behind its closing quote, with " "/],
    ['a comment where there are none', `${head}# c\n${good}`, /:2: .*comments only in a file whose first line does/],
  ])('%s', (name, content, message) => {
    const path = write(`${name}.csv`, content);
    const stderr = refused(['score', path]);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(path);
  });

  it('a folder, a missing file, a file without permission, a glob that matches nothing', () => {
    mkdirSync(join(folder, 'sub'));
    expect(refused(['score', join(folder, 'sub')])).toMatch(/is a folder.*\*\.csv/);
    expect(refused(['score', join(folder, 'missing.csv')])).toMatch(/there is no such file/);
    expect(refused(['score', join(folder, 'no-*.csv')])).toMatch(/no file matches/);
    const secret = write('secret.csv', head + good);
    chmodSync(secret, 0);
    if (process.getuid?.() !== 0) expect(refused(['score', secret])).toMatch(/permission denied/);
  });

  it('a gzip file cut short, and one that is none', () => {
    const whole = gzipSync(head + good.repeat(1000));
    expect(refused(['score', write('short.csv.gz', whole.subarray(0, whole.length - 20))])).toMatch(/cannot be unpacked/);
    expect(refused(['score', write('none.csv.gz', head + good)])).toMatch(/cannot be unpacked: it is cut short, damaged, or no gzip file$/m);
  });

  it('a line of 100 MB', () => {
    const path = join(folder, 'long.csv');
    const file = openSync(path, 'w');
    writeSync(file, `${head}1,"`);
    const block = Buffer.alloc(2 ** 20, 'x');
    for (let i = 0; i < 100; i++) writeSync(file, block);
    writeSync(file, '",0.5,0.3,0.2\n');
    expect(refused(['score', path])).toMatch(/long\.csv:2: a row is longer than/);
  });

  it('files that do not go together', () => {
    const a = write('a.csv', head + good);
    const b = write('b.csv', 'id,label,p_a,p_b\n1,a,0.5,0.5\n');
    expect(refused(['score', a, b])).toMatch(/b\.csv:1: the classes a, b are not those of/);
  });
});

// Here and below: what is found before a row is read, or on a backend that is named.
describe('options', () => {
  const path = write('good.csv', head + good);
  it.each([
    [['--truth', 'nope'], /there is no column "nope"/],
    [['--probs', 'q_*'], /no column matches "q_\*"/],
    [['--probs', 'p_a'], /needs --positive/],
    [['--prior', 'a=1,b=0,c=0'], /the prior of class "a" is 1/],
    [['--prior', 'a=0.5,b=0.5'], /no value for the class "c"/],
    [['--prior', 'a=0.5,b=0.3,d=0.2'], /names a class "d"/],
    [['--prior', 'flat'], /--prior flat/],
    [['--prior', 'a=0.2,a=0.5,b=0.3,c=0.2'], /the class "a" is named twice/],
    [['--prior', 'train:missing.csv'], /there is no such file/],
    [['--cutoff', 'clip'], /unknown cutoff "clip"/],
    [['--cutoff', 'epsilon:0.7'], /unknown cutoff/],
    [['--confidence', '95'], /--confidence 95: expected a number from/],
    [['--threads', '0'], /--threads 0/],
    [['--on-error', 'ignore'], /expected stop or skip/],
    [['--backend', 'cuda'], /unknown backend "cuda"/],
    [['--nonsense'], /unknown option/],
    [['--rewards', join(folder, 'nowhere', 'r.csv')], /there is no such folder/],
  ])('%j', (args, message) => {
    expect(refused(['score', path, ...args])).toMatch(message);
  });

  const small = join(folder, 'small-disk');
  mkdirSync(small);
  // What is not run does not take it off again.
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync('umount', [small]);
  });

  it.skipIf(!mounted)('a full disk (one of 64 kB, where it may be mounted) leaves nothing behind', () => {
    const many = write('many.csv', head + good.repeat(2000));
    expect(refused(['score', many, '--rewards', join(small, 'rewards.csv')])).toMatch(/rewards\.csv cannot be written: the disk is full/);
    expect(readdirSync(small)).toEqual([]);
    const packed = write('many.csv.gz', gzipSync(head + good.repeat(20_000)));
    // Unpacked to disk only where rows are read twice.
    expect(refused(['score', packed, '--bootstrap', '100'], { env: { ...process.env, TMPDIR: small } })).toMatch(/cannot be unpacked.*no room/);
    expect(fairbits(['score', packed], { env: { ...process.env, TMPDIR: small } }).status).toBe(0);
    expect(readdirSync(small)).toEqual([]);
  });

  it('a place that is no folder', () => {
    expect(refused(['score', path, '--rewards', join(path, 'x.csv')])).toMatch(/cannot be written/);
  });

  it('a folder, a file that is read, a file for two results', () => {
    expect(refused(['score', path, '--rewards', folder])).toMatch(/cannot be written: it is a folder/);
    expect(refused(['score', join(folder, 'goo?.csv'), '--save', join(folder, '.', 'good.csv')])).toMatch(/good\.csv cannot be written: it is read, too/);
    expect(readFileSync(path, 'utf8')).toBe(head + good);
    const out = join(folder, 'both');
    expect(refused(['score', path, '--rewards', out, '--save', out])).toMatch(/another result is to be written there/);
  });

  it.skipIf(process.platform === 'win32')('a link stays one, and a device is written to, not replaced', () => {
    const [real, link] = [write('real.csv', 'old'), join(folder, 'link.csv')];
    symlinkSync(real, link);
    expect(fairbits(['score', path, '--rewards', link]).status).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toMatch(/^truth,/);
    // In a folder of our own: what would be lost is the pipe, not the machine's device.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    execFileSync('sh', ['-c', `cat "${pipe}" > "${pipe}.out" &`], { stdio: 'ignore' });
    expect(fairbits(['score', path, '--rewards', pipe]).status).toBe(0);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    // A reader that has seen enough is no failure: there is more than a pipe holds.
    execFileSync('sh', ['-c', `head -c 9 "${pipe}" > "${pipe}.head" &`], { stdio: 'ignore' });
    const { status, stderr } = fairbits(['score', 'examples/forecasters/calibrated.csv', '--rewards', pipe]);
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(`${pipe}.head`, 'utf8')).toBe('truth,bay');
  });

  it.skipIf(!existsSync('/dev/full'))('standard output that cannot be written is said', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = fairbits(['score', path], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    expect(stderr).toBe('fairbits: standard output cannot be written: the disk is full\n');
    expect(status).toBe(2);
  });

  it('an error leaves no file behind, and an old one as it was', () => {
    const bad = write('bad.csv', `${head}${good}3,c,0.1,oops,0.8\n`);
    const out = write('kept.csv', 'old');
    refused(['score', bad, '--rewards', out, '--save', join(folder, 'tally.json')]);
    expect(readFileSync(out, 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.includes('partial') || name === 'tally.json')).toEqual([]);
  });
});

it('--on-error skip counts and names what it leaves out, and nothing else changes', () => {
  const bad = ['3,c,0.1,oops,0.8\n', '4,d,0.1,0.1,0.8\n', '5,c,0.1\n', '6,c,0.9,0.9,0.8\n', '7,c,-1,1,1\n'];
  const mixed = json(['score', write('mixed.csv', head + bad[0] + good + bad.slice(1, 3).join('') + good + bad[3] + bad[4] + good), '--on-error', 'skip']);
  const clean = json(['score', write('clean.csv', head + good + good + good)]);
  expect(mixed.skipped).toBe(5);
  expect(mixed.rows).toBe(6);
  expect(mixed.measures).toEqual(clean.measures);
  expect(mixed.prior).toEqual(clean.prior);
  expect(mixed.warnings[0]).toMatch(/5 rows could not be scored and were skipped.*mixed\.csv:2: column "p_b" holds "oops"/);
});

it('--on-error skip does not take the rows behind an open quote for part of it', () => {
  const { rows, skipped } = json(['score', write('open.csv', `${head}${good}3,"c,0.1,0.1,0.8\n${good}`), '--on-error', 'skip']);
  expect([rows, skipped]).toEqual([4, 1]);
});

it('the report has 80 columns, whatever the classes are called', () => {
  const names = Array.from({ length: 8 }, (_, i) => `${i} a class with a name that is far too long for a table`);
  const path = write('wide.csv', `label,${names.map((name) => `p_${name}`).join(',')}\n${names.map((name) => `${name}${',0.125'.repeat(8)}\n`).join('')}`);
  for (const line of fairbits(['score', path])
    .stdout.split('\n')
    .filter((each) => !each.startsWith('read ')))
    expect(line.length, line).toBeLessThanOrEqual(80);
});

it('the names of classes in a prior may have commas and equals signs', () => {
  const path = write('names.csv', 'y,"p_a,b",p_c=d\n"a,b",0.5,0.5\nc=d,0.25,0.75\n');
  expect(json(['score', path, '--prior', 'a,b=0.25,c=d=0.75']).prior.values).toEqual({ 'a,b': 0.25, 'c=d': 0.75 });
});

it('Ctrl-C stops at once with 130 and leaves nothing', async () => {
  const path = write('large.csv', head + good.repeat(400_000));
  const out = join(folder, 'stopped.csv');
  const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'score', path, '--rewards', out, '--backend', 'plain', '--threads', '1'], { stdio: 'ignore' });
  await new Promise((wait) => setTimeout(wait, 1000));
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect(await ended(child)).toBe(130);
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
});

it('Ctrl-C while a gzipped file is scored removes what was unpacked', async () => {
  const place = join(folder, 'unpacked');
  mkdirSync(place);
  const packed = write('large.csv.gz', gzipSync(head + good.repeat(400_000)));
  const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'score', packed, '--backend', 'plain', '--threads', '1', '--bootstrap', '100'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: place },
  });
  await new Promise((wait) => setTimeout(wait, 1000));
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect(await ended(child)).toBe(130);
  expect(readdirSync(place)).toEqual([]);
});

// There both backends take all of them, and agree.
it('each command has short help with an example', () => {
  for (const args of ['', 'score', 'merge', 'priors', 'decide', 'curves', 'calibrate', 'recalibrate'].map((command) => [
    ...(command ? [command] : []),
    '--help',
  ])) {
    const { status, stdout } = fairbits(args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Examples?:/m);
    for (const line of stdout.split('\n')) if (!line.startsWith('  fairbits')) expect(line.length).toBeLessThanOrEqual(80);
  }
  expect(fairbits(['--version']).stdout.trim()).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
