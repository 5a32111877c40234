import { classesIn, type OtherWorker, type RulesOfFile } from '../../src/files.js';
import { type Backend, FairbitsError } from '../../src/index.js';
import { rulesOfFiles } from '../../src/webTasks.js';

/** What the sets in a column are worth. Unless it is said which classes there are, they are those that occur, as truths or in sets. */
export async function rules(
  file: File,
  truth: string | undefined,
  predicted: string,
  given: string[] | undefined,
  backend: Backend,
  workers: readonly OtherWorker[],
): Promise<RulesOfFile> {
  const classes = given ?? (await classesIn(file, truth, predicted));
  if (classes.length < 2)
    throw new FairbitsError('class-count', `${file.name}: the only class is ${classes[0] ?? 'none'}: expected two or more`, {
      file: file.name,
      found: classes.length,
      expected: 'two classes or more',
    });
  return rulesOfFiles([file], { ...(truth ? { truth } : {}), predicted, classes, backend, workers });
}
