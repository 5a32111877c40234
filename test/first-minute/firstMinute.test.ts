import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fairbits } from '../score/cli.js';

interface Expected {
  rows: number;
  classes: number;
  logLoss: number;
  accuracy: number;
  /** Refused, with a command to try that scores it. */
  refused?: boolean;
  /** Options that no file can do without. */
  args?: string[];
}

const HERE = 'test/first-minute';
/** What scikit-learn, pandas and others wrote, and what scikit-learn says of it: make.py. */
const EXPECTED: Record<string, Expected> = JSON.parse(readFileSync(join(HERE, 'expected.json'), 'utf8'));

/** What a shell would make of the words of a command; only what shellQuoted() writes. */
function words(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, quoted?: string, sign?: string) => quoted ?? sign ?? ''),
  );
}

describe('files as people write them', () => {
  it('has sixty of them', () => expect(Object.keys(EXPECTED).length).toBeGreaterThanOrEqual(60));

  it.each(Object.entries(EXPECTED))('%s', (name, { rows, classes, logLoss, accuracy, refused = false, args = [] }) => {
    const asked = ['score', join(HERE, 'files', name), ...args.map((arg) => arg.replace('{files}', join(HERE, 'files'))), '--json'];
    let answer = fairbits(asked);
    expect(answer.status, answer.stderr).toBe(refused ? 2 : 0);
    if (refused) {
      const [, command] = /^Try: fairbits (.*)$/m.exec(answer.stderr) ?? [];
      expect(command, answer.stderr).toBeDefined();
      answer = fairbits(words(command));
      expect(answer.status, answer.stderr).toBe(0);
    }
    const report = JSON.parse(answer.stdout);
    expect(report.rows).toBe(rows);
    expect(report.classes).toHaveLength(classes);
    expect(report.measures.logLoss.mean).toBeCloseTo(logLoss, 9);
    expect(report.measures.accuracy.mean).toBeCloseTo(accuracy, 12);
    const plain = JSON.parse(
      fairbits([...(refused ? words(/^Try: fairbits (.*)$/m.exec(fairbits(asked).stderr)?.[1] ?? '') : asked), '--backend', 'plain', '--threads', '1']).stdout,
    );
    expect({ ...plain, backend: 'wasm' }).toEqual({ ...report, backend: 'wasm' });
  });
});
