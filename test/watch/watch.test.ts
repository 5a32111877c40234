import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scoreFiles } from '../../dist/node.js';
import { fairbits, folder, write } from '../score/cli.js';
import { csvOf, madeRows, ndjsonOf } from '../slices/rows.js';

const rows = madeRows(6000, 9, 0);
const file = write('stream.csv', csvOf(rows));
const uniform = ['--prior', 'uniform'];
const last = (text: string) => JSON.parse(text.trim().split('\n').at(-1) as string);
const watch = (...args: string[]) => fairbits(['watch', ...args, '--json']);

/** From a row on the truth has nothing to do with what is said. */
const broken = (from: number) => rows.map((row, i) => (i < from ? row : { ...row, label: 'abc'[i % 3] }));

describe('watch', () => {
  it('comes to what score does, from CSV and NDJSON, files and standard input', async () => {
    const { stdout } = watch(file, ...uniform, '--window', '2000');
    expect(stdout.trim().split('\n')).toHaveLength(6);
    const found = last(stdout);
    const { report } = await scoreFiles([file], { prior: 'uniform' });
    expect(found.reward.all).toBeCloseTo(report.measures.bayesianReward.mean as number, 12);
    expect(found.accuracy.all).toBeCloseTo(report.measures.accuracy.mean as number, 12);
    expect(found.quadraticLoss.all).toBeCloseTo(report.measures.quadraticLoss.mean as number, 12);
    const { report: late } = await scoreFiles([write('late.csv', csvOf(rows.slice(4000)))], { prior: 'uniform' });
    expect(found.reward.window).toBeCloseTo(late.measures.bayesianReward.mean as number, 12);
    expect(found.alarms).toEqual([]);
    expect(watch('-', '--window', '2000').status).toBe(2);
    const piped = fairbits(['watch', '--json', '--window', '2000'], { input: readFileSync(file) });
    expect(piped.stdout).toBe(stdout);
    expect(watch(write('stream.ndjson', ndjsonOf(rows)), '--window', '2000').stdout).toBe(stdout);
  });

  it('raises an alarm after a change, says since when, and stops', () => {
    const { status, stdout } = watch(write('broken.csv', csvOf(broken(3000))), '--stop');
    expect(status).toBe(5);
    const [alarm] = last(stdout).alarms;
    expect(alarm.row).toBeGreaterThan(3000);
    expect(alarm.row).toBeLessThan(3600);
    expect(Math.abs(alarm.changePoint - 3000)).toBeLessThan(200);
    expect(fairbits(['watch', join(folder, 'broken.csv')]).stdout).toMatch(/ALARM at row 3,\d+: right less often than it says, since about row [23],\d+/);
  });

  it('holds it against saved statistics, and a second learner', () => {
    const saved = join(folder, 'saved.json');
    expect(fairbits(['score', file, '--save', saved]).status).toBe(0);
    expect(watch(file, '--baseline', saved).status).toBe(0);
    expect(last(watch(file, '--baseline', saved).stdout).alarms).toEqual([]);
    expect(last(watch(join(folder, 'broken.csv'), '--baseline', saved).stdout).alarms.map(({ kind }: { kind: string }) => kind)).toContain('worse');
    const two = csvOf(rows)
      .split('\n')
      .map((line, i) => (line === '' ? '' : i === 0 ? `${line},old_a,old_b,old_c` : `${line},${line.split(',').slice(-3).join(',')}`));
    expect(last(watch(write('two.csv', two.join('\n')), '--probs', 'p_*', '--baseline', 'old_*').stdout).evidence.worse.bits).toBeLessThan(1);
  });

  it('goes on from its state with the same bits, wherever it was killed', async () => {
    const growing = write('growing.csv', '');
    const state = join(folder, 'state.json');
    const text = csvOf(broken(4500));
    const whole = watch(write('whole.csv', text), '--every', '500').stdout;
    writeFileSync(growing, text.slice(0, 150_000));
    const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'watch', growing, '--follow', '--every', '500', '--json', '--state', state]);
    while (!existsSync(state)) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    appendFileSync(growing, text.slice(150_000));
    const rest = watch(growing, '--every', '500', '--state', state).stdout;
    expect(rest.length).toBeLessThan(whole.length);
    expect(whole.endsWith(rest)).toBe(true);
    expect(rest.trim().split('\n').length).toBeGreaterThan(3);
    // A stream that begins anew.
    const replayed = join(folder, 'replayed.json');
    const first = text.slice(0, text.indexOf('\n2000,') + 1);
    fairbits(['watch', '--every', '500', '--json', '--state', replayed], { input: first });
    const again = fairbits(['watch', '--every', '500', '--json', '--state', replayed, '--replay'], { input: text }).stdout;
    expect(whole.endsWith(again)).toBe(true);
    expect(last(again).rows).toBe(6000);
    expect(watch(growing, '--state', state, '--window', '7').stderr).toMatch(/was saved with other settings/);
    expect(watch(growing, '--state', write('no.json', '{}')).stderr).toMatch(/no\.json is not a saved state/);
  });

  it('reads on where its file is cut, or replaced by another', async () => {
    const path = write('turned.csv', csvOf(rows.slice(0, 1000)));
    const whole = watch(write('turned-whole.csv', csvOf(rows.slice(0, 3000))), '--every', '1000')
      .stdout.trim()
      .split('\n');
    const child = spawn(process.execPath, ['dist/bin/fairbits.js', 'watch', path, '--follow', '--every', '1000', '--json']);
    let [out, said] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      said += text;
    });
    const until = async (lines: number): Promise<void> => {
      while (out.split('\n').length <= lines) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(1);
    // Without the last newline; the next file has fewer bytes.
    writeFileSync(path, csvOf(rows.slice(1000, 1900)).trimEnd());
    while (!said.includes('was cut')) await new Promise((resolve) => setTimeout(resolve, 20));
    appendFileSync(path, `\n${csvOf(rows.slice(1900, 2000)).split('\n').slice(1).join('\n')}`);
    await until(2);
    renameSync(path, `${path}.1`);
    writeFileSync(path, csvOf(rows.slice(2000, 3000)));
    await until(3);
    child.kill();
    expect(out.trim().split('\n')).toEqual(whole);
    expect(said).toMatch(/turned\.csv was cut: it is read from its beginning[\s\S]*turned\.csv was replaced by another file/);
    // A state of a file that is no longer there.
    const state = join(folder, 'turned.json');
    watch(write('turned2.csv', csvOf(rows.slice(0, 1000))), '--every', '1000', '--state', state);
    const later = watch(write('turned2.csv', csvOf(rows.slice(1000, 3000))), '--every', '1000', '--state', state);
    expect(later.stderr).toContain('is not the file that the state is of');
    expect(later.stdout.trim().split('\n')).toEqual(whole.slice(1));
  });

  it('names the line of a row that cannot be taken, or passes it over', () => {
    const bad = csvOf(rows.slice(0, 50))
      .replace(/\n20,[^\n]*\n/, '\n20,x\n')
      .replace(/\n30,([^\n]*),[abc],/, '\n30,$1,d,');
    const path = write('bad.csv', bad);
    expect(watch(path).stderr).toMatch(/bad\.csv:22: 2 fields: expected 10, as in the header/);
    const { stdout, status } = watch(path, '--on-error', 'skip');
    expect(status).toBe(0);
    expect(last(stdout)).toMatchObject({ rows: 48, skipped: 2 });
    expect(watch(path, '--prior', 'test').stderr).toMatch(/--prior must be known before the stream is/);
    expect(watch(write('empty.csv', 'label,p_a,p_b\n')).stderr).toMatch(/there is no row/);
  });
});
