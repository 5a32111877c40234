import { count } from '../base/figures.js';
import type { WatchLine } from '../watch/watcher.js';
import { percentText } from './rewardWords.js';
import { figure } from './table.js';

const WORDS = { worse: 'worse than the baseline', overconfident: 'right less often than it says', underconfident: 'right more often than it says' } as const;

/** What is known after some rows, on one line; the e-values as bits of evidence. */
export function watchText({ rows, reward, accuracy, confidence, evidence, alarms, impossible, skipped }: WatchLine): string {
  const calibration = Math.max(Number(evidence.overconfident.bits), Number(evidence.underconfident.bits));
  const parts = [
    `${count(rows)} rows`,
    `bits ${figure(reward.all)}, window ${figure(reward.window)}`,
    `right ${percentText(accuracy.window)}, says ${percentText(confidence.window)}`,
    `evidence: worse ${figure(evidence.worse.bits, 1)}, miscalibrated ${figure(calibration, 1)}`,
    ...(impossible > 0 ? [`${count(impossible)} earn −∞`] : []),
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
    ...alarms.map(({ kind, row, changePoint }) => `ALARM at row ${count(row)}: ${WORDS[kind]}, since about row ${count(changePoint)}`),
  ];
  return parts.join('; ');
}
