import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import { StuckTests } from './support/stuckTests.js';

const module = { id: 'a', relativeModuleId: 'test/a.test.ts' } as TestModule;
const test = { module, fullName: 'adds up' } as TestCase;

describe('a run whose tests hang', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is ended, and the test is named', () => {
    const watcher = new StuckTests();
    watcher.onTestRunStart();
    watcher.onTestCaseReady(test);
    vi.advanceTimersByTime(390_000);
    expect(process.exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30_000);
    expect(process.exit).toHaveBeenCalledWith(1);
    expect(console.error).toHaveBeenCalledWith('\nThis has not ended for 400 seconds: test/a.test.ts: adds up');
    watcher.onTestRunEnd();
  });

  it('goes on where a file has ended before its last test was announced', () => {
    const watcher = new StuckTests();
    watcher.onTestRunStart();
    watcher.onTestModuleEnd(module);
    watcher.onTestCaseReady(test);
    for (let seconds = 0; seconds < 900; seconds += 300) {
      vi.advanceTimersByTime(300_000);
      watcher.onTestModuleEnd({ id: `b${seconds}`, relativeModuleId: 'test/b.test.ts' } as TestModule);
    }
    expect(process.exit).not.toHaveBeenCalled();
    watcher.onTestRunEnd();
  });
});
