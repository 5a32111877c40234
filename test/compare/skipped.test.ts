import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { compareFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { arrow, type Columns, ndjson, npy, parquet } from '../sources/fixtures.js';
import { zip } from '../sources/zip.js';
import { closeStructure, sameStructure } from '../support/compare.js';
import { rejected } from '../support/error.js';
import { random } from '../support/random.js';

interface Learner {
  id: string[];
  label: string[];
  p_no: number[];
  p_yes: number[];
}

/** Estimates of one learner; all have the same truths. */
function learner(seed: number, rows: number): Learner {
  const truths = random(1);
  const next = random(seed);
  const yes = Array.from({ length: rows }, () => Math.round(1e6 * (0.05 + 0.9 * next())) / 1e6);
  return {
    id: yes.map((_, r) => `i${r}`),
    label: yes.map(() => (truths() < 0.4 ? 'yes' : 'no')),
    p_no: yes.map((p) => Number((1 - p).toFixed(6))),
    p_yes: yes,
  };
}

/** A learner without some rows, in another order where one is given. */
function rowsOf(of: Learner, keep: (row: number) => boolean, order?: (row: number) => number): Learner {
  const rows = of.id.map((_, r) => r).filter(keep);
  if (order) rows.sort((a, b) => order(a) - order(b));
  return { id: rows.map((r) => of.id[r]), label: rows.map((r) => of.label[r]), p_no: rows.map((r) => of.p_no[r]), p_yes: rows.map((r) => of.p_yes[r]) };
}

/** With estimates that do not sum to 1 in some rows, a class that is none in others, and one that is no probability. */
function spoiled(of: Learner, bad: readonly number[]): Learner {
  const made = rowsOf(of, () => true);
  bad.forEach((row, i) => {
    if (i % 3 === 0) made.p_no[row] += 0.25;
    else if (i % 3 === 1) made.label[row] = 'maybe';
    else made.p_yes[row] = -0.5;
  });
  return made;
}

function csv(of: Learner, delimiter = ','): string {
  return `${[['id', 'label', 'p_no', 'p_yes'], ...of.id.map((id, r) => [id, of.label[r], of.p_no[r], of.p_yes[r]])].map((row) => row.join(delimiter)).join('\n')}\n`;
}

const FORMATS: Record<string, (of: Learner) => string | Uint8Array> = {
  csv,
  tsv: (of) => csv(of, '\t'),
  'csv.gz': (of) => gzipSync(csv(of)),
  ndjson: (of) => ndjson(of as unknown as Columns),
  parquet: (of) => new Uint8Array(parquet(of as unknown as Columns, { codec: 'SNAPPY' })),
  arrow: (of) => arrow(of as unknown as Columns),
  npz: (of) =>
    zip({
      'probs.npy': npy(Float64Array.from(of.id.flatMap((_, r) => [of.p_no[r], of.p_yes[r]])), '<f8', [of.id.length, 2]),
      // A class that is none is out of range here.
      'labels.npy': npy(
        Uint8Array.from(of.label, (label) => ['no', 'yes', 'maybe'].indexOf(label)),
        '|u1',
        [of.id.length],
      ),
    }),
};

type Compared = Awaited<ReturnType<typeof compareFiles>>;

/** What does not say which files were read, nor what was skipped. */
function figuresOf({ skipped: _, guesses: __, ...comparison }: Compared): unknown {
  const learners = comparison.learners.map(({ file: _, skipped: __, warnings: ___, ...rest }) => rest);
  return JSON.parse(JSON.stringify({ ...comparison, learners }));
}

const ROWS = 400;
const names = ['a', 'b', 'c'];
const given = [2, 3, 4].map((seed) => learner(seed, ROWS));
// One row is bad in two files; the first and the last are bad in one.
const bad = [[0, 17, 250], [17, 100, 101, 399], []];
const out = new Set(bad.flat());
const SETTINGS = { names, replicates: 50 };
const clean = given.map((each, i) => write(`clean${i}.csv`, csv(rowsOf(each, (r) => !out.has(r)))));
const wanted = figuresOf(await compareFiles(clean, SETTINGS));

describe('compare leaves out of all files what is bad in one', () => {
  it.each(Object.keys(FORMATS))('%s: the comparison of files without those rows, bit for bit, on any number of threads', async (format) => {
    const files = given.map((each, i) => write(`bad${i}.${format}`, FORMATS[format](spoiled(each, bad[i]))));
    for (const threads of [1, 3]) {
      const classes = format === 'npz' ? { classes: ['no', 'yes'] } : {};
      const found = await compareFiles(files, { ...SETTINGS, ...classes, skipBad: true, threads });
      sameStructure(figuresOf(found), wanted);
      expect(found.skipped).toBe(out.size);
      expect(found.learners.map(({ skipped }) => skipped)).toEqual([3, 4, 0]);
      expect(found.rows).toBe(ROWS - out.size);
    }
  });

  it('in parts, and with rows whose quotes reach over a part’s end', async () => {
    const rows = 6000;
    const [one, two] = [5, 6].map((seed) => learner(seed, rows));
    one.id = one.id.map((id, r) => (r % 50 === 7 ? `"${id}\n\nmore,\n"` : id));
    const [first, second] = [one, two].map((of, i) =>
      spoiled(
        of,
        of.id.flatMap((_, r) => (r % (91 + i) === 5 ? [r] : [])),
      ),
    );
    const stays = (r: number) => r % 91 !== 5 && r % 92 !== 5;
    const dirty = [write('parts0.csv', csv(first)), write('parts1.csv', csv(second))];
    const whole = [write('whole0.csv', csv(rowsOf(one, stays))), write('whole1.csv', csv(rowsOf(two, stays)))];
    const settings = { names: ['a', 'b'], replicates: 50, rangeBytes: 4096 };
    const wanted = figuresOf(await compareFiles(whole, settings));
    for (const threads of [1, 3]) {
      const found = await compareFiles(dirty, { ...settings, skipBad: true, threads });
      closeStructure(figuresOf(found), wanted, 1e-12);
      expect(found.rows).toBe(one.id.filter((_, r) => stays(r)).length);
    }
  });

  it('in parts of row groups', async () => {
    const rows = 80_000;
    const [one, two] = [7, 8].map((seed) => learner(seed, rows));
    const dirty = [one, two].map((of, i) =>
      write(`groups${i}.parquet`, new Uint8Array(parquet(spoiled(of, i === 0 ? [3, 70_000] : [79_999]) as unknown as Columns, { rowGroupSize: 66_000 }))),
    );
    const stays = (r: number) => r !== 3 && r !== 70_000 && r !== 79_999;
    const whole = [one, two].map((of, i) => write(`groups${i}.csv`, csv(rowsOf(of, stays))));
    const wanted = figuresOf(await compareFiles(whole, { names: ['a', 'b'], replicates: 50 }));
    closeStructure(figuresOf(await compareFiles(dirty, { names: ['a', 'b'], replicates: 50, skipBad: true })), wanted, 1e-12);
  });

  it('rows that cannot be read at all count, too', async () => {
    const lines = csv(given[0]).split('\n');
    lines[6] = 'i5,yes';
    lines[9] = 'i8,no,0.5,0.5,0.5';
    const file = write('short.csv', lines.join('\n'));
    const wanted = figuresOf(
      await compareFiles(
        [0, 1].map((i) => write(`long${i}.csv`, csv(rowsOf(given[i], (r) => r !== 5 && r !== 8)))),
        { ...SETTINGS, names: ['a', 'b'] },
      ),
    );
    for (const id of [undefined, 'id']) {
      const found = await compareFiles([file, write('fine.csv', csv(given[1]))], { names: ['a', 'b'], replicates: 50, skipBad: true, ...(id ? { id } : {}) });
      sameStructure(figuresOf({ ...found, alignedBy: 'row' }), wanted);
      expect([found.skipped, ...found.learners.map(({ skipped }) => skipped)]).toEqual([2, 2, 0]);
    }
  });

  it.each(['csv', 'ndjson', 'parquet', 'arrow'])('%s: by id, whatever the order of the rows', async (format) => {
    const orders = [(r: number) => r, (r: number) => (r * 7) % ROWS, (r: number) => -r];
    const files = given.map((each, i) => write(`id${i}.${format}`, FORMATS[format](rowsOf(spoiled(each, bad[i]), () => true, orders[i]))));
    const wanted = figuresOf(
      await compareFiles(
        given.map((each, i) => write(`idClean${i}.csv`, csv(rowsOf(each, (r) => !out.has(r), orders[i])))),
        { ...SETTINGS, id: 'id' },
      ),
    );
    const found = await compareFiles(files, { ...SETTINGS, id: 'id', skipBad: true });
    sameStructure(figuresOf(found), wanted);
    expect([found.skipped, ...found.learners.map(({ skipped }) => skipped)]).toEqual([out.size, 3, 4, 0]);
  });

  it('an instance may miss where a row without an id may be it, and no others may', async () => {
    const first = rowsOf(given[0], () => true);
    first.id[3] = '';
    const files = [write('idless.csv', csv(first)), write('ided.csv', csv(given[1]))];
    const found = await compareFiles(files, { names: ['a', 'b'], replicates: 50, id: 'id', skipBad: true });
    expect([found.rows, found.skipped, ...found.learners.map(({ skipped }) => skipped)]).toEqual([ROWS - 1, 1, 1, 0]);
    const shorter = write('shorter.csv', csv(rowsOf(first, (r) => r !== 9)));
    const { message } = await rejected('id', compareFiles([shorter, files[1]], { names: ['a', 'b'], id: 'id', skipBad: true }));
    expect(message).toMatch(/shorter\.csv has no row with "i9"/);
  });

  it('long rows: an instance without one of its rows is bad', async () => {
    const long = (of: Learner, drop: number) =>
      `id,class,p,label\n${of.id.flatMap((id, r) => [`${id},no,${of.p_no[r]},${of.label[r]}`, ...(r === drop ? [] : [`${id},yes,${of.p_yes[r]},${of.label[r]}`])]).join('\n')}\n`;
    const files = [write('long0.csv', long(given[0], 12)), write('long1.csv', long(given[1], 30))];
    const found = await compareFiles(files, { names: ['a', 'b'], replicates: 50, long: 'id,class,p', skipBad: true });
    expect([found.rows, found.skipped, ...found.learners.map(({ skipped }) => skipped)]).toEqual([ROWS - 2, 2, 1, 1]);
  });

  it('refuses files of different lengths, other truths, and files with no row in common', async () => {
    const dirty = write('dirty.csv', csv(spoiled(given[0], bad[0])));
    const options = { names: ['a', 'b'], replicates: 50, skipBad: true };
    await rejected('length', compareFiles([dirty, write('fewer.csv', csv(rowsOf(given[1], (r) => r > 0)))], options));
    const turned = rowsOf(given[1], () => true);
    turned.label[200] = turned.label[200] === 'yes' ? 'no' : 'yes';
    await rejected('class', compareFiles([dirty, write('turned.csv', csv(turned))], options));
    const halves = [0, 1].map((i) =>
      write(
        `half${i}.csv`,
        csv(
          spoiled(
            rowsOf(given[i], (r) => r < 10),
            Array.from({ length: 10 }, (_, r) => r).filter((r) => r % 2 === i),
          ),
        ),
      ),
    );
    const { message } = await rejected('format', compareFiles(halves, options));
    expect(message).toMatch(/no row is good in all of these files/);
  });
});

describe('commands that pair rows', () => {
  const dirty = [0, 1].map((i) => write(`dirty${i}.csv`, csv(spoiled(given[i], bad[i]))));
  const pairOut = new Set([...bad[0], ...bad[1]]);
  const pure = [0, 1].map((i) => write(`pure${i}.csv`, csv(rowsOf(given[i], (r) => !pairOut.has(r)))));
  const sentence = '6 of 400 rows are left out of the comparison of all, as they are bad in one file or more: 3 in dirty0, 4 in dirty1';

  it('compare: says so in every form, and an error names the option', () => {
    const args = ['compare', ...dirty, '--bootstrap', '50'];
    const stopped = fairbits(args);
    expect(stopped.status).toBe(2);
    expect(stopped.stderr).toMatch(/Try: fairbits compare .* --renormalize/s);
    expect(fairbits([...args, '--renormalize']).stderr).toMatch(/Try: fairbits compare .* --on-error skip/s);
    for (const form of [[], ['--full'], ['--markdown']]) {
      const { status, stdout } = fairbits([...args, '--on-error', 'skip', ...form]);
      expect(status).toBe(0);
      expect(stdout.replace(/\s+/g, ' ')).toContain(sentence);
    }
    const html = write('report.html', '');
    expect(json([...args, '--on-error', 'skip', '--html', html]).skipped).toBe(6);
    expect(readFileSync(html, 'utf8')).toContain(sentence);
  });

  it.each([['mcnemar'], ['bet'], ['delong', '--positive', 'yes']])('test %s', (name, ...rest) => {
    const { skipped, skippedOf, notes, files: _, sentence: __, ...found } = json(['test', name, ...dirty, ...rest, '--on-error', 'skip']);
    expect({ skipped, skippedOf }).toEqual({ skipped: 6, skippedOf: [3, 4] });
    expect(notes.at(-1)).toBe(sentence);
    const { notes: ___, files: ____, sentence: _____, ...wanted } = json(['test', name, ...pure, ...rest]);
    sameStructure(JSON.parse(JSON.stringify(found).replaceAll('dirty', 'pure')), wanted);
  });

  it('priors', () => {
    const { skipped, skippedOf, files: _, ...found } = json(['priors', ...dirty, '--on-error', 'skip']);
    expect({ skipped, skippedOf }).toEqual({ skipped: 6, skippedOf: [3, 4] });
    const { files: __, ...wanted } = json(['priors', ...pure]);
    sameStructure(found, wanted);
    expect(fairbits(['priors', ...dirty, '--on-error', 'skip']).stdout.replace(/\s+/g, ' ')).toContain('6 of 400 rows are left out');
  });

  it('gate, and its slices', () => {
    const gate = (files: string[], ...rest: string[]): Record<string, unknown> => {
      const { status, stdout, stderr } = fairbits(['gate', files[0], '--baseline', files[1], '--by', 'label', '--json', ...rest]);
      if (status !== 0 && status !== 3 && status !== 4) throw new Error(stderr);
      const { file: _, baseline: __, ...report } = JSON.parse(stdout);
      return report;
    };
    const { skipped, skippedOf, ...found } = gate(dirty, '--on-error', 'skip');
    expect({ skipped, skippedOf }).toEqual({ skipped: 6, skippedOf: [3, 4] });
    sameStructure(found, gate(pure));
  });
});
