import { isRecord } from './jsonRow.js';

/** The records of a data frame as pandas writes it: by columns ({"a": {"0": 1}}), split ({"columns": […], "data": […]}) or as a table ({"schema": …, "data": […]}). Undefined for anything else. */
export function frameRecords(value: unknown): Record<string, unknown>[] | undefined {
  if (!isRecord(value)) return undefined;
  const { columns, data, schema } = value;
  if (isRecord(schema) && Array.isArray(data)) return data as Record<string, unknown>[];
  if (Array.isArray(columns) && Array.isArray(data))
    return data.map((row) => Object.fromEntries(columns.map((name, i) => [String(name), Array.isArray(row) ? row[i] : undefined])));
  const names = Object.keys(value);
  if (names.length === 0 || !names.every((name) => isRecord(value[name]))) return undefined;
  const all = value as Record<string, Record<string, unknown>>;
  const index = Object.keys(all[names[0]]);
  if (index.length === 0 || index[0] !== '0') return undefined;
  return index.map((row) => Object.fromEntries(names.map((name) => [name, Object.hasOwn(all[name], row) ? all[name][row] : undefined])));
}
