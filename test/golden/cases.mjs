/** The runs that are recorded. */
import { badCases } from './badCases.mjs';
import { formatCases } from './formatCases.mjs';
import { largeCases } from './largeCases.mjs';
import { oddCases } from './oddCases.mjs';
import { otherCases } from './otherCases.mjs';
import { plainCases } from './plainCases.mjs';

export const CASES = [...formatCases, ...oddCases, ...badCases, ...largeCases, ...plainCases, ...otherCases];

const seen = new Set();
for (const { name } of CASES) {
  if (seen.has(name)) throw new Error(`two cases are called ${name}`);
  seen.add(name);
}
