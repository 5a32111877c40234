import { type Stats, statSync } from 'node:fs';

/** What lies at a path; undefined where that cannot be told, which whoever opens it will hear about. */
export function statIf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
