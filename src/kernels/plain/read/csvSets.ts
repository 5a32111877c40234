import { isBlank } from '../../../base/signs.js';
import type { CsvPlan, SetsResult } from '../../csvPlan.js';
import { type Fault, Walk } from './csv.js';

/** The twin of assembly/csvSets.ts: the same rows, the same errors in the same places. */

const BAR = 0x7c;

export function parseSets(
  bytes: Uint8Array,
  from: number,
  to: number,
  final: boolean,
  plan: CsvPlan,
  predicted: number,
  labels: Uint16Array,
  members: Uint16Array,
  sizes: Uint16Array,
): SetsResult {
  const walk = new Walk(bytes, from, to, final, plan);
  const k = plan.names.length;
  let rows = 0;
  let filled = 0;
  for (; rows < labels.length && filled + k < members.length && walk.toRow(); rows++) {
    const line = walk.at;
    const fault = row(line);
    if (fault) return { ...walk.result(rows, line, fault), members: filled };
    filled += sizes[rows];
  }
  return { ...walk.result(rows, 0, undefined), members: filled };

  function row(line: number): Fault | undefined {
    const last = plan.columns.length - 1;
    sizes[rows] = 0;
    for (let column = 0; column <= last; column++) {
      walk.column = column;
      const fault = walk.field();
      if (fault) return fault;
      if (column === plan.truth) {
        labels[rows] = walk.name();
        if (walk.name() < 0) return 'unknown-class';
      } else if (column === predicted && !set()) return 'unknown-class';
      if (walk.atDelimiter() !== column < last) return walk.ragged(line);
      if (column < last) walk.at++;
    }
    walk.behindLine();
    return;
  }

  /** The classes of the field; whether all are some. A set of more than k has a repeat, and is cut. */
  function set(): boolean {
    const end = walk.to;
    let at = walk.from;
    let blank = at;
    while (blank < end && isBlank(bytes[blank])) blank++;
    if (blank === end) return true;
    for (let size = 0; size <= k; at++) {
      let bar = at;
      while (bar < end && bytes[bar] !== BAR) bar++;
      let name = walk.nameAt(at, bar);
      if (name < 0 && walk.quoted) name = walk.trimmedNameAt(at, bar);
      if (name < 0) {
        walk.from = at;
        walk.to = bar;
        return false;
      }
      members[filled + size++] = name;
      sizes[rows] = size;
      if (bar === end) break;
      at = bar;
    }
    return true;
  }
}
