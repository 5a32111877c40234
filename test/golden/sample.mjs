import { CASES } from './cases.mjs';

/** Cases that take files of 9 MB: a few are enough for each run of the tests. */
const MOST_LARGE = 8;

/** Groups that others are much like. */
const LEFT_OUT = ['classes', 'glob'];

const isLarge = ({ args, input = '', before = [] }) => [...args, input, ...before.flat()].some((word) => word.startsWith('large'));

/** So many cases of each command and group on one backend, the same ones each time. */
export function sample(backend, each) {
  const groups = new Map();
  for (const one of CASES.filter((own) => own.backend === backend && !LEFT_OUT.includes(own.group))) {
    const key = `${one.command}/${one.group}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  let large = 0;
  return [...groups.values()]
    .flatMap((group, g) => {
      const count = Math.min(each, group.length);
      // Another place in each group, so that commands do not all get the same file.
      return Array.from({ length: count }, (_, i) => group[(11 * g + Math.floor((i * group.length) / count)) % group.length]);
    })
    .filter((one) => !isLarge(one) || large++ < MOST_LARGE);
}
