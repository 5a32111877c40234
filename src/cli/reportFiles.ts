import { createHash } from 'node:crypto';
import { shellQuoted } from '../base/shellQuoted.js';
import { version } from '../base/version.js';
import { createEngine } from '../core/engine.js';
import type { Origin, ReportData } from '../html/index.js';
import type { Backend } from '../kernels/kernels.js';
import { wasmBytes } from '../kernels/wasmBytes.js';
import type { Outputs } from './outputs/outputs.js';

/** Writes a report and its charts to where they are wanted. */
export async function writeReport(outputs: Outputs, data: ReportData): Promise<void> {
  // Charts and a document to draw them in take a while to load.
  const [{ htmlReport, reportCharts }, { standaloneSvg }, { parseHTML }] = await Promise.all([
    import('../html/index.js'),
    import('../charts/index.js'),
    import('linkedom/worker'),
  ]);
  const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: Document };
  outputs.file('--html')?.write(htmlReport(data, { document }));
  if (outputs.hasFolder)
    for (const { file, draw } of reportCharts(data)) outputs.add(`${file}.svg`).write(standaloneSvg(draw({ document, heading: true, id: file })));
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
