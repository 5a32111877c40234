import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BlobOptions, scoreFiles, scoreJson } from 'fairbits/files';
import { describe, expect, it } from 'vitest';
import { quotedList } from '../../dist/base/quoted.js';
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
const read = (name: string): Record<string, Expected> => JSON.parse(readFileSync(join(HERE, name), 'utf8'));
/** What scikit-learn, pandas and others wrote, and what scikit-learn says of it: make.py, and shapes.py for those of more tools. By folder. */
const EXPECTED: Record<string, Record<string, Expected>> = { files: read('expected.json'), shapes: read('shapes.json') };
const FILES = Object.entries(EXPECTED).flatMap(([folder, files]) => Object.entries(files).map(([name, expected]) => [`${folder}/${name}`, expected] as const));

/** What a shell would make of the words of a command; only what shellQuoted() writes. */
function words(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, quoted?: string, sign?: string) => quoted ?? sign ?? ''),
  );
}

/** The command for a file, without options that it can do without. */
function commandFor(path: string, args: readonly string[] = []): string[] {
  const files = join(HERE, path, '..');
  return ['score', join(HERE, path), ...args.map((arg) => arg.replace('{files}', files)), '--json'];
}

/** The options of a command as code has them. */
function optionsIn(command: readonly string[]): { labels: string[]; options: BlobOptions } {
  const labels: string[] = [];
  const options: Record<string, unknown> = {};
  for (const [i, word] of command.entries()) {
    const name = word.replace(/^--/, '');
    if (word === '--labels') labels.push(command[i + 1]);
    else if (word === '--classes') options.classes = quotedList(command[i + 1]);
    else if (/^--(?:percent|logits)$/.test(word)) options[name] = true;
    else if (/^--(?:truth|probs|positive|long)$/.test(word)) options[name] = command[i + 1];
  }
  return { labels, options };
}

const dropped = (path: string): File => new File([readFileSync(path)], path);

describe('files as people write them', () => {
  it('has sixty of them, and forty more', () => {
    expect(Object.keys(EXPECTED.files).length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(EXPECTED.shapes).length).toBeGreaterThanOrEqual(40);
  });

  it.each(FILES)('%s', async (path, { rows, classes, logLoss, accuracy, refused = false, args = [] }) => {
    let command = commandFor(path, args);
    let answer = fairbits(command);
    expect(answer.status, answer.stderr).toBe(refused ? 2 : 0);
    if (refused) {
      const [, tried] = /^Try: fairbits (.*)$/m.exec(answer.stderr) ?? [];
      expect(tried, answer.stderr).toBeDefined();
      command = words(tried);
      answer = fairbits(command);
      expect(answer.status, answer.stderr).toBe(0);
    }
    const report = JSON.parse(answer.stdout);
    expect(report.rows).toBe(rows);
    expect(report.classes).toHaveLength(classes);
    expect(report.measures.logLoss.mean).toBeCloseTo(logLoss, 9);
    expect(report.measures.accuracy.mean).toBeCloseTo(accuracy, 12);
    // A page makes of it what the command does, to the bit.
    const { labels, options } = optionsIn(command);
    const paged = scoreJson(await scoreFiles([dropped(command[1])], { ...options, ...(labels.length > 0 ? { labels: labels.map(dropped) } : {}) }));
    // What is said of it names options as code does.
    const { guesses: _, warnings: __, ...figures } = report;
    expect(JSON.parse(JSON.stringify(paged))).toMatchObject(figures);
    const plain = JSON.parse(fairbits([...command, '--backend', 'plain', '--threads', '1']).stdout);
    expect({ ...plain, backend: 'wasm' }).toEqual({ ...report, backend: 'wasm' });
  });
});
