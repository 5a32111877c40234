import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { StuckTests } from './test/support/stuckTests.js';

/**
 * What the run on the plain backend leaves out: nothing here asks for the default backend. It names those it takes, or has to do with
 * none, so it cannot come out otherwise. FAIRBITS_BACKEND=none, which no engine takes, tells: all but the last pass all the same.
 */
const ON_EITHER = [
  'test/browser/{examples,page,serve,tables}.test.ts',
  'test/calibration/miscalibration.test.ts',
  'test/charts/charts.test.ts',
  'test/decisions/decisions.test.ts',
  'test/exactSum.test.ts',
  'test/kernels/*.test.ts',
  'test/learners/{checks,messages,readers,ruleLists,weather,weka}.test.ts',
  'test/{package,release}.test.ts',
  'test/ranking/pairedDelong.test.ts',
  'test/resampling/{splits,splits632,splitsUniform,twin}.test.ts',
  'test/rows/*.test.ts',
  'test/score/claims.test.ts',
  'test/significance/{degenerate,distributions,properties,references}.test.ts',
  'test/twin.test.ts',
  'test/validate/short.test.ts',
  // What an engine answers is added up in whole numbers, which no backend has a part in; test/engines/agreement.test.ts holds both to it.
  'test/engines/{adversarial,cli,database,golden}.test.ts',
  // Statistics of what is drawn, and test/resampling/twin.test.ts has both backends draw the same bits.
  'test/resampling/{coverage,multinomial}.test.ts',
];

/**
 * Nor these, which run commands and read files to see what they say of them, what they write, and how they end. That every command has the same figures on
 * the plain backend is told by test/golden, that every kernel has the same bits by test/kernels and test/twin, and that every format is read as the core
 * reads it by test/fuzz, which take both.
 */
const ONCE = [
  'test/browser/{cancel,learn,learnerFiles,report,slices,web,webPage,workers}.test.ts',
  'test/calibration/{cli,report}.test.ts',
  'test/cli/*.test.ts',
  'test/compare/{compare,skipped}.test.ts',
  'test/decisions/{cli,formats}.test.ts',
  'test/docs/*.test.ts',
  'test/engines/*.test.ts',
  'test/first-minute/*.test.ts',
  'test/fuzz/*.test.ts',
  'test/gates/*.test.ts',
  'test/hostile/*.test.ts',
  'test/html/*.test.ts',
  'test/learners/*.test.ts',
  'test/ranking/fileCurves.test.ts',
  'test/render/*.test.ts',
  'test/rules/cli.test.ts',
  'test/schemas.test.ts',
  'test/score/{bad,blobs,bootstrap,bounded,chain,formats,inputs,lines,load,rowFormats,same,streams,threads,weights}.test.ts',
  'test/shapes/*.test.ts',
  'test/significance/cli.test.ts',
  'test/slices/*.test.ts',
  'test/sources/{cli,errors,header,parquetThreads}.test.ts',
  'test/studies/*.test.ts',
  'test/watch/*.test.ts',
];

/** What takes longest: signals, faults, hostile files, sizes, pictures, files of many tools, whole studies. `npm run test:long` has these, `npm test` all others, and `.ci/run` both. */
const LONG = [
  'test/browser/{cancel,learn,report,slices,workers}.test.ts',
  'test/cli/{outputs,stops}.test.ts',
  'test/engines/{adversarial,histograms}.test.ts',
  'test/first-minute/*.test.ts',
  'test/fuzz/*.test.ts',
  'test/hostile/*.test.ts',
  'test/kernels/unpack.test.ts',
  'test/rows/arrowTable.test.ts',
  'test/score/{bounded,chain,streams}.test.ts',
  'test/studies/artificial.test.ts',
];

/** What is about named pipes, which Windows has not in its file system. */
const PIPES = ['test/score/streams.test.ts'];

const { FAIRBITS_BACKEND: backend, FAIRBITS_TESTS: which } = process.env;

/** Begun first, so that no core is left with one of them at the end; of others vitest begins with the largest. */
const LONGEST = ['browser/report', 'browser/webPage', 'cli/names', 'first-minute', 'score/streams', 'score/bounded', 'browser/web.', 'cli/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => LONGEST.findIndex((name) => moduleId.includes(name)) + 1 || LONGEST.length + 1;
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: which === 'long' ? LONG : ['test/**/*.test.ts'],
    exclude: [...(backend === 'plain' ? [...ON_EITHER, ...ONCE] : []), ...(which === 'short' ? LONG : []), ...(process.platform === 'win32' ? PIPES : [])],
    testTimeout: 120_000,
    // Where a machine is busy with more than tests, ten seconds are soon over.
    hookTimeout: 120_000,
    // Left alone, vitest keeps a core for itself, and of two that is half.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new StuckTests()],
    // The tests import the package by its name, so what they test is what is built; Node loads it as it is, without Vite.
    server: { deps: { external: [/\/dist\//] } },
  },
});
