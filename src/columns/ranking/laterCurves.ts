import { namedRecord } from '../../base/namedRecord.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { ClassCurves, Ranked } from './ranked.js';
import { ClassRanker, partsToRank, type RankElsewhere, type RankedClass, type RankInput, turnRound } from './ranks.js';

/** Draws the curves of classes that have been ranked without. */
export class ClassDrawer extends ClassRanker {
  /** The curves of a class; of two, those of both are drawn here. */
  override rank(kernels: Kernels, i: number): RankedClass {
    const { columns } = this;
    const { classes, positive, confidence, details } = this.input;
    const seen = details?.seen(classes, positive, confidence);
    if (!seen) return {};
    const pair = classes.length === 2;
    for (const each of pair ? [positive, 1 - positive] : [i]) {
      if (!seen.draws(each)) continue;
      const sorted = columns.signed(kernels, pair && !columns.whole ? positive : each);
      if (pair && !columns.whole && each !== positive) turnRound(sorted);
      seen.draw(kernels, sorted, each);
      kernels.free(sorted);
    }
    return { seen: seen.found };
  }
}

/** The curves of rows that have been ranked without. `between` classes it can be stopped, and others get their turn. */
export async function drawCurves(input: RankInput, elsewhere: RankElsewhere | undefined, between: () => Promise<void>): Promise<NonNullable<Ranked['curves']>> {
  const { details: _, ...posted } = input;
  const found = elsewhere ? await elsewhere({ ...posted, curvesAlone: true }) : await drawHere(input, between);
  return Object.assign(namedRecord<ClassCurves>(), ...found.map(({ seen }) => seen?.curves));
}

async function drawHere(input: RankInput, between: () => Promise<void>): Promise<RankedClass[]> {
  const drawer = new ClassDrawer(input);
  const kernels = await drawer.makeKernels();
  const found: RankedClass[] = [];
  for (let i = 0; i < partsToRank(input.classes); i++) {
    await between();
    found.push(drawer.rank(kernels, i));
  }
  return found;
}
