import { describe, expect, it } from 'vitest';
import { Watcher } from '../../dist/watch/watcher.js';
import { random } from '../slices/rows.js';

const LOSS = 0.3306;

/** Rows of a calibrated learner of two classes, whose truths are coins for this share of rows. */
function rowsFrom(next: () => number): (blind: number) => [p: number[], label: number] {
  return (blind) => {
    const z = 4 * (next() + next() - 1);
    const p = 1 / (1 + Math.exp(-z));
    return [[1 - p, p], Number(next() < blind ? next() < 0.5 : next() < p)];
  };
}

const watcher = (alpha: number) => new Watcher({ classes: ['no', 'yes'], prior: Float64Array.of(0.5, 0.5), baseline: { loss: LOSS }, window: 500, alpha });

describe('alarms', () => {
  it('are false in no more runs than is said, looking at every tenth row', () => {
    const [runs, rows, alpha] = [120, 2000, 0.2];
    let alarmed = 0;
    for (let run = 0; run < runs; run++) {
      const draw = rowsFrom(random(1000 + run));
      const watch = watcher(alpha);
      for (let r = 0; r < rows && watch.alarmed === 0; r++) watch.add(...draw(0));
      alarmed += watch.alarmed > 0 ? 1 : 0;
    }
    expect(alarmed / runs).toBeLessThanOrEqual(alpha);
  });

  it.each([
    [0.4, 1500],
    [1, 400],
  ])('come soon after a change: truths are coins in %s of rows', (blind, most) => {
    const delays: number[] = [];
    for (let run = 0; run < 9; run++) {
      const draw = rowsFrom(random(run));
      const watch = watcher(0.05);
      for (let r = 0; r < 3000; r++) watch.add(...draw(0));
      for (let r = 0; r < 5000 && watch.alarmed === 0; r++) watch.add(...draw(blind));
      const [alarm] = watch.alarms();
      delays.push(alarm.row - 3000);
      expect(Math.abs(alarm.changePoint - 3000)).toBeLessThan(1000);
    }
    delays.sort((a, b) => a - b);
    expect(delays[4]).toBeGreaterThan(0);
    expect(delays[4]).toBeLessThan(most);
  });

  it('keep constant memory', () => {
    const draw = rowsFrom(random(5));
    const watch = watcher(0.05);
    const sizes: number[] = [];
    for (let r = 0; r < 120_000; r++) {
      watch.add(...draw(0));
      if (r % 40_000 === 39_999) sizes.push(watch.saved({}).length);
    }
    expect(sizes[2]).toBeLessThan(1.05 * sizes[0]);
  });
});
