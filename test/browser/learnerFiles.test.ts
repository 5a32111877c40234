import { commonRows } from 'fairbits/files';
import { expect, test } from 'vitest';
import { compare } from '../../web/work/compare.js';
import type { Outcome } from '../../web/work/jobs.js';
import { type Context, LearnerFiles } from '../../web/work/learner.js';
import { folder, json, write } from '../score/cli.js';
import { sameStructure } from '../support/compare.js';
import { distribution, random } from '../support/random.js';

const BACKEND = (process.env.FAIRBITS_BACKEND ?? 'wasm') as 'wasm' | 'plain';

/** A File that counts the bytes that are read of it. */
class CountedFile extends File {
  read = 0;

  /** How often it was read, since it was last asked. */
  passes(): number {
    const passes = this.read / this.size;
    this.read = 0;
    return passes;
  }

  override slice(from = 0, to = this.size, type?: string): Blob {
    this.read += Math.min(to, this.size) - from;
    return super.slice(from, to, type);
  }

  override stream(): ReturnType<File['stream']> {
    this.read += this.size;
    return super.stream();
  }
}

/** Three classes as often as one another, of which the first has the most. */
function counted(name: string, rows: number): CountedFile {
  const lines = Array.from({ length: rows }, (_, i) => `${'abc'[i % 3]},0.${50 + (i % 40)},0.${String(49 - (i % 40)).padStart(2, '0')},0.01`);
  return new CountedFile([`label,p_a,p_b,p_c\n${lines.join('\n')}\n`], name);
}

const unheard = (): void => {};
const { signal } = new AbortController();
const context = { signal, heard: unheard };

/** What scoring tells, and the curves behind it. */
async function scored(learner: LearnerFiles, heard: Context['heard'] = unheard): Promise<Outcome & { curves: Awaited<ReturnType<LearnerFiles['score']>> }> {
  const told: Outcome[] = [];
  const curves = await learner.score({ signal, heard }, (outcome) => told.push(outcome));
  expect(told.length).toBe(1);
  return { ...told[0], curves };
}

test('a file is read once to be scored, and once more when its rows are asked for', async () => {
  // One range: of more, some rows here and there are looked at beforehand.
  const rows = 150_000;
  const file = counted('rows.csv', rows);
  const learner = new LearnerFiles([file], undefined, { backend: BACKEND });
  const { json, drawn, curves } = await scored(learner);
  expect([json.rows, json.prior.source, json.secondLook]).toEqual([rows, 'test', []]);
  expect(drawn).toEqual(['a', 'b', 'c']);
  expect(Object.keys(curves)).toEqual(drawn);
  expect(file.passes()).toBeCloseTo(1, 3);
  const { columns } = await learner.postedRows('rows', context);
  expect(file.passes()).toBeCloseTo(1, 3);
  // Under the prior of the report.
  expect(columns[0].reduce((sum, reward) => sum + reward, 0) / rows).toBeCloseTo(json.measures.bayesianReward.mean as number, 12);
  await learner.postedRows('rows', context);
  expect(file.passes()).toBe(0);
  // The worst of them are known then; the file is looked at for its format, and for the lines that they are on.
  const worst = await learner.worst(context);
  expect(file.passes()).toBeLessThan(2.1);
  expect([worst.length, worst[0].truth]).toEqual([25, 'c']);
  await learner.rewards(context);
  expect(file.passes()).toBeCloseTo(1, 3);
});

test('progress goes forward; a reading that is cancelled leaves nothing behind, and can be begun anew', async () => {
  const rows = 600_000;
  const file = counted('cancelled.csv', rows);
  const learner = new LearnerFiles([file], undefined, { backend: BACKEND });
  const shares: number[] = [];
  await scored(learner, ({ share }) => shares.push(share));
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  const control = new AbortController();
  const stopped = learner.postedRows('cancelled', { signal: control.signal, heard: () => control.abort() });
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  const { columns } = await learner.postedRows('cancelled', context);
  expect(columns[0].length).toBe(rows);
});

test('learners with bad rows are compared as the command compares them, bit for bit', async () => {
  const next = random(4);
  const truths = Array.from({ length: 500 }, () => 'abc'[Math.floor(3 * next())]);
  const texts = [0, 1, 2].map((learner) => {
    const rows = truths.map((truth) => [truth, ...distribution(next, 3)]);
    for (const bad of learner === 2 ? [] : [7 + learner, 300]) rows[bad][1] = -1;
    return `label,p_a,p_b,p_c\n${rows.map((row) => row.join(',')).join('\n')}\n`;
  });
  const learners = texts.map((text, i) => new LearnerFiles([new File([text], `skip${i}.csv`)], undefined, { backend: BACKEND, skipBad: true }));
  for (const learner of learners) await scored(learner);
  const names = ['skip0', 'skip1', 'skip2'];
  const rows = await Promise.all(learners.map((learner, i) => learner.postedRows(names[i], context)));
  const common = commonRows(rows.map(({ parts = [] }, i) => ({ file: `skip${i}.csv`, parts })));
  expect([common.skipped, ...common.skippedOf]).toEqual([3, 2, 2, 0]);
  const left = await Promise.all(learners.map((learner, i) => learner.postedRows(names[i], context, common.leaveOut[i])));
  const files = texts.map((text, i) => write(`skip${i}.csv`, text));
  const wanted = json(['compare', ...files, '--on-error', 'skip', ...(BACKEND === 'plain' ? ['--backend', 'plain'] : [])]);
  const found = JSON.parse(JSON.stringify(await compare(left, 0.95, BACKEND, common)));
  expect(found.skipped).toBe(3);
  const withoutPaths = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(`${folder}/`, ''));
  sameStructure(found, withoutPaths(wanted));
});
