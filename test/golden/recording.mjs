/** The recording: a gzipped JSON file. What occurs in several outcomes is stored once. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

const LEAST = 60;

/** Outcomes by the name of the case, and the SHA-256 of the files they came from. */
export function readRecording(path) {
  if (!existsSync(path)) return { files: {}, outcomes: {} };
  const { files, values, outcomes } = JSON.parse(gunzipSync(readFileSync(path)).toString());
  // A value refers to earlier ones only.
  const whole = [];
  const unpack = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(unpack);
    if (typeof value.$ === 'number') return whole[value.$];
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, unpack(own)]));
  };
  for (const value of values) whole.push(unpack(value));
  return { files, outcomes: Object.fromEntries(Object.entries(outcomes).map(([name, value]) => [name, unpack(value)])) };
}

export function writeRecording(path, { files, outcomes }) {
  const places = new Map();
  const values = [];
  const seen = new Map();
  const names = Object.keys(outcomes).sort();
  for (const name of names) count(outcomes[name], seen);
  const pack = (value) => {
    const text = JSON.stringify(value);
    const often = text.length >= LEAST && seen.get(text) > 1;
    if (often && places.has(text)) return { $: places.get(text) };
    const packed =
      typeof value !== 'object' || value === null
        ? value
        : Array.isArray(value)
          ? value.map(pack)
          : Object.fromEntries(Object.entries(value).map(([key, own]) => [key, pack(own)]));
    if (!often) return packed;
    places.set(text, values.length);
    values.push(packed);
    return { $: values.length - 1 };
  };
  const packed = Object.fromEntries(names.map((name) => [name, pack(outcomes[name])]));
  const sums = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, gzipSync(JSON.stringify({ files: sums, values, outcomes: packed }), { level: 9 }));
}

/** How often each value that is not short occurs, by its text. */
function count(value, seen) {
  const text = JSON.stringify(value);
  if (text.length < LEAST) return;
  seen.set(text, (seen.get(text) ?? 0) + 1);
  // What lies inside of what was seen is stored with it.
  if (seen.get(text) > 1) return;
  if (typeof value === 'object' && value !== null) for (const own of Object.values(value)) count(own, seen);
}
