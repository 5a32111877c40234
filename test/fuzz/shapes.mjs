import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { mutated } from './mutate.mjs';
import { sameEveryWay } from './ways.mjs';

/**
 * Shapes of data that stand above the formats: archives of arrays, one row to an instance and class, lists of numbers. An input is a file of test/first-minute/shapes,
 * mostly changed by chance, and scored as a whole in every way.
 */

const FOLDER = 'test/first-minute/shapes';

function shape(names, options = {}) {
  const seeds = readdirSync(FOLDER)
    .filter((name) => names.test(name))
    .sort()
    .map((name) => ({ name: `x${extname(name)}`, bytes: new Uint8Array(readFileSync(`${FOLDER}/${name}`)) }));
  return {
    /** Each is scored several times, so the tests have few of them. */
    few: 20,
    make(random) {
      const { name, bytes } = random.pick(seeds);
      // Headers are at the start, what describes columns and archives at the end.
      const at = ({ next }, { length }) => Math.floor((next() < 0.4 ? next() : next() < 0.5 ? next() ** 3 : 1 - next() ** 3) * length);
      const chance = random.next();
      const by = chance < 0.001 ? 'processes' : chance < 0.01 ? 'threads' : 'one thread';
      return {
        files: [random.next() < 0.9 ? mutated(random, bytes, at) : bytes],
        name,
        ways: { by, skip: random.next() < 0.7, part: 16 + random.below(200) },
      };
    },
    check: ({ files, name, ways }) => sameEveryWay({ [name]: files[0] }, ways, options),
  };
}

export const shapes = {
  npz: shape(/\.npz$/),
  lists: shape(/lists?\b.*\.(feather|parquet)$|huggingface\.parquet$/),
  long: shape(/^long(-mixed)?\./, { long: 'id,class,p', truth: 'truth' }),
};
