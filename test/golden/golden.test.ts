import { beforeAll, describe, expect, it } from 'vitest';
import { CASES } from './cases.mjs';
import { changes } from './changes.mjs';
import { differences, told } from './differences.mjs';
import { readRecording } from './recording.mjs';
import { runCases } from './run.mjs';
import { sample } from './sample.mjs';
import { shortened } from './shortened.mjs';

interface Case {
  name: string;
}

const { files, outcomes }: { files: Record<string, string>; outcomes: Record<string, unknown> } = readRecording('test/golden/golden.json.gz');
const plain = process.env.FAIRBITS_BACKEND === 'plain';

describe('some of what is recorded comes out again (all of it: node scripts/golden.mjs check . test/golden/golden.json.gz)', () => {
  const cases: Case[] = plain ? sample('plain', 5) : sample('wasm', 1);
  const found = new Map<string, unknown>();
  let sums: Record<string, string> = {};

  beforeAll(async () => {
    sums = await runCases('.', cases, ({ name }: Case, outcome: unknown) => found.set(name, outcome));
  });

  it.each(cases.map(({ name }) => [name]))('%s', (name) => {
    expect(differences(outcomes[name], found.get(name)).map(told)).toEqual([]);
  });

  it('from the same files', () => {
    for (const [name, sum] of Object.entries(sums)) expect(files[name], name).toBe(sum);
  });
});

describe.skipIf(plain)('the recording', () => {
  it('has every case, and no other', () => {
    expect(Object.keys(outcomes).sort()).toEqual(CASES.map(({ name }: Case) => name).sort());
  });

  it('changes for a reason', () => {
    for (const { case: name, why, isAbout } of changes) {
      expect(Object.keys(outcomes).some(isAbout), name).toBe(true);
      expect(why.length, name).toBeGreaterThan(10);
    }
  });

  it('tells the smallest difference, also in what is shortened', () => {
    const numbers = Array.from({ length: 2000 }, (_, i) => i / 7);
    const other = numbers.with(1999, 286);
    expect(differences({ x: shortened(numbers) }, { x: shortened([...numbers]) })).toEqual([]);
    expect(differences({ x: shortened(numbers) }, { x: shortened(other) }).map(({ path }: { path: string }) => path)).toEqual(['x.sha256']);
    expect(differences({ a: [1, -0], b: 'x' }, { a: [1 + 2 ** -52, 0], b: 'x' })).toHaveLength(2);
    expect(differences({ a: 1, b: 2 }, { b: 2, a: 1 })).toHaveLength(1);
    expect(differences({ a: 1 }, {})).toEqual([{ path: 'a', recorded: 1, found: undefined }]);
  });
});
