import { FairbitsError } from '../../src/errors.js';
import type { Backend } from '../../src/kernels/kernels.js';
import { rulesOfFiles } from '../../src/rules/rulesBlobs.js';
import type { RulesOfFile } from '../../src/rules/rulesOf.js';
import { chooseTruth } from '../../src/sources/columns.js';
import { readHeader, splitLine } from '../../src/sources/header.js';
import { recordsOf } from './records.js';

/** What the sets in a column are worth. Unless it is said which classes there are, they are those that occur, as truths or in sets. */
export async function rules(file: File, truth: string | undefined, predicted: string, given: string[] | undefined, backend: Backend): Promise<RulesOfFile> {
  const classes = given ?? (await namesIn(file, truth, predicted));
  if (classes.length < 2)
    throw new FairbitsError('class-count', `${file.name}: the only class is ${classes[0] ?? 'none'}: expected two or more`, {
      file: file.name,
      found: classes.length,
      expected: 'two classes or more',
    });
  return rulesOfFiles([file], { ...(truth ? { truth } : {}), predicted, classes, backend });
}

async function namesIn(file: File, truth: string | undefined, predicted: string): Promise<string[]> {
  const names = new Set<string>();
  let places: { truth: number; sets: number; delimiter: string } | undefined;
  let commented = false;
  for await (const { text, line } of recordsOf(file, true)) {
    const comment = (places ? text : text.replace(/^\ufeff/, '')).startsWith('#');
    if (!places) commented ||= comment;
    if (text.trim() === '' || (commented && comment)) continue;
    if (!places) {
      const { columns, delimiter } = readHeader(new TextEncoder().encode(text), file.name, true);
      places = { truth: chooseTruth(columns, truth, [], file.name, `${file.name}:${line}`), sets: columns.indexOf(predicted), delimiter };
      continue;
    }
    const fields = splitLine(text, places.delimiter);
    for (const name of [fields[places.truth] ?? '', ...(fields[places.sets] ?? '').split('|')]) if (name.trim() !== '') names.add(name.trim());
  }
  return [...names].sort();
}
