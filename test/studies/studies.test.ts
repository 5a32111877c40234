import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStudy, type Study, type StudyPlan, type StudyReport, studies, studyHtml, studyOf } from 'fairbits/studies';
import { describe, expect, it } from 'vitest';
import { fairbits, folder, json } from '../score/cli.js';
import { problems } from '../support/validate.js';
import { MADE_UP, madeUpReports } from './madeUp.mjs';

const schema = JSON.parse(readFileSync('schemas/study.json', 'utf8'));

/** 150 rows of four numbers and three classes, as iris has: the only data set of the papers that a file of this size can be. */
function irisLike(): string {
  const rows = Array.from({ length: 150 }, (_, i) => {
    const c = i % 3;
    const noise = (a: number) => (((i + 1) * (a + 7) * 7919) % 101) / 40;
    return `${[0, 1, 2, 3].map((a) => (c * (a % 2 ? 1 : 0.4) + noise(a)).toFixed(2)).join(',')},${'abc'[c]}`;
  });
  return `@relation tiny\n${['w', 'x', 'y', 'z'].map((name) => `@attribute ${name} numeric\n`).join('')}@attribute kind {a,b,c}\n@data\n${rows.join('\n')}\n`;
}

const data = join(folder, 'data');
mkdirSync(join(data, 'below'), { recursive: true });
writeFileSync(join(data, 'below', 'Iris.arff'), irisLike());
// As hepatitis.arff is called, and something else.
writeFileSync(join(data, 'hepatitis.arff'), '@relation h\n@attribute a {x,y}\n@attribute c {p,q}\n@data\nx,p\ny,q\n');

describe('reports of made-up results', () => {
  it.each(Object.keys(MADE_UP))('%s: as the schema has it, and as HTML that loads nothing', (id) => {
    for (const report of madeUpReports().filter(({ study }: StudyReport) => study === id)) {
      expect(problems(report, schema)).toEqual([]);
      const html = studyHtml(report);
      expect(html).toContain("default-src 'none'");
      expect(html).not.toMatch(/ src=|href=|NaN|undefined|Infinity/);
      expect(html).toContain('What the paper says, in our words');
      expect(report.verdict).not.toMatch(/NaN|undefined/);
    }
  });

  it('name the verdicts that turn round: the first learner is ahead by accuracy, the last by reward', () => {
    for (const id of ['korb-2001', 'hope-korb-2002', 'hope-korb-2004-uci']) {
      const { plan, results } = MADE_UP[id as keyof typeof MADE_UP];
      const { reversals, verdict } = studyOf(id)!.report(results, plan as StudyPlan, { quick: false, seed: 1 });
      const learners = new Set(reversals.flatMap(({ byAccuracy, byReward }) => [byAccuracy, byReward])).size;
      expect(reversals.filter(({ significant }) => significant === 'both')).toHaveLength((plan.sets.length * learners * (learners - 1)) / 2);
      expect(reversals.every(({ accuracy, reward }) => accuracy.lead > 0.05 && reward.lead > 0.05)).toBe(true);
      expect(verdict).toContain(`${reversals.length} change places`);
    }
  });

  it('tell where the theory pays for itself', () => {
    const { plan, results } = MADE_UP['cleary-legg-witten-1996'];
    const { tables, verdict } = studyOf('cleary-legg-witten-1996')!.report(results, plan as StudyPlan, { quick: false, seed: 1 });
    // 1500 bits without, 700 with a theory of 50 bits: 750 are left.
    const [pay] = tables;
    expect(pay.title).toContain('pay for itself');
    expect(pay.rows[0].slice(0, 4)).toEqual(['BC', 1500, 750, '25/25']);
    expect(verdict).toContain('theories pay for themselves on BC');
  });

  it('escape what they are given', () => {
    const [report] = madeUpReports();
    expect(studyHtml({ ...report, title: 'a < b & "c"' })).toContain('<title>a &lt; b &amp; &quot;c&quot;</title>');
  });
});

