import { readFileSync } from 'node:fs';
import {
  anovaRepeated,
  bayesianCorrelatedT,
  bonferroni,
  bonferroniIntervals,
  correctedResampledT,
  criticalDifference,
  eProcess,
  type FiveByTwo,
  fiveByTwoF,
  fiveByTwoT,
  friedman,
  holm,
  mcnemar,
  pairedT,
  shareInterval,
  wilcoxon,
} from 'fairbits/significance';
import { describe, expect, it } from 'vitest';
import { close, relative } from './close.js';

// biome-ignore lint/suspicious/noExplicitAny: figures, looked into by path
const figures: any = JSON.parse(readFileSync(new URL('references.json', import.meta.url), 'utf8'));

describe('published numbers', () => {
  const units = (table: number[][]): FiveByTwo => table.map(([x, y]) => [x / 75, y / 75] as const);

  it("mlxtend's 5×2cv examples", () => {
    const ahead = units([
      [24, 26],
      [26, 20],
      [25, 33],
      [24, 25],
      [24, 26],
    ]);
    close(fiveByTwoT(ahead).statistic, 7.26939, 1e-6);
    close(fiveByTwoF(ahead).statistic, 59.587156, 1e-6);
    const level = units([
      [0, 0],
      [3, -2],
      [1, 2],
      [1, 2],
      [1, 5],
    ]);
    expect(fiveByTwoT(level)).toMatchObject({ statistic: 0, df: 5, p: 1 });
    close(fiveByTwoF(level).statistic, 1.139535, 1e-6);
    expect(fiveByTwoF(level).degenerate).toBeUndefined();
  });

  it("mlxtend's McNemar table [[101, 121], [59, 33]]", () => {
    const { statistic, p, exactP, accuracyDifference } = mcnemar(121, 59, { instances: 101 + 121 + 59 + 33 });
    close(statistic, 20.672222, 1e-6);
    expect(p?.toPrecision(3)).toBe('0.00000545');
    expect(exactP.toPrecision(4)).toBe('0.000004434');
    close(accuracyDifference?.value, 62 / 314);
    // Agresti & Min (2005): Wald's interval with half an instance more in each cell.
    const [x, y] = [121.5 / 316, 59.5 / 316];
    const margin = 1.959963984540054 * Math.sqrt((x + y - (x - y) ** 2) / 316);
    close(accuracyDifference?.interval?.[0], x - y - margin, 1e-12);
    close(accuracyDifference?.interval?.[1], x - y + margin, 1e-12);
  });

  it('the corrected t of [4, 2, 6] against [5, 7, 3], ratio ½', () => {
    const { variance, df, p } = correctedResampledT([4, 2, 6], [5, 7, 3], { testTrainRatio: 0.5 });
    close(variance, 40 / 3, 1e-14);
    expect(df).toBe(2);
    close(p, 0.809883, 1e-6);
  });

  // Demšar (2006), table 6: areas under the curve of C4.5 and three variants on 14 data sets.
  // On the voting data two are printed alike but ranked second and third: they differ in digits that are not printed.
  it("Demšar's example: mean ranks, critical difference, and Iman and Davenport's F", () => {
    const table = `.763 .768 .771 .798,.599 .591 .590 .569,.954 .971 .968 .967,.628 .661 .654 .657,.882 .888 .886 .898,.936 .931 .916 .931,
      .661 .668 .609 .685,.583 .583 .563 .625,.775 .838 .866 .875,1 1 1 1,.940 .962 .965 .962,.619 .666 .614 .669,.972 .981 .9751 .975,.957 .978 .946 .970`;
    const scores = table.split(',').map((row) => row.trim().split(' ').map(Number));
    const { ranks, criticalDifference: critical } = friedman(scores);
    expect(ranks.map((rank) => rank.toFixed(3))).toEqual(['3.143', '2.000', '2.893', '1.964']);
    expect(critical.toFixed(2)).toBe('1.25');
    expect(criticalDifference(4, 14, 0.1).toFixed(2)).toBe('1.12');
    // Without ties: χ² = 9.28, F = 3.69 there. Ours is corrected for ties, and so a little larger.
    const plain = ((12 * 14) / 20) * (ranks.reduce((sum, r) => sum + r * r, 0) - 25);
    expect(plain.toFixed(2)).toBe('9.28');
    const { statistic, imanDavenport } = friedman(scores);
    expect(statistic).toBeGreaterThan(plain);
    expect(imanDavenport.statistic).toBeGreaterThan(3.69);
    expect(imanDavenport.df).toEqual([3, 39]);
  });

  it('Wilson (Witten & Frank, §5.2)', () => {
    const shown = (s: number, n: number) => [shareInterval(s, n, 0.8).low, shareInterval(s, n, 0.8).high].map((x) => x.toFixed(3));
    expect(shown(750, 1000)).toEqual(['0.732', '0.767']);
    expect(shown(75, 100)).toEqual(['0.691', '0.801']);
  });
});

