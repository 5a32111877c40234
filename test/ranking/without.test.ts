import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';

describe('fairbits score --no-ranking', () => {
  const two = write('two.csv', 'label,p_no,p_yes\nyes,.3,.7\nno,.6,.4\nyes,.5,.5\nno,.9,.1\n');
  it.each(['examples/forecasters/timid.csv', two])('leaves the ranking out and nothing else: %s', (file) => {
    const { ranking, ...rest } = json(['score', file]);
    expect(ranking).toBeDefined();
    expect(json(['score', file, '--no-ranking'])).toEqual(rest);
    expect(fairbits(['score', file]).stdout).toMatch(/ranking|AUC/);
    expect(fairbits(['score', file, '--no-ranking']).stdout).not.toMatch(/ranking|AUC/);
  });
});