describe('the papers’ figures', () => {
  const { plan, results } = MADE_UP['korb-2001'];
  const shared = '../shared/learners';

  it('stand beside ours with the difference', () => {
    const { tables } = studyOf('korb-2001')!.report(results, plan as StudyPlan, { quick: false, seed: 1 });
    const accuracy = tables.find(({ title }) => title === 'Table 1: accuracy')!;
    // Korb, Hope & Hughes 2001, table 1: C4.5 on CH has 0.992.
    const [, theirs, ours, difference] = accuracy.rows.find(([name]) => name === 'CH')!;
    expect(theirs).toBe(0.992);
    expect(difference).toBeCloseTo((ours as number) - 0.992, 12);
  });

  it.skipIf(!existsSync(shared))('are those of the check files', () => {
    const cells = (id: keyof typeof MADE_UP, title: string) => {
      const found = studyOf(id)!
        .report(MADE_UP[id].results, MADE_UP[id].plan as StudyPlan, { quick: false, seed: 1 })
        .tables.find((table) => table.title.startsWith(title))!;
      return new Map(found.rows.map(([name, ...row]) => [name as string, Object.fromEntries(found.groups!.map((group, i) => [group.name, row[3 * i]]))]));
    };
    const read = (name: string) => JSON.parse(readFileSync(join(shared, name), 'utf8')).table;
    const of2001 = read('study003.json');
    for (const [set, row] of cells('korb-2001', 'Table 2: information reward'))
      for (const [name, { paper }] of Object.entries<{ paper: number[] }>(of2001[set])) expect(row[name], `${set} ${name}`).toBe(paper[1]);
    const of2002 = read('study000.json');
    for (const [set, row] of cells('hope-korb-2002', 'Table 6'))
      for (const [name, { paper }] of Object.entries<{ paper: number[] }>(of2002[set.toUpperCase()]))
        expect(row[name], `${set} ${name}`).toBeCloseTo(paper[2], 3);
    const of1996 = read('study001.json');
    for (const [set, row] of cells('cleary-legg-witten-1996', 'Table 2: Sf'))
      for (const [name, { paperSf }] of Object.entries<{ paperSf: number }>(of1996[set])) expect(row[name], `${set} ${name}`).toBe(paperSf);
  });
});

describe('miscalibration of ten predictions at a time', () => {
  it.skipIf(!existsSync('dist/studies/runs/cellsOfTen.js'))('is worked out by hand: ties are cut in the order of rows', async () => {
    const { miscalibrationOfTens } = await import('../../dist/studies/runs/cellsOfTen.js' as string);
    // Twenty rows with 0.75 for the first class; ten of that class, then ten of the other. Two cells: (1 − 0.75)² and (0 − 0.75)², each 10/9 times.
    const estimates = Float64Array.from({ length: 40 }, (_, i) => (i % 2 ? 0.25 : 0.75));
    const labels = Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 1));
    expect(miscalibrationOfTens(estimates, labels, 2, [0, 1])).toBeCloseTo(Math.sqrt((10 / 9) * (0.0625 + 0.5625)), 12);
    // Turn and turn about, every cell has half of each: (0.5 − 0.75)² twice.
    const mixed = labels.map((_, i) => i % 2);
    expect(miscalibrationOfTens(estimates, mixed, 2, [0, 1])).toBeCloseTo(Math.sqrt((10 / 9) * 2 * 0.0625), 12);
    // What is left over joins the last cell; the cutoff holds estimates.
    expect(miscalibrationOfTens(estimates.slice(0, 30), labels.slice(0, 15), 2, [0, 0.6])).toBeCloseTo(Math.sqrt((15 / 14) * (10 / 15 - 0.6) ** 2), 12);
    expect(miscalibrationOfTens(estimates.slice(0, 2), labels.slice(0, 1), 2, [0, 1])).toBeNull();
  });
});

