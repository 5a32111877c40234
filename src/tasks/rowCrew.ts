import type { Engine } from '../core/engine.js';
import { wasmModule } from '../kernels/wasm.js';
import type { OpenFiles, OpenOptions } from '../rows/bytes/reading.js';
import { type NpyLabels, openTables, type ShapeOptions } from '../rows/openTables.js';
import type { Part, Table } from '../rows/table.js';
import { Crew, type Parts } from '../run/crew.js';
import type { Hand } from '../run/hand.js';
import { type RowTask, RowWork } from '../run/rowWork.js';
import { cutTables, type RunOptions, runRows, type Skipped } from '../run/runRows.js';
import type { Ground, MakeFlowParts } from './ground.js';
import { sinks } from './sinks/sinks.js';
import { readingEngine } from './understand/usualEngine.js';
import { type Job, type Setup, workWith } from './work.js';

/** Files that have been opened as tables, and threads to read them. */
export interface OpenRows {
  readonly inputs: OpenFiles;
  readonly tables: readonly Table[];
  readonly hands: Hand[];
  readonly dealsRows?: true | undefined;
  readonly flowParts?: MakeFlowParts | undefined;
  /** The same files once more, where they have changed from streams to files. */
  reopen(): Promise<OpenRows>;
}

/** Bytes of all files. */
function bytesOfFiles(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The same tables, opened anew where a stream has become a file since. */
export async function settledTables(rows: OpenRows): Promise<OpenRows> {
  const { files } = rows.inputs;
  const kept = rows.tables.some(({ size, address }) => size === Infinity && files[address.file].stream === undefined);
  return kept ? rows.reopen() : rows;
}

/** Opens files as tables, has something done with them, and closes them. */
export async function withTables<F, T>(
  ground: Ground<F>,
  files: readonly F[],
  { threads, npy, shape, ...options }: OpenOptions<F> & { threads?: number | undefined; npy?: NpyLabels | undefined; shape?: ShapeOptions | undefined },
  work: (rows: OpenRows) => Promise<T>,
): Promise<T> {
  const inputs = await ground.open(files, options);
  let hands: Hand[] = [];
  try {
    // They start while the files are looked at.
    hands = inputs.alone || shape?.long ? [] : ground.hands(bytesOfFiles(inputs.files), threads);
    const { dealsRows, flowParts } = ground;
    const reopen = async (): Promise<OpenRows> => ({ inputs, tables: await openTables(inputs, npy, shape), hands, dealsRows, flowParts, reopen });
    const done = await work(await reopen());
    inputs.checkUnchanged?.();
    return done;
  } catch (error) {
    // What looks wrong in a file may be that it has been changed meanwhile.
    if (!options.signal?.aborted) inputs.checkUnchanged?.();
    throw error;
  } finally {
    for (const hand of hands) hand.stop();
    inputs.close();
  }
}

/** Threads that read the rows of tables into sinks of one kind. */
export class RowCrew {
  private constructor(
    readonly engine: Engine,
    readonly crew: Crew<Job>,
    readonly tables: readonly Table[],
    private readonly own: RowWork,
    private readonly parts: Parts<Part>,
    private readonly inputs: OpenFiles,
  ) {}

  static async create({ inputs, tables, hands, flowParts }: OpenRows, task: RowTask, partBytes: number): Promise<RowCrew> {
    const engine = await readingEngine(inputs, task.engine);
    const own = new RowWork(engine, tables, task, sinks[task.sink]());
    const { files } = inputs;
    const rowsAt = files.map((_, i) => tables.find(({ address }) => address.file === i)?.text?.rowsAt ?? 0);
    const flow = inputs.streams?.start(rowsAt, partBytes, hands.length + 1);
    const crew = new Crew<Job>(workWith(engine, own, inputs.read), hands);
    if (hands.length > 0) {
      // The compiled core is posted, not compiled again: with it comes the code that has been optimized so far.
      const options = { ...task.engine, backend: engine.backend, ...(engine.backend === 'wasm' ? { module: await wasmModule() } : {}) };
      const rows = { files, tables: tables.map(({ address }) => address), task, flow, partBytes };
      crew.setUp({ engine: options, rows } satisfies Setup);
    }
    const parts = (flow && flowParts?.(flow, tables, files, partBytes)) ?? cutTables(tables, partBytes);
    return new RowCrew(engine, crew, tables, own, parts, inputs);
  }

  /** Does a job with all rows; `take` hears of the result of each part, in their order. */
  run<P>(job: unknown, take: (result: P, part: Part) => void | Promise<void>, options: RunOptions): Promise<Skipped> {
    const work = runRows(this.crew, this.tables, this.parts, job, take, options);
    return this.inputs.streams?.during(work) ?? work;
  }

  /** Does a job with some parts, on this thread. */
  async look<P>(parts: readonly Part[], job: unknown): Promise<P[]> {
    const found: P[] = [];
    for (const part of parts) found.push((await this.crew.again<Part, { result: P }>(part, { rows: job })).result);
    return found;
  }

  free(): void {
    void this.crew.idle.then(() => this.own.free());
  }
}
