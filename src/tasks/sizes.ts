/** The usual size of a part of text; wide rows get more. */
export function usualPartBytes(k: number): number {
  return 4 * 2 ** 20 * Math.min(16, Math.max(1, Math.floor(k / 64)));
}

/**
 * Memory for the core of each thread. With 64 MiB, which very many classes may need, V8 collects garbage at once, and
 * that takes as long as to score some 50,000 rows.
 */
export function usualMemory(k: number): number {
  return (k > 1024 ? 64 : 24) * 2 ** 20;
}