describe('fairbits study', () => {
  it('lists what there is, and refuses what there is not', () => {
    const { stdout } = fairbits(['study', 'list']);
    for (const { id } of studies) expect(stdout).toContain(id);
    expect(json(['study', 'list']).studies.map(({ id }: Study) => id)).toEqual(studies.map(({ id }) => id));
    const { status, stderr } = fairbits(['study', 'hope-2004']);
    expect(status).toBe(2);
    expect(stderr).toContain('there is no study "hope-2004"; expected list, or one of hope-korb-2004-artificial');
  });

  it('asks for data where a study needs some, and tells a folder that has none', () => {
    expect(fairbits(['study', 'korb-2001']).stderr).toContain('korb-2001 needs data sets: expected --data DIR');
    expect(fairbits(['study', 'korb-2001', '--data', join(folder, 'nowhere')]).stderr).toContain('it does not exist; expected a folder with ARFF files');
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(fairbits(['study', 'korb-2001', '--data', empty]).stderr).toContain(
      'none of the 16 data sets of korb-2001 is there; expected files such as breast-cancer.arff: 286 rows',
    );
  });

  it('tells a place that results cannot be kept in', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const into = (path: string) => fairbits(['study', 'korb-2001', '--data', data, '--into', path]);
    expect(into(file).stderr).toContain('a-file: it is there, and is no folder; expected a folder that results can be kept in');
    expect(into(join(folder, 'no', 'where')).stderr).toContain('the folder that it would be in does not exist');
    expect(into(file).status).toBe(2);
  });

  it.each(['cleary-legg-witten-1996', 'korb-2001', 'hope-korb-2002', 'hope-korb-2004-uci'])(
    '%s goes on with what is there, and names what is missing',
    (id) => {
      const into = join(folder, id);
      const report: StudyReport = json(['study', id, '--quick', '--data', data, '--into', into, '--threads', '1']);
      expect(problems(report, schema)).toEqual([]);
      expect(report.sets.map((set) => set.toLowerCase().slice(0, 2))).toEqual(['ir']);
      expect(report.left).toEqual([]);
      const hepatitis = report.missing.find(({ name }) => /^he(patitis)?$/i.test(name))!;
      expect(hepatitis.expected).toBe('hepatitis.arff: 155 rows, 19 attributes and the class last');
      expect(hepatitis.found).toContain('hepatitis.arff has 2 rows and 1 attributes');
      expect(readdirSync(into).sort()).toEqual(['report.html', 'report.json', 'units']);
      expect(JSON.parse(readFileSync(join(into, 'report.json'), 'utf8'))).toEqual(report);
      // Another run finds everything done, also where the data were moved.
      const moved = join(folder, `moved-${id}`);
      cpSync(data, moved, { recursive: true });
      const again = fairbits(['study', id, '--quick', '--data', moved, '--into', into, '--threads', '1']).stdout;
      expect(again).toContain(`${report.units} units, ${report.units} of them kept from before`);
      expect(again.indexOf(report.verdict.slice(0, 40))).toBe(0);
    },
  );

  it('keeps what is done, names what fails, and does another version’s units again', async () => {
    const into = join(folder, 'kept');
    const study = studyOf('hope-korb-2004-artificial')!;
    const { units, ...rest } = study.plan({ quick: true, seed: 1 });
    const small = units.slice(0, 1).map(({ key, task }) => ({ key, task: { ...(task as object), sizes: [50], learners: ['NB'] } }));
    const plan = { ...rest, units: [...small, { key: 'nonsense', task: { kind: 'NB', model: 1, seed: 1, sizes: [50], learners: ['nobody'] } }] };
    const options = { folder: into, threads: 2, version: 'one' };
    const first = await runStudy(study, plan, options);
    expect([...first.results.keys()]).toEqual([units[0].key]);
    expect(first.failed).toEqual([{ key: 'nonsense', reason: expect.stringContaining('there is no learner') }]);
    const files = readdirSync(join(into, 'units')).map((name) => join(into, 'units', name));
    expect(files).toHaveLength(1);
    const before = statSync(files[0]).mtimeMs;
    const second = await runStudy(study, plan, options);
    expect(second.results).toEqual(first.results);
    expect(second.kept).toBe(1);
    expect(statSync(files[0]).mtimeMs).toBe(before);
    expect((await runStudy(study, plan, { ...options, version: 'two' })).kept).toBe(0);
  });
});
