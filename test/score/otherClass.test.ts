import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { rejected } from '../support/error.js';
import { write } from './cli.js';

const classes = async (content: string | string[], backend: 'wasm' | 'plain' = 'wasm'): Promise<readonly string[]> => {
  const files = [content].flat().map((text, i) => write(`one-${i}.csv`, text));
  return (await scoreFiles(files, { probs: 'p', positive: '1', backend })).report.classes;
};

describe.each(['wasm', 'plain'] as const)('the class beside the positive one (%s)', (backend) => {
  it('is found behind as many rows as there are', async () => {
    expect(await classes(`y,p\n${'1,0.25\n'.repeat(200_000)}0,0.5\n`, backend)).toEqual(['0', '1']);
    expect(await classes(['y,p\n1,0.5\n', 'p,y\n0.5,0\n'], backend)).toEqual(['0', '1']);
  });

  it('is read as rows are: quotes, newlines inside them, comments, blanks', async () => {
    expect(await classes('# c\nid,y,p\n"x\ny,z",1,0.5\n# 7,8,9\n\n"a\nb,c", 0 ,0.25\n', backend)).toEqual(['0', '1']);
    expect(await classes('y,p\n1,0.5\n"a ""b""",0.25\n', backend)).toEqual(['a "b"', '1']);
  });
});

it('is not one without a name', async () => {
  const error = await rejected('class', scoreFiles([write('none.csv', 'y,p\n1,0.5\n,0.5\n0,0.5\n')], { probs: 'p', positive: '1' }));
  expect(error.message).toContain('none.csv:3: column "y" has the class ""');
});

it('a single column that was only guessed needs its class, unless the labels or its name say it', async () => {
  for (const head of ['y,p_b', 'y,P(b)', 'y,prob']) {
    const error = await rejected('columns', scoreFiles([write('guess.csv', `${head}\nb,0.5\na,0.25\n`)]));
    expect(error.message).toContain('needs positive: CLASS');
    expect(error.column).toBe(head.slice(2));
    expect(error.suggestion).toEqual(['--positive', 'b']);
  }
  for (const head of ['y,p_1', 'y,P(1)', 'y,prob_1', 'y,prob']) {
    const { report, guesses } = await scoreFiles([write('guess.csv', `${head}\n1,0.5\n0,0.25\n`)]);
    expect(report.classes).toEqual(['0', '1']);
    expect(guesses[1]).toContain(`from the column "${head.slice(2)}"`);
    expect(guesses[2]).toContain('taken as the probability of "1"');
  }
  const { report: zero } = await scoreFiles([write('guess.csv', 'y,p_0\n1,0.5\n0,0.25\n')]);
  expect(zero.classes).toEqual(['1', '0']);
  // Several columns of estimates come before one that only begins like such.
  const { report } = await scoreFiles([write('both.csv', 'y,p_value,prob_a,prob_b\na,3,0.5,0.5\n')], { positive: 'a' });
  expect(report.classes).toEqual(['a', 'b']);
});
