import { count } from '../base/figures.js';

interface LeftOutOf {
  skipped?: number | undefined;
  learners: readonly { name: string; skipped?: number | undefined }[];
}

/** What is said of rows that are left out of a comparison, since they are bad in one of the files; nothing where there are none. */
export function leftOutText(rows: number, { skipped = 0, learners }: LeftOutOf): string[] {
  if (skipped === 0) return [];
  const own = learners.filter((each) => (each.skipped ?? 0) > 0).map((each) => `${count(each.skipped as number)} in ${each.name}`);
  return [`${count(skipped)} of ${count(rows + skipped)} rows are left out of the comparison of all, as they are bad in one file or more: ${own.join(', ')}`];
}
