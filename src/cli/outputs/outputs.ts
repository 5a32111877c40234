import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { FairbitsError } from '../../base/errors.js';
import type { NamedFile } from './fileOptions.js';
import { OutputFile } from './outputFile.js';
import { checkInputs, type OutputPlan, outputPlanOf, planFile, reasonOf } from './plan.js';
import { checkBeforePrinting, leaveStandardOutput } from './print.js';
import { onSignal } from './signals.js';

let planned: OutputPlan | undefined;

/** Looks at everything that a command reads and writes, before it runs: better to fail now than after an hour. */
export function planRun(command: Command): void {
  const plan = outputPlanOf(command);
  planned = plan;
  checkBeforePrinting(() => checkInputs(plan));
  if (plan.outputTaken) leaveStandardOutput();
}

/** The files that a run writes: all of them, or none. */
export class Outputs {
  private readonly files = new Map<string, OutputFile>();
  /** Folders that were not there before, the innermost first. */
  private made: string[] = [];

  private constructor(private readonly plan: OutputPlan) {}

  /** Opens all that was planned. */
  static open(): Outputs {
    if (!planned) throw new Error('nothing was planned');
    const outputs = new Outputs(planned);
    openOutputs.add(outputs);
    const { folder, written } = planned;
    // Whether it can be made; it is when all is done, so that none is left behind.
    if (folder) for (const made of makeFolder(folder)) rmdirSync(made);
    for (const file of written) outputs.files.set(file.option, new OutputFile(file));
    return outputs;
  }

  /** The file that an option names. */
  file(option: string): OutputFile | undefined {
    return this.files.get(option);
  }

  /** Whether files are wanted in a folder. */
  get hasFolder(): boolean {
    return this.plan.folder !== undefined;
  }

  /** Another file, in the folder that an option names. */
  add(name: string): OutputFile {
    const { path, option } = this.plan.folder as Required<NamedFile>;
    const file = new OutputFile(planFile(this.plan, { path: join(path, name), option }, path));
    this.files.set(`${option}/${name}`, file);
    return file;
  }

  /** Puts all in their places, when nothing can fail any more but that. */
  async finish(): Promise<void> {
    const release = onSignal(() => this.discard());
    try {
      const { folder } = this.plan;
      if (folder) this.made = makeFolder(folder);
      const files = [...this.files.values()];
      for (const file of files) await file.name();
      for (const file of files) await file.pour();
      this.putAll(files.filter(({ replaces }) => replaces));
      this.made = [];
      this.discard();
    } finally {
      release();
    }
  }

  private putAll(files: readonly OutputFile[]): void {
    const done: ReturnType<OutputFile['put']>[] = [];
    try {
      // The last one need not be undone.
      for (const [i, file] of files.entries()) done.push(file.put(i < files.length - 1));
    } catch (error) {
      for (const { undo } of done.reverse()) undo();
      throw error;
    }
    for (const { forget } of done) forget();
  }

  discard(): void {
    for (const file of this.files.values()) file.discard();
    openOutputs.delete(this);
    try {
      for (const folder of this.made) rmdirSync(folder);
    } catch {
      // Someone else has put something there.
    }
  }
}

const openOutputs = new Set<Outputs>();

/** Removes what is not finished: for the way out. */
export function discardOutputs(): void {
  for (const outputs of [...openOutputs]) outputs.discard();
}

/** Makes a folder; those that had to be made for it, the innermost first. */
function makeFolder({ path, option }: Required<NamedFile>): string[] {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder)) missing.push(folder);
  const made: string[] = [];
  try {
    for (const folder of missing.reverse()) {
      mkdirSync(folder);
      made.unshift(folder);
    }
    return made;
  } catch (error) {
    for (const folder of made) rmdirSync(folder);
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'a part of it is a link that leads nowhere' : reasonOf(error);
    throw new FairbitsError('file', `${option} ${path}: ${why}. Nothing was written.`, { file: path, found: why, expected: 'a folder, or a place for one' });
  }
}
