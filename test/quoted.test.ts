import { expect, it } from 'vitest';
import { quotedList, quotedRows } from '../src/base/quoted.js';
import { parsePrior } from '../src/cli/options.js';
import { chooseColumns } from '../src/rows/columns.js';

it.each([
  ['a,b', ['a', 'b']],
  ['a, b', ['a', ' b']],
  ['', ['']],
  ['a,,', ['a', '', '']],
  ['"x, y",b', ['x, y', 'b']],
  [' "x" , "say ""no"""', ['x', 'say "no"']],
  // Quotes that do not enclose a name are part of it.
  ['x"y,it"s', ['x"y', 'it"s']],
  ['"x"y,z', ['"x"y', 'z']],
  ['"a\nb",c', ['a\nb', 'c']],
])('a list of names: %j', (text, names) => {
  expect(quotedList(text)).toEqual(names);
});

it('rows of them', () => {
  expect(quotedRows('0,"a;b"\n"c\nd",1;2', ';\n')).toEqual([['0', 'a;b'], ['c\nd', '1'], ['2']]);
});

it('serve priors and columns of classes whose names hold commas', () => {
  expect(parsePrior('"x, y=0.3",z=0.7')).toEqual({ 'x, y': 0.3, z: 0.7 });
  const columns = ['label', 'p(x, y)', 'p(z)', 'other'];
  expect(chooseColumns(columns, { probs: '"p(x, y)","p(z)"' }, 'file')).toMatchObject({ estimates: [1, 2] });
  expect(chooseColumns(['label', 'a,x', 'a,y'], { probs: '"a,*"' }, 'file')).toMatchObject({ classes: ['x', 'y'] });
});
