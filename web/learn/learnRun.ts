import type { Dataset } from '../../learners/index.js';
import type { PredictedFold } from '../../src/parts.js';
import type { PageWorker } from '../work/pageWorker.js';
import type { Pool } from '../work/pool.js';
import type { ChosenLearner, ChosenPlan, DescribedModel, LearnersJudged } from './learnJobs.js';

export interface LearnRequest {
  data: Dataset;
  learners: ChosenLearner[];
  plan: ChosenPlan;
  cutoff: string | undefined;
  confidence: number;
}

export interface Learned extends LearnRequest {
  judged: LearnersJudged;
  predictions: PredictedFold[][];
  models: DescribedModel[];
}

/** Something that one worker does: a split of a learner, or the model of all rows. */
interface Unit {
  learner: number;
  run(worker: PageWorker): Promise<void>;
}

/** Every learner on every split, on all workers; `heard` is told how many of a learner's pieces of work are done. */
export async function runLearners(
  pool: Pool,
  { data, learners, plan, cutoff, confidence }: LearnRequest,
  signal: AbortSignal,
  heard: (learner: number, done: number, total: number) => void,
): Promise<Learned> {
  const workers = pool.workers.filter(({ lost }) => !lost);
  await Promise.all(workers.map((worker) => worker.ask('learnFrom', [data], { signal })));
  const splits = await workers[0].ask('countSplits', [plan], { signal });
  const predictions = learners.map((): PredictedFold[] => []);
  const models: DescribedModel[] = [];
  const fitted = (learner: number, split: number): Unit => ({
    learner,
    async run(worker) {
      predictions[learner][split] = await worker.ask('fitSplit', [learners[learner], plan, split], { signal: stop.signal });
    },
  });
  const described = (learner: number): Unit => ({
    learner,
    async run(worker) {
      models[learner] = await worker.ask('describeModel', [learners[learner]], { signal: stop.signal });
    },
  });
  const units = [
    ...learners.map((_, learner) => described(learner)),
    ...Array.from({ length: splits }, (_, split) => learners.map((__, learner) => fitted(learner, split))).flat(),
  ];
  const done = learners.map(() => 0);
  // Who fails ends the work of the others.
  const stop = new AbortController();
  if (signal.aborted) stop.abort();
  signal.addEventListener('abort', () => stop.abort(), { once: true });
  let next = 0;
  const work = async (worker: PageWorker): Promise<void> => {
    while (next < units.length && !stop.signal.aborted) {
      const { learner, run } = units[next++];
      await run(worker);
      heard(learner, ++done[learner], splits + 1);
    }
  };
  const ended = await Promise.allSettled(
    workers.map((worker) =>
      work(worker).catch((error) => {
        stop.abort();
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  // The others were only told to stop.
  const failed = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
  if (failed.length > 0) throw failed.find(({ name }) => name !== 'AbortError') ?? failed[0];
  const judged = await pool.free().ask('judgeLearners', [{ learners, predictions, plan, cutoff, confidence }], { signal });
  return { data, learners, plan, cutoff, confidence, judged, predictions, models };
}
