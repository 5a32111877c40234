import { readdirSync } from 'node:fs';
import { entropyCuts, readArff } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { CHECKS, checkData, checkJson, DATA, furthest, judged, modelOf, partsOf, textOf, trainingOf, WITHOUT_CHECKS } from './support.js';

describe.skipIf(WITHOUT_CHECKS)('check files', () => {
  it('ARFF: every data set has the rows, attributes, classes and missing cells of the manifest', () => {
    const [header, ...lines] = textOf(`${DATA}manifest.tsv`)
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(lines.length).toBe(53);
    for (const line of lines) {
      const about = Object.fromEntries(header.map((name, i) => [name, line[i]]));
      const data = readArff(textOf(DATA + about.file), { name: about.file });
      const counts = new Array<number>(data.classes.length).fill(0);
      for (const label of data.labels) counts[label]++;
      const missing = data.attributes.reduce(
        (sum, column) => sum + (column.kind === 'nominal' ? column.codes.filter((code) => code < 0).length : column.values.filter(Number.isNaN).length),
        0,
      );
      expect(
        [
          data.rows,
          data.attributes.length,
          data.attributes.filter(({ kind }) => kind === 'numeric').length,
          data.classes.length,
          counts.filter((n) => n > 0).length,
          missing,
        ].map(String),
        about.file,
      ).toEqual([about.instances, about.attributes, about.numeric, about.classes_declared, about.classes_occurring, about.missing_cells]);
    }
  });

  it('Fayyad & Irani: the cuts of Weka, to the last digit', () => {
    let lists = 0;
    for (const [key, expected] of Object.entries<Record<string, number[]>>(checkJson('discretisation.json'))) {
      const [name, mode, encoding] = key.split('|');
      const cuts = entropyCuts(trainingOf(partsOf(checkData(name), mode)), encoding as 'standard');
      for (const [attribute, list] of Object.entries(expected)) {
        expect(cuts[Number(attribute)], `${key} ${attribute}`).toEqual(list);
        lists++;
      }
    }
    expect(lists).toBe(312);
  });

  it.each(['iris', 'vote', 'breast-cancer', 'labor', 'glass', 'kr-vs-kp'])('1R: the rules for %s', (name) => {
    for (const mode of ['all', 'thirds']) {
      const expected = checkJson('oner.json')[`order-independent|${name}|${mode}`];
      const parts = partsOf(checkData(name), mode);
      const model = modelOf('1r', parts);
      expect(model.describe()).toContain(expected.attribute);
      expect(model.describe()).toContain(`${expected.trainCorrect} of ${parts.train.length} training rows right`);
      for (const cut of expected.cuts ?? []) expect(model.describe()).toContain(String(cut));
      expect(judged(model, parts).correct).toBe(expected.testCorrect);
    }
  });

  it.each(['vote', 'breast-cancer', 'kr-vs-kp'])('Naive Bayes with the m-estimate: %s', (name) => {
    const expected = checkJson('nb_m_equals_N.json')[name];
    const parts = partsOf(checkData(name), 'thirds');
    const { correct, loss, estimates } = judged(modelOf('naive-bayes-m', parts), parts);
    expect(correct).toBe(expected.testCorrect);
    expect(loss).toBeCloseTo(expected.log2loss, 9);
    expect(furthest(estimates.subarray(0, 5 * parts.data.classes.length), expected.first5.flat())).toBeLessThan(1e-12);
  });

  it.each(['iris', 'vote', 'breast-cancer', 'labor', 'glass', 'kr-vs-kp'])('TAN by super parents: arcs and estimates of %s', (name) => {
    const expected = checkJson('superparent_tan.json')[name];
    const parts = partsOf(checkData(name), 'thirds');
    const model = modelOf('tan', parts);
    const names = parts.data.attributes.map((column) => column.name);
    expect(
      model
        .describe()
        .split('\n')
        .slice(2)
        .map((line) => (line.includes(': class, ') ? names.indexOf(line.split(': class, ')[1]) : null)),
    ).toEqual(expected.parents);
    const { correct, loss, estimates } = judged(model, parts);
    expect(correct).toBe(expected.testCorrect);
    expect(loss).toBeCloseTo(expected.log2loss, 9);
    expect(furthest(estimates.subarray(0, 5 * parts.data.classes.length), expected.first5.flat())).toBeLessThan(1e-12);
  });

  it('TAN by mutual information: the edges of Weka', () => {
    const files = readdirSync(`${CHECKS}weka`).filter((file) => file.endsWith('.TAN.model.txt'));
    expect(files.length).toBe(12);
    for (const file of files) {
      const [name, mode] = file.split('.');
      const parts = partsOf(checkData(name), mode);
      const edges = (lines: string[], sign: RegExp) =>
        lines
          .flatMap((line) => {
            const [, child, parent] = sign.exec(line) ?? [];
            return parent === undefined ? [] : [[child, parent].sort().join(' – ')];
          })
          .sort();
      const theirs = textOf(`${CHECKS}weka/${file}`).split('Network structure')[1].split('\n');
      const [node, link] = [new RegExp(`^(.+)\\(\\d+\\): ${parts.data.className} (\\S+) $`), /^(.+): class, (.+)$/];
      expect(edges(modelOf('tan-friedman', parts).describe().split('\n'), link), file).toEqual(edges(theirs, node));
    }
  });
});
