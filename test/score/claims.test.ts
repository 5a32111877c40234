import { expect, it } from 'vitest';
import { Claims } from '../../dist/run/claims.js';

it('each range is claimed once, by whoever comes', () => {
  const mine = new Claims(5, 100);
  const theirs = Claims.from(mine.posted);
  expect([mine.take(), theirs.take(), theirs.take(), mine.take(), theirs.take(), mine.take(), theirs.take()]).toEqual([0, 1, 2, 3, 4, undefined, undefined]);
  expect(mine.over).toBe(true);
});

it('nobody gets further ahead than allowed of what has been heard', () => {
  const claims = new Claims(100, 3);
  for (let i = 0; i < 3; i++) {
    expect(claims.tooFar).toBe(false);
    claims.take();
  }
  expect(claims.tooFar).toBe(true);
  claims.heard(1);
  expect(claims.tooFar).toBe(false);
  // Waiting for a range that is near enough is no wait.
  claims.wait(3);
});

it('after a stop there are no more, and nobody waits', () => {
  const claims = new Claims(100, 3);
  claims.stop();
  expect(claims.take()).toBeUndefined();
  claims.wait(99);
});
