import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';

describe('fairbits score --no-ranking', () => {
  const two = write('two.csv', 'label,p_no,p_yes\nyes,.3,.7\nno,.6,.4\nyes,.5,.5\nno,.9,.1\n');
  it.each(['examples/forecasters/timid.csv', two])('leaves out the ranking and what of the calibration needs all rows, and nothing else: %s', (file) => {
    const { ranking, calibration, ...rest } = json(['score', file]);
    expect(ranking).toBeDefined();
    const { modal, byClass, classWise, decompositions, ...measure } = calibration;
    for (const figures of [modal, byClass, classWise, decompositions]) expect(figures).toBeDefined();
    expect(json(['score', file, '--no-ranking'])).toEqual({ ...rest, calibration: measure });
    expect(fairbits(['score', file]).stdout).toMatch(/ranking|AUC/);
    expect(fairbits(['score', file, '--no-ranking']).stdout).not.toMatch(/ranking|AUC/);
  });
});
