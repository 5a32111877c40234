import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { scoreFiles } from 'fairbits/files';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { npy } from '../sources/fixtures.js';
import { zip } from '../sources/zip.js';

const SHAPES = 'test/first-minute/shapes';

const rows = 400;
const estimates = Float64Array.from({ length: rows * 2 }, (_, i) => (i % 2 === 0 ? ((i * 3) % 16) / 16 : 1 - (((i - 1) * 3) % 16) / 16));
const labels = Uint8Array.from({ length: rows }, (_, i) => (i * 7) % 2);
const arrays = { 'probs.npy': npy(estimates, '<f8', [rows, 2]), 'labels.npy': npy(labels, '|u1', [rows]) };

describe('.npz', () => {
  it('gives the bits of its arrays as files, stored or packed, from a pipe or gzipped', () => {
    const [p, y] = [write('p.npy', arrays['probs.npy']), write('y.npy', arrays['labels.npy'])];
    const wanted = json(['score', p, '--labels', y, '--cutoff', 'epsilon:0.01']);
    for (const packed of [false, true]) {
      const bytes = zip(arrays, packed);
      const file = write(`${packed}.npz`, bytes);
      for (const run of [
        json(['score', file, '--cutoff', 'epsilon:0.01', '--threads', '2']),
        json(['score', '-', '--cutoff', 'epsilon:0.01'], { input: bytes }),
        json(['score', write(`${packed}.npz.gz`, gzipSync(bytes)), '--cutoff', 'epsilon:0.01']),
      ])
        expect(run.measures).toEqual(wanted.measures);
    }
  });

  it('says what it took, and takes what is asked for', () => {
    const { stdout } = fairbits(['look', `${SHAPES}/savez-packed.npz`]);
    expect(stdout).toContain('the estimates are taken from the array "y_proba" (--probs says otherwise)');
    expect(stdout).toContain('the labels are taken from the array "y_true" (--truth says otherwise)');
    expect(stdout).toContain('passed over: the array X');
    const odd = write('odd.npz', zip({ 'a.npy': arrays['probs.npy'], 'b.npy': arrays['labels.npy'], 'c.npy': arrays['labels.npy'] }));
    expect(fairbits(['score', odd]).stderr).toContain('none of its arrays is called as labels are; they are a, b, c. Say which with --truth.');
    expect(fairbits(['score', odd, '--truth', 'z']).stderr).toContain('there is no array "z"; they are a, b, c.');
    expect(json(['score', odd, '--truth', 'b', '--probs', 'a', '--cutoff', 'epsilon:0.01']).rows).toBe(rows);
    expect(fairbits(['score', odd, '--labels', odd]).stderr).toContain('--labels is for .npy files: an .npz file has its labels with it');
  });

  it.each([
    ['cut short', zip(arrays).subarray(0, -30), /cannot be read as NPZ: it has no directory/],
    ['with a wrong check sum', zip(arrays, false, { crc: 1 }), /the check sum of probs\.npy is wrong/],
    ['with a wrong check sum, packed', zip(arrays, true, { crc: 1 }), /the check sum of probs\.npy is wrong/],
    ['that says too little', zip(arrays, true, { size: 64 }), /unpacks to more than the 64 bytes that the archive says/],
    ['that says too much', zip(arrays, true, { size: 10_000 }), /unpacks to \d+ bytes where 10000 are expected/],
    ['packed otherwise', zip(arrays, true, { method: 12 }), /packed in a way that is not known \(12\)/],
    [
      'that is no deflate',
      zip({ 'probs.npy': arrays['probs.npy'], 'labels.npy': arrays['labels.npy'] }, false, { method: 8 }),
      /probs\.npy (?:cannot be unpacked|unpacks to 6 bytes)/,
    ],
    ['that says it has no end', zip(arrays, true, { size: 0xfffffff0 }), /unpacks to more than 128 times its size/],
    ['of nothing', zip({}), /none of its arrays is called as labels are; they are none/],
  ])('refuses an archive %s, here and in a page', async (name, bytes, message) => {
    const { status, stderr } = fairbits(['score', write('bad.npz', bytes)]);
    expect(status, name).toBe(2);
    expect(stderr).toMatch(message);
    await expect(scoreFiles([new File([new Uint8Array(bytes)], 'bad.npz')])).rejects.toThrow(message);
  });

  it('refuses every archive with a byte changed, or scores the same', async () => {
    const whole = readFileSync(`${SHAPES}/savez.npz`);
    const { report } = await scoreFiles([new File([whole], 'a.npz')]);
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Uint8Array.from(whole);
      changed[at] ^= 0x21;
      let found: typeof report | undefined;
      try {
        found = (await scoreFiles([new File([changed], 'a.npz')])).report;
      } catch (error) {
        expect((error as Error).name, `${at}: ${(error as Error).stack}`).toBe('FairbitsError');
      }
      if (found) expect(found.measures.logLoss.mean).toBe(report.measures.logLoss.mean);
    }
  });
});

describe('labels of NPY that are text', () => {
  const [p, y] = [`${SHAPES}/text.npy`, `${SHAPES}/text-labels.npy`];

  it('are matched with --classes, or name them in sorted order', () => {
    expect(fairbits(['look', p, '--labels', y]).stdout).toContain('the columns are taken to be of the classes in sorted order: setosa, versicolor, virginica');
    const given = json(['score', p, '--labels', y, '--classes', 'setosa,versicolor,virginica']);
    expect(given.measures).toEqual(json(['score', p, '--labels', y]).measures);
    const { status, stderr } = fairbits(['score', p, '--labels', y, '--classes', 'setosa,versicolor,other']);
    expect(status).toBe(2);
    expect(stderr).toContain('row 3: column "label" has the class "virginica"');
  });

  it('must be as many as there are columns', () => {
    const two = write('two.npy', npy(new Float64Array(60).fill(0.5), '<f8', [30, 2]));
    expect(fairbits(['score', two, '--labels', y]).stderr).toContain(
      'the labels name more classes than 2: setosa, versicolor, virginica, and there are 2 to estimate',
    );
  });
});