describe('scipy and statsmodels', () => {
  it('paired t', () => {
    for (const { a, b, statistic, p, interval90, greater, less } of figures.pairedT) {
      const result = pairedT(a, b, { confidence: 0.9 });
      close(result.statistic, statistic);
      close(result.p, p);
      close(result.effect.interval?.[0], interval90[0]);
      close(result.effect.interval?.[1], interval90[1]);
      close(pairedT(a, b, { alternative: 'greater' }).p, greater);
      close(pairedT(a, b, { alternative: 'less' }).p, less);
    }
  });

  it('Wilcoxon: exact, normal, with ties and zeros, one-sided', () => {
    const methods = new Set<string>();
    for (const { a, b, method, statistic, p, greater, less } of figures.wilcoxon) {
      const result = wilcoxon(a, b);
      expect(result.method).toBe(method);
      methods.add(`${method} ${result.zeros > 0} ${result.tied > 0}`);
      expect(result.statistic).toBe(statistic);
      close(result.p, p, 1e-13);
      close(wilcoxon(a, b, { alternative: 'greater' }).p, greater, 1e-13);
      close(wilcoxon(a, b, { alternative: 'less' }).p, less, 1e-13);
    }
    expect([...methods].sort()).toContain('exact false false');
    expect([...methods].sort()).toContain('normal false false');
    expect([...methods].sort()).toContain('normal true true');
  });

  it('Friedman with ties, Iman and Davenport', () => {
    for (const { scores, statistic, p, ranks, F, pF } of figures.friedman) {
      const result = friedman(scores);
      close(result.statistic, statistic);
      close(result.p, p);
      result.ranks.forEach((rank, i) => {
        close(rank, ranks[i], 1e-14);
      });
      close(result.imanDavenport.statistic, F);
      close(result.imanDavenport.p, pF);
    }
  });

  it('McNemar', () => {
    for (const { counts, statistic, p, exactP } of figures.mcnemar) {
      const result = mcnemar(counts[0], counts[1]);
      close(result.statistic, statistic, 1e-14);
      relative(result.p as number, p, 1e-12);
      relative(result.exactP, exactP, 1e-12);
    }
  });

  it('repeated-measures ANOVA, and Box’s ε by another basis', () => {
    for (const { data, effects } of figures.anova) {
      const measurements = (data as number[][][]).flatMap((rows, s) =>
        rows.flatMap((row, i) => row.map((value, j) => ({ subject: `s${s}`, levels: [`a${i}`, `b${j}`] as const, value }))),
      );
      const result = anovaRepeated(measurements, { factors: ['a', 'b'] });
      expect(Object.keys(result.effects)).toEqual(['a', 'b', 'a:b']);
      for (const [name, wanted] of Object.entries(effects as Record<string, Record<string, never>>)) {
        const found = result.effects[name];
        close(found.F, wanted.F);
        expect(found.df).toEqual(wanted.df);
        close(found.p, wanted.p);
        close(found.epsilon, wanted.epsilon);
        close(found.pGreenhouseGeisser, wanted.pGreenhouseGeisser);
      }
    }
  });

  it('Holm and Bonferroni', () => {
    const { p, holm: adjusted, bonferroni: simple } = figures.holm;
    holm(p).forEach((each, i) => {
      close(each, adjusted[i], 1e-14);
    });
    bonferroni(p).forEach((each, i) => {
      close(each, simple[i], 1e-14);
    });
    expect(holm([])).toEqual([]);
  });

  it('Wilson', () => {
    for (const { successes, trials, confidence, low, high } of figures.wilson) {
      const found = shareInterval(successes, trials, confidence);
      close(found.low, low);
      close(found.high, high);
      expect(found.low).toBeGreaterThanOrEqual(0);
      expect(found.high).toBeLessThanOrEqual(1);
    }
  });

  it('Bayesian correlated t', () => {
    const { a, b, ratio, rope, first, equivalent, second, interval95 } = figures.bayesian;
    const { probabilities, effect } = bayesianCorrelatedT(a, b, { testTrainRatio: ratio, rope });
    close(probabilities.first, first);
    close(probabilities.equivalent, equivalent);
    close(probabilities.second, second);
    close(effect.interval?.[0], interval95[0]);
    close(effect.interval?.[1], interval95[1]);
  });

  it('intervals by Bonferroni are t intervals at 1 − α/m', () => {
    const { a, b } = figures.pairedT[2];
    const differences = a.map((x: number, i: number) => x - b[i]);
    const [interval] = bonferroniIntervals({ x: differences, y: b }, { confidence: 0.8 });
    close(interval.interval[0], figures.pairedT[2].interval90[0]);
    close(interval.interval[1], figures.pairedT[2].interval90[1]);
  });

  it('the e-process, term by term in 50 digits', () => {
    const { differences, bound, bits, mostBits, crossedAt } = figures.eProcess;
    const { first, second } = eProcess(differences, { bound });
    close(first.bits, bits);
    close(first.mostBits, mostBits);
    expect(first.crossedAt).toBe(crossedAt);
    expect(crossedAt).toBeGreaterThan(50);
    expect(second.crossedAt).toBeNull();
  });
});
