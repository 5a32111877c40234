import type { Progress } from '../tasks/score/scoreFiles.js';
import { tell, tellAnew } from './outputs/print.js';

const FIRST_AFTER = 1000;
const EVERY = 100;

function megabytes(bytes: number): string {
  return Number.isFinite(bytes) ? `${(bytes / 1e6).toFixed(0)} MB` : 'a stream';
}

/** Progress on standard error: one line that changes on a terminal, else a line for each step; nothing below a second. */
export function progressLine(quiet: boolean): { update(progress: Progress): void; done(): void } {
  if (quiet) return { update() {}, done() {} };
  const started = performance.now();
  let stepStarted = started;
  const live = process.stderr.isTTY === true;
  let last = 0;
  let step = '';
  const told = new Set<string>();
  let shown = false;
  return {
    update({ step: name, bytes, totalBytes, rows }) {
      const now = performance.now();
      if (step !== name) stepStarted = now;
      const begun = step === name;
      step = name;
      if (now - started < FIRST_AFTER) return;
      if (!live) {
        if (!told.has(name)) tell(`fairbits: ${name} ${name === 'resampling' ? `${rows.toLocaleString('en')} times` : `${megabytes(totalBytes)}`}`);
        told.add(name);
        return;
      }
      if (!begun) return;
      if (now - last < EVERY && bytes < totalBytes) return;
      last = now;
      shown = true;
      const rate = bytes / (now - stepStarted) / 1000;
      const left = Math.ceil((totalBytes - bytes) / 1e6 / Math.max(rate, 1e-9));
      const so = `${((100 * bytes) / totalBytes).toFixed(0).padStart(3)} %`;
      const what = name === 'resampling' ? `of ${rows.toLocaleString('en')} replicates` : `${rows.toLocaleString('en')} rows  ${rate.toFixed(0)} MB/s`;
      // Of a stream nobody knows how much is left.
      const line = Number.isFinite(totalBytes) ? `${so}  ${what}  ${left} s left` : `${megabytes(bytes)}  ${what}`;
      tellAnew(`${name} ${line}`);
    },
    done() {
      if (shown) tellAnew('');
    },
  };
}
