import { delongTest, ranking } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { areasBetween } from '../../src/compare/areas.js';
import { close } from '../support/compare.js';

/** Figures that other programs publish, and test themselves by. */

describe('pROC: two markers of 41 patients with a poor outcome and 72 with a good one (its data aSAH)', () => {
  // The order of the patients by each marker, a digit or letter for each: all that areas depend on.
  const digits = (text: string) => [...text].map((letter) => '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(letter));
  const ndka = digits('CptA4ajIMIIfxE68v2QEhjnvGrE8Oz4dE4cIlxKjA197i5z5DuDBLb5o55PqeeD375ds7yJ75ob7sHFgmN5Beiiy3BobiDim7eiH9orJkobHgwF5u');
  const wfns = digits('32455552521254425552525245441442255225555111151221221112121134141551124112212122111121211324214115422111312244111');
  const labels = Uint8Array.from(ndka, (_, r) => Number(r < 41));
  const scores = (marker: number[]) => Float64Array.from(marker, (place) => place / 64);

  it('ci.auc', async () => {
    const { auc, interval } = (await ranking(scores(ndka), labels)) as { auc: number; interval: [number, number] };
    close(auc, 0.611957994579946, 1e-14);
    close(interval[0], 0.501244999271703, 1e-13);
    close(interval[1], 0.722670989888189, 1e-13);
  });

  it('roc.test, paired', () => {
    const { aucs, z, p } = delongTest(wfns, ndka, labels);
    close(aucs?.[0] as number, 0.823678861788618, 1e-14);
    close(z as number, 2.79777591868904, 1e-13);
    close(p as number, 0.00514557970691098, 1e-12);
    const { statistic, effect, sentence } = areasBetween({ positive: 'poor', scores: [scores(wfns), scores(ndka)], labels }, { names: ['wfns', 'ndka'] });
    expect(statistic).toBe(z);
    close(effect.interval?.[0] as number, 0.0634011709339876, 1e-12);
    close(effect.interval?.[1] as number, 0.3600405634833566, 1e-12);
    expect(sentence).toMatch(/^The AUC of wfns is 0\.8237, that of ndka 0\.612\. wfns is above ndka by 0\.2117/);
  });
});
