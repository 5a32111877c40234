import { pairedT } from 'fairbits/significance';
import { studyOf } from 'fairbits/studies';
import { describe, expect, it } from 'vitest';

interface ModelResult {
  reward: Record<string, number[]>;
}

const study = studyOf('hope-korb-2004-artificial')!;
const QUICK = ['NB', 'TAN', 'AODE'];
const ALL = [...QUICK, 'CaMML'];

/** Rewards of the first models of a kind with so many training rows, and whether one learner is ahead of another over them. */
class Models {
  private readonly models: ModelResult[] = [];

  static async run(kind: string, size: number, learners: string[], count: number): Promise<Models> {
    const made = new Models();
    for (let model = 0; model < count; model++) made.models.push((await study.run({ kind, model, seed: 1, sizes: [size], learners })) as ModelResult);
    return made;
  }

  column(name: string): number[] {
    return this.models.map(({ reward }) => reward[name][0]);
  }

  mean(name: string): number {
    return this.column(name).reduce((sum, value) => sum + value, 0) / this.models.length;
  }

  /** Two-sided, at the 5 % level. */
  expectAhead(winners: string[], losers: string[]): void {
    for (const winner of winners)
      for (const loser of losers) {
        expect(this.mean(winner) - this.mean(loser), `${winner} over ${loser}`).toBeGreaterThan(0);
        expect(pairedT(this.column(winner), this.column(loser)).p, `${winner} over ${loser}`).toBeLessThan(0.05);
      }
  }
}

// The whole study has 40 models of each kind and Bonferroni's correction (npm run study, docs/studies.md). CaMML takes nine tenths of its time, and has fewer here.
describe('sentences of Hope & Korb 2004, §5.1, seed 1', () => {
  it('Naive Bayes models, 50 rows: CaMML is significantly behind', async () => {
    const models = await Models.run('NB', 50, ALL, 12);
    models.expectAhead(QUICK, ['CaMML']);
  });

  it('Naive Bayes models, 50 rows: the others are about alike', async () => {
    const means = await Models.run('NB', 50, QUICK, 40).then((models) => QUICK.map((name) => models.mean(name)));
    expect(Math.max(...means) - Math.min(...means)).toBeLessThan(0.03);
  });

  it('TAN models, 50 rows: AODE is ahead', async () => {
    const models = await Models.run('TAN', 50, ALL, 12);
    models.expectAhead(['AODE'], ['NB', 'TAN', 'CaMML']);
  });

  it('TAN models, 5000 rows: TAN is ahead of AODE, and Naive Bayes behind both', async () => {
    const models = await Models.run('TAN', 5000, QUICK, 40);
    models.expectAhead(['TAN'], ['AODE']);
    models.expectAhead(['TAN', 'AODE'], ['NB']);
  });

  it('TAN models, 5000 rows: CaMML is ahead of AODE and Naive Bayes', async () => {
    const models = await Models.run('TAN', 5000, ['NB', 'AODE', 'CaMML'], 16);
    models.expectAhead(['CaMML'], ['AODE', 'NB']);
  });

  it('AODE models, 50 rows: nobody is above zero, and CaMML is ahead of Naive Bayes', async () => {
    const models = await Models.run('AODE', 50, ALL, 12);
    for (const name of ALL) expect(models.mean(name), name).toBeLessThan(0);
    models.expectAhead(['CaMML'], ['NB']);
  });

  it('AODE models, 500 rows: AODE is ahead', async () => {
    const models = await Models.run('AODE', 500, ALL, 12);
    models.expectAhead(['AODE'], ['NB', 'TAN', 'CaMML']);
  });
});
