import { FairbitsError } from 'fairbits';
import { readArff, readCsv } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';

const failure = (read: () => unknown): FairbitsError => {
  try {
    read();
  } catch (error) {
    if (error instanceof FairbitsError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('ARFF', () => {
  it('reads keywords in any case, comments, quotes, escapes, tabs, CRLF and blank lines', () => {
    const data = readArff(
      [
        '% a comment',
        '@RELATION "two words"',
        "@Attribute 'a, b' {x , 'y z',\"q\\'s\"}",
        '@attribute\tdate\tREAL % a name that is a type',
        '@attribute class{a,b}',
        '',
        '@DATA',
        "'y z',\t1.5 , a",
        '% between',
        '?,?,b',
        '"q\'s",-2e3,a % and a comment behind a row',
        '',
      ].join('\r\n'),
    );
    expect(data.attributes.map(({ name, kind }) => [name, kind])).toEqual([
      ['a, b', 'nominal'],
      ['date', 'numeric'],
    ]);
    expect(data.attributes[0]).toMatchObject({ categories: ['x', 'y z', "q's"], codes: Int32Array.of(1, -1, 2) });
    expect(data.attributes[1]).toMatchObject({ values: Float64Array.of(1.5, NaN, -2000) });
    expect([...data.labels]).toEqual([0, 1, 0]);
  });

  it('reads a byte order mark, lines that end in CR, and % inside of a word', () => {
    const { attributes, labels } = readArff('\uFEFF@relation r\r@attribute x {50%,60%}\r@attribute c {p,q}\r@data\r60%,p % a comment\r');
    expect(attributes[0]).toMatchObject({ categories: ['50%', '60%'], codes: Int32Array.of(1) });
    expect([...labels]).toEqual([0]);
  });

  it('keeps declared classes, or only those that occur; leaves out rows without a class, and counts them', () => {
    const text = '@relation r\n@attribute x numeric\n@attribute class {a,b,c}\n@data\n1,a\n2,c\n3,?\n';
    expect(readArff(text)).toMatchObject({ classes: ['a', 'b', 'c'], labels: Uint16Array.of(0, 2), rows: 2, dropped: 1 });
    expect(readArff(text, { classes: 'occurring' })).toMatchObject({ classes: ['a', 'c'], labels: Uint16Array.of(0, 1) });
  });

  it("takes '?' in quotes as a value", () => {
    expect(readArff("@relation r\n@attribute x {'?',a}\n@attribute class {a,b}\n@data\n'?',a\n?,b\n").attributes[0]).toMatchObject({
      codes: Int32Array.of(0, -1),
    });
  });

  const head = '@relation r\n@attribute x numeric\n@attribute y {a,b}\n@attribute class {p,q}\n@data\n';
  it.each([
    ['a value that is not declared', `${head}1,a,p\n2,c,q\n`, 'data.arff:7:3: the value "c" of "y" is not declared; expected one of a, b, or ?'],
    ['no number', `${head}one,a,p\n`, 'data.arff:6:1: "one" of "x" is no number; expected a number, or ?'],
    ['a short row', `${head}1,a\n`, 'data.arff:6:4: the row has 2 values; expected 3 values'],
    ['a long row', `${head}1,a,p,4\n`, 'data.arff:6:6: the row has more than 3 values; expected 3 values'],
    ['a sparse row', `${head}{0 1}\n`, 'data.arff:6:1: a sparse row'],
    ['a weighted row', `${head}1,a,p,{2}\n`, 'data.arff:6:6: the row has a weight'],
    [
      'a string attribute',
      '@relation r\n@attribute s string\n@data\n',
      'data.arff:2:14: the attribute "s" has the type string: string attributes cannot be learned from here',
    ],
    [
      'an attribute with a weight',
      '@relation r\n@attribute x {a,b} {2}\n',
      'data.arff:2:20: the attribute "x" has a weight; expected attributes without weights',
    ],
    ['hexadecimal digits', `${head}0x10,a,p\n`, 'data.arff:6:1: "0x10" of "x" is no number'],
    ['a date attribute', '@relation r\n@attribute s date "yyyy"\n@data\n', 'data.arff:2:14: the attribute "s" has the type date'],
    ['an open quote', `${head}1,'a,p\n`, 'data.arff:6:3: a quote does not end'],
    ['no data', '@relation r\n@attribute x numeric\n', 'the file has no @data'],
    ['an attribute twice', '@relation r\n@attribute x numeric\n@attribute x numeric\n@data\n', 'data.arff:3:12: the attribute "x" is declared twice'],
    ['a numeric class', '@relation r\n@attribute y {a,b}\n@attribute x numeric\n@data\na,1\n', 'the class "x" is numeric'],
    ['one class only', '@relation r\n@attribute x numeric\n@attribute y {a}\n@data\n1,a\n', 'one value only, a'],
  ])('refuses %s', (_, text, message) => {
    expect(failure(() => readArff(text)).message).toContain(message);
  });

  it('names the columns where the class is not one of them', () => {
    const error = failure(() => readArff(`${head}1,a,p\n`, { class: 'z' }));
    expect(error.message).toContain('there is no column "z" for the class; the columns are x, y, class');
    expect(error.suggestion).toEqual(['--class', 'class']);
  });
});

describe('CSV', () => {
  it('finds numbers and words, missing values, and quotes', () => {
    const data = readCsv('n,w,y\n1.5,"a, b",no\n?,c,yes\n-3,,no\n');
    expect(data.attributes[0]).toMatchObject({ kind: 'numeric', values: Float64Array.of(1.5, NaN, -3) });
    expect(data.attributes[1]).toMatchObject({ kind: 'nominal', categories: ['a, b', 'c'], codes: Int32Array.of(0, 1, -1) });
    expect(data).toMatchObject({ className: 'y', classes: ['no', 'yes'], labels: Uint16Array.of(0, 1, 0) });
  });

  it('takes whole numbers as classes, in their order', () => {
    expect(readCsv('y,x\n10,1\n9,2\n', { class: 'y' }).classes).toEqual(['9', '10']);
  });

  it.each([
    ['numbers as the class', 'x,y\n1,0.5\n2,0.25\n', 'the class "y" is numeric'],
    ['a short row', 'x,y\n1,a\n2\n', 'data.csv:3: 1 cell; expected 2, as in the header'],
    ['no rows', 'x,y\n', 'there are no rows'],
    ['an open quote', 'x,y\n"1,a\n', 'data.csv:2: a quote does not end'],
    ['a column twice', 'x,x\n1,2\n', 'two columns are called "x"'],
  ])('refuses %s', (_, text, message) => {
    expect(failure(() => readCsv(text)).message).toContain(message);
  });
});
