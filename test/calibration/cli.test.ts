import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fairbits, folder, json, write } from '../score/cli.js';

const example = 'examples/forecasters/overconfident.csv';
const lines = readFileSync(example, 'utf8').trim().split('\n');
const [head, ...body] = lines;
const fit = write('fit.csv', `${[head, ...body.slice(0, 1000)].join('\n')}\n`);
const apply = write('apply.csv', `${[head, ...body.slice(1000)].join('\n')}\n`);

describe('fairbits calibrate', () => {
  it('agrees with score, and reads as a report of 80 columns', () => {
    const got = json(['calibrate', example, '--bins', '15']);
    const { calibration, measures } = json(['score', example]);
    const { modal, byClass, classWise, decompositions, ...measure } = calibration;
    expect(got.miscalibration).toMatchObject(measure);
    const usual = json(['calibrate', example]);
    expect({ modal: usual.modal, byClass: usual.byClass, classWise: usual.classWise, decompositions: usual.decompositions }).toEqual({
      modal,
      byClass,
      classWise,
      decompositions,
    });
    expect(got.decompositions.quadratic.corp.loss).toBeCloseTo(measures.quadraticLoss.mean, 12);
    const { stdout, status } = fairbits(['calibrate', example]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/miscalibration .* cells/);
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  });
  it('infinite parts are strings', () => {
    const path = write('certain.csv', 'label,p_a,p_b\na,0,1\nb,0.5,0.5\n');
    expect(json(['calibrate', path]).decompositions.log.corp.miscalibration).toBe('Infinity');
    expect(fairbits(['calibrate', path]).stdout).toMatch(/∞/);
  });
});

describe('fairbits recalibrate', () => {
  it('warns where it is tried on what it learned from', () => {
    expect(json(['recalibrate', '--fit', fit, '--apply', fit]).warnings).toHaveLength(1);
    expect(json(['recalibrate', '--fit', fit, '--apply', apply]).warnings).toEqual([]);
    expect(fairbits(['recalibrate', '--fit', fit, '--apply', fit]).stdout).toContain('! learned from and applied to the same file');
  });

  it.each(['isotonic', 'platt', 'temperature'])('%s: what it writes scores what it says', (method) => {
    const out = join(folder, `${method}.csv`);
    const got = json(['recalibrate', '--fit', fit, '--apply', apply, '--out', out, '--method', method]);
    const [gain] = got.gains;
    expect(gain.measure).toBe('bayesianReward');
    expect(gain.difference).toBeGreaterThan(0);
    expect(gain.interval[0]).toBeLessThan(gain.difference);
    for (const [file, key] of [
      [out, 'after'],
      [apply, 'before'],
    ] as const)
      expect(json(['score', file, '--prior', 'uniform']).measures.bayesianReward.mean).toBeCloseTo(gain[key], 10);
    expect(readFileSync(out, 'utf8').split('\n')[0]).toBe('label,p_home,p_draw,p_away');
    const { stdout } = fairbits(['recalibrate', '--fit', fit, '--apply', apply, '--method', method]);
    expect(stdout).toMatch(/Recalibration gains 0\.\d+ bits per prediction/);
    expect(stdout).toMatch(/--out FILE writes/);
  });
  it('columns in another order, and names that need quotes', () => {
    const one = write('one.csv', 'label,"p_a,b",p_c\n"a,b",0.9,0.1\nc,0.6,0.4\nc,0.8,0.2\n');
    const two = write('two.csv', 'p_c,label,"p_a,b"\n0.3,c,0.7\n0.2,"a,b",0.8\n');
    const out = join(folder, 'quoted.csv');
    json(['recalibrate', '--fit', one, '--apply', two, '--out', out]);
    expect(json(['score', out]).classes).toEqual(['a,b', 'c']);
  });
  it.each([
    [['--fit', fit, '--apply', apply, '--method', 'magic'], /--method magic: expected isotonic, platt, temperature/],
    [['--fit', fit], /--apply/],
    [['--fit', fit, '--apply', write('other.csv', 'label,p_a,p_b\na,0.5,0.5\n')], /has the classes a, b, .* has home, draw, away/],
    [['--fit', fit, '--apply', apply, '--out', join(folder, 'nowhere', 'x.csv')], /cannot be written: there is no such folder/],
  ])('%j: says what to do, with exit 2', (args, message) => {
    const { status, stderr } = fairbits(['recalibrate', ...args]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
