import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { NO_GZIP } from '../bytes/notGzip.js';
import type { InputFile, OpenFiles } from '../bytes/reading.js';
import { damaged } from '../tables/batch.js';
import { plainName, truthsByName } from '../understand/names.js';
import { crc32 } from './crc32.js';
import { entryStart, type ZipEntry, zipDirectory } from './zipDirectory.js';

const NPZ = 'NPZ';

/** Which arrays are asked for, by their keys. */
export interface NpzKeys {
  truth?: string | undefined;
  probs?: string | undefined;
  /** Labels alone will do. */
  labelsOnly?: boolean | undefined;
}

/** The arrays of an .npz file that make a table, as files of their own; and what was guessed. */
export interface NpzArrays {
  estimates: number | undefined;
  labels: number;
  notes: string[];
}

const ESTIMATE_KEYS =
  /^(?:(?:y_|test_|val_|valid_|pred(?:icted)?_)*(?:p|probs?|probas?|probabilit(?:y|ies)|predict_proba|scores?|preds?|predictions?|softmax|logits?|estimates?|p_hat|hat)(?:_test|_val|_valid)?|arr_0)$/;
const LABEL_KEYS = /^(?:(?:test_|val_|valid_|true_)*(?:y|ys|labels?|targets?|truth|class(?:es)?|classes_true)(?:_true|_test|_val|_valid)?|arr_1)$/;

/** Finds the arrays of estimates and of labels, and makes files of them. */
export async function npzArrays(inputs: OpenFiles, file: number, keys: NpzKeys): Promise<NpzArrays> {
  const { name, size } = inputs.files[file];
  const entries = (await asDamage(name, () => inputs.read(zipDirectory(file, size)))).filter((entry) => entry.name.endsWith('.npy'));
  const names = entries.map((entry) => entry.name.slice(0, -'.npy'.length));
  const twice = names.find((key, i) => names.indexOf(key) < i);
  if (twice !== undefined) throw damaged(name, NPZ, `two of its arrays are called "${twice}"`);
  const labels = keyOf(keys.truth, '--truth', () => labelsKey(names));
  const estimates = keys.labelsOnly ? undefined : keyOf(keys.probs, '--probs', () => estimatesKey(names, labels));
  const guessed = [
    ...(keys.probs === undefined && estimates !== undefined ? [`the estimates are taken from the array "${names[estimates]}" (--probs says otherwise)`] : []),
    ...(keys.truth === undefined ? [`the labels are taken from the array "${names[labels]}" (--truth says otherwise)`] : []),
  ];
  const others = names.filter((_, i) => i !== labels && i !== estimates);
  const notes =
    others.length > 0 && !keys.labelsOnly ? [...guessed, `passed over: ${others.length === 1 ? 'the array' : 'the arrays'} ${list(others)}`] : guessed;
  return { estimates: estimates === undefined ? undefined : await member(entries[estimates]), labels: await member(entries[labels]), notes };

  function keyOf(asked: string | undefined, option: string, guess: () => number | undefined): number {
    const found = asked === undefined ? guess() : names.indexOf(asked);
    if (found !== undefined && found >= 0) return found;
    const what = asked === undefined ? `none of its arrays is called as ${option === '--truth' ? 'labels' : 'estimates'} are` : `there is no array "${asked}"`;
    throw new FairbitsError('columns', `${name}: ${what}; they are ${names.length === 0 ? 'none' : list(names)}. Say which with ${option}.`, {
      file: name,
      found: list(names),
      expected: option,
    });
  }

  async function unpacked(key: string, made: Promise<number>): Promise<number> {
    try {
      return await made;
    } catch (error) {
      // An archive is no gzip file.
      throw error instanceof FairbitsError && error.found === NO_GZIP ? damaged(name, NPZ, `${key} cannot be unpacked`) : error;
    }
  }

  /** An array as a file of its own, whose bytes are what the archive says. */
  async function member(entry: ZipEntry): Promise<number> {
    const called = `${name}/${entry.name}`;
    if (entry.method !== 0 && entry.method !== 8) throw damaged(name, NPZ, `${entry.name} is packed in a way that is not known (${entry.method})`);
    if (entry.method === 0 && entry.packed !== entry.size) throw damaged(name, NPZ, `${entry.name} has ${entry.packed} bytes where ${entry.size} are expected`);
    // Even nothing takes two bytes when it is packed.
    if (entry.method === 8 && entry.packed === 0) throw damaged(name, NPZ, `${entry.name} cannot be unpacked`);
    const from = await asDamage(name, () => inputs.read(entryStart(file, size, entry)));
    if (!inputs.member) throw new Error('files have no parts here');
    const made = await unpacked(entry.name, inputs.member(file, { name: called, from, packed: entry.packed, size: entry.size, deflated: entry.method === 8 }));
    const found: InputFile = inputs.files[made];
    if (found.size !== entry.size) throw damaged(name, NPZ, `${entry.name} unpacks to ${found.size} bytes where ${entry.size} are expected`);
    const crc = await inputs.read(crc32(made, found.size));
    if (crc !== entry.crc) throw damaged(name, NPZ, `the check sum of ${entry.name} is wrong`);
    return made;
  }
}

function labelsKey(names: readonly string[]): number | undefined {
  const [named] = truthsByName(names);
  const found = named ?? names.findIndex((key) => LABEL_KEYS.test(plainName(key)));
  return found >= 0 ? found : undefined;
}

function estimatesKey(names: readonly string[], labels: number): number | undefined {
  const found = names.findIndex((key, i) => i !== labels && ESTIMATE_KEYS.test(plainName(key)));
  if (found >= 0) return found;
  const others = names.flatMap((_, i) => (i === labels ? [] : [i]));
  return others.length === 1 ? others[0] : undefined;
}

async function asDamage<T>(name: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FairbitsError) throw error;
    throw damaged(name, NPZ, (error as Error).message);
  }
}
