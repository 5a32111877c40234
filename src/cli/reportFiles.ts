import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FairbitsError } from '../base/errors.js';
import { shellQuoted } from '../base/shellQuoted.js';
import { version } from '../base/version.js';
import { createEngine } from '../core/engine.js';
import type { Origin, ReportData } from '../html/index.js';
import type { Backend } from '../kernels/kernels.js';
import { wasmBytes } from '../kernels/wasmBytes.js';
import { OutputFile } from './outputFile.js';
import type { ReportFlags } from './reportOptions.js';

/** The places a report goes to, looked at before there is anything to write: better to fail now than after an hour. */
export class ReportFiles {
  private readonly page: OutputFile | undefined;
  /** Folders that were not there before, the innermost first. */
  private made: string[] = [];

  constructor(private readonly flags: ReportFlags) {
    const { html, svg } = flags;
    this.page = html === undefined ? undefined : new OutputFile(html);
    try {
      if (svg !== undefined) this.made = makeFolder(svg);
    } catch (error) {
      this.page?.discard();
      throw error;
    }
  }

  /** Writes it all, or nothing. */
  async write(data: ReportData): Promise<void> {
    const { svg } = this.flags;
    // Charts and a document to draw them in take a while to load.
    const [{ htmlReport, reportCharts }, { standaloneSvg }, { parseHTML }] = await Promise.all([
      import('../html/index.js'),
      import('../charts/index.js'),
      import('linkedom/worker'),
    ]);
    const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: Document };
    const files = this.page ? [this.page] : [];
    try {
      this.page?.write(htmlReport(data, { document }));
      if (svg !== undefined)
        for (const { file, draw } of reportCharts(data)) {
          const out = new OutputFile(join(svg, `${file}.svg`));
          files.push(out);
          out.write(standaloneSvg(draw({ document, heading: true, id: file })));
        }
    } catch (error) {
      for (const file of files) file.discard();
      throw error;
    }
    for (const file of files) file.finish();
    this.made = [];
  }

  discard(): void {
    this.page?.discard();
    try {
      for (const folder of this.made) rmdirSync(folder);
    } catch {
      // Someone else has put something there.
    }
  }
}

/** Makes a folder; those that had to be made for it, the innermost first. */
function makeFolder(path: string): string[] {
  const wrong = (why: string) =>
    new FairbitsError('file', `--svg ${path}: ${why}. Nothing was written.`, { file: path, found: why, expected: 'a folder, or a place for one' });
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return [];
    if (found) throw wrong('this is a file, not a folder');
    const first = mkdirSync(path, { recursive: true });
    const made: string[] = [];
    for (let folder = resolve(path); first !== undefined && folder.length >= resolve(first).length; folder = dirname(folder)) made.push(folder);
    return made;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof FairbitsError) throw error;
    throw wrong(code === 'EACCES' ? 'permission denied' : code === 'ENOTDIR' || code === 'EEXIST' ? 'a part of it is a file' : message);
  }
}

/** How a report came about: what was typed, and by what it is computed here. */
export async function originOf(asked: Backend | undefined): Promise<Origin> {
  const { backend } = await createEngine({ memory: 2 ** 18, ...(asked ? { backend: asked } : {}) });
  return {
    command: ['fairbits', ...process.argv.slice(2).map(shellQuoted)].join(' '),
    version,
    wasm: backend === 'plain' ? 'not used: the plain backend' : createHash('sha256').update(wasmBytes()).digest('hex'),
    date: new Date().toISOString(),
  };
}
