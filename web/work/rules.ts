import { createEngine } from '../../src/engine.js';
import { FairbitsError } from '../../src/errors.js';
import type { Backend } from '../../src/kernels/kernels.js';
import { ruleSets } from '../../src/rules/ruleSets.js';
import type { RuleReport } from '../../src/rules/ruleTally.js';
import { chooseTruth } from '../../src/sources/columns.js';
import { readHeader, splitLine } from '../../src/sources/header.js';
import { recordsOf } from './records.js';

const AT_ONCE = 8192;

/** What the sets in a column are worth. The classes are those that occur, as truths or in sets: a page is not told of others. */
export async function rules(file: File, truth: string | undefined, predicted: string, backend: Backend): Promise<RuleReport> {
  const names = new Set<string>();
  await eachRow(file, truth, predicted, (label, set) => {
    names.add(label);
    for (const name of set) names.add(name);
  });
  const classes = [...names].sort();
  if (classes.length < 2)
    throw new FairbitsError('class-count', `${file.name}: the only class is ${classes[0] ?? 'none'}: expected two or more`, {
      file: file.name,
      found: classes.length,
      expected: 'two classes or more',
    });
  const index = new Map(classes.map((name, i) => [name, i]));
  const engine = await createEngine({ backend });
  const tally = engine.ruleTally(classes);
  let sets: string[][] = [];
  let labels: number[] = [];
  const add = (): void => {
    tally.add(ruleSets(classes, sets), Uint16Array.from(labels));
    sets = [];
    labels = [];
  };
  await eachRow(file, truth, predicted, (label, set) => {
    sets.push(set);
    labels.push(index.get(label) as number);
    if (sets.length === AT_ONCE) add();
  });
  if (sets.length > 0) add();
  return tally.report();
}

async function eachRow(file: File, truth: string | undefined, predicted: string, take: (label: string, set: string[]) => void): Promise<void> {
  let places: { truth: number; sets: number; delimiter: string; comment: string | undefined; columns: string[] } | undefined;
  let comments = '';
  for await (const { text, line } of recordsOf(file, true)) {
    if (text.trim() === '') continue;
    if (!places) {
      if (text.replace(/^\ufeff/, '').startsWith('#')) {
        comments = '#\n';
        continue;
      }
      const { columns, delimiter, comment } = readHeader(new TextEncoder().encode(`${comments}${text}`), file.name, true);
      places = { truth: chooseTruth(columns, truth, [], file.name, `${file.name}:${line}`), sets: columns.indexOf(predicted), delimiter, comment, columns };
      continue;
    }
    if (places.comment && text.startsWith(places.comment)) continue;
    const fields = splitLine(text, places.delimiter);
    if (fields.length !== places.columns.length)
      throw new FairbitsError(
        'fields',
        `${file.name}:${line}: ${fields.length} fields, but the header has ${places.columns.length}. Is a delimiter missing, or a quote?`,
        { file: file.name, line, found: fields.length, expected: `${places.columns.length} fields` },
      );
    const set = fields[places.sets]
      .split('|')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    take(fields[places.truth], set);
  }
}
