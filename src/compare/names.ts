/** The name of a learner, by that of its file. */
export function nameOfFile(file: string): string {
  return file.replace(/(\.(csv|tsv|txt|ndjson|jsonl|parquet|arrows?|feather|ipc|npy|gz))+$/i, '');
}
