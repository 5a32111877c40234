import { createLearner, type Dataset, fitAll, type NominalColumn, readCsv } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { CHECKS, checkData, checkJson, fixture, modelOf, partsOf, textOf, WITHOUT_CHECKS } from './support.js';

/** A clause of FOIL: the constants of positive literals stand in its head, the other literals behind. */
const FOIL_CLAUSE = /^c(\d+)\((.*?)\) :- ?(.*)$/gm;

const sorted = (conditions: string[]): string => conditions.sort().join(' and ');

function foilConditions({ attributes }: Dataset, head: string, body: string): string {
  const constantOf = (place: number, constant: string): string => (attributes[place] as NominalColumn).categories[Number(constant.split('_')[1])];
  const equal = head.split(',').flatMap((term, i) => (term.startsWith('v') ? [`${attributes[i].name} = ${constantOf(i, term)}`] : []));
  const others = body
    .trim()
    .split(', ')
    .filter((literal) => literal !== '')
    .map((literal) => {
      const [, variable, sign, value] = /^([A-Z]+)(<>|<=|>)(.*)$/.exec(literal) as RegExpExecArray;
      const place = [...variable].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      return `${attributes[place].name} ${sign === '<>' ? `!= ${constantOf(place, value)}` : `${sign} ${Number(value)}`}`;
    });
  return sorted([...equal, ...others]);
}

describe.skipIf(WITHOUT_CHECKS)('rule learners: check files', () => {
  it.each(['iris', 'vote', 'breast-cancer', 'labor', 'glass', 'kr-vs-kp'])('foil: the clauses of FOIL 6, class by class, on %s', (name) => {
    const parts = partsOf(checkData(name), 'thirds');
    const theirs = [...textOf(`${CHECKS}foil6/${name}.thirds.txt`).matchAll(FOIL_CLAUSE)].map(
      ([, label, head, body]) => `${parts.data.classes[Number(label)]} if ${foilConditions(parts.data, head, body)}`,
    );
    const ours = modelOf('foil', parts)
      .describe()
      .split('\n')
      .slice(2)
      .map((line) => {
        const [, label, conditions] = /^(.*?) if (.*)$/.exec(line) as RegExpExecArray;
        return `${label} if ${sorted(conditions.split(' and '))}`;
      });
    expect(ours).toEqual(theirs);
  });

  it.each(['iris', 'vote', 'breast-cancer', 'labor', 'glass', 'kr-vs-kp'])(
    'foil: as many test rows of %s right, without a class and with several as by FOIL 6',
    (name) => {
      const expected = checkJson('foil6/summary.json')[name];
      const parts = partsOf(checkData(name), 'thirds');
      const k = parts.data.classes.length;
      const claims = modelOf('foil', parts).claims?.(parts.test) as Uint8Array;
      const found = { correct: 0, none: 0, multi: 0 };
      for (const [i, row] of parts.test.entries()) {
        const own = claims.subarray(i * k, (i + 1) * k);
        const size = own.reduce((sum, one) => sum + one, 0);
        if (size === 0) found.none++;
        else if (size > 1) found.multi++;
        else if (own[parts.data.labels[row]] === 1) found.correct++;
      }
      expect(found).toEqual({ correct: expected.correct, none: expected.none, multi: expected.multi });
    },
  );
});

it('both find rules for the weather data', () => {
  const weather = fixture('weather');
  expect(fitAll(createLearner('c4.5rules', weather), weather).describe()).toContain('yes if outlook = overcast');
  expect(fitAll(createLearner('foil', weather), weather).describe()).toContain('no if ');
});

it('foil: a conjunction is found whole and its negation clause by clause; of equal shares the smaller set gains, so that exclusive or is found', () => {
  const bits = Array.from({ length: 32 }, (_, i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
  const clauses = (label: (row: number[]) => boolean): string[] => {
    const data = readCsv(['a,b,c,y', ...bits.map((row) => [...row.map((bit) => (bit ? 't' : 'f')), label(row) ? 'yes' : 'no'].join(','))].join('\n'));
    return fitAll(createLearner('foil', data), data).describe().split('\n').slice(2);
  };
  expect(clauses(([a, b]) => a === 1 && b === 1)).toEqual(['no if a = f', 'no if b = f', 'yes if a = t and b = t']);
  expect(clauses(([a, b]) => a !== b)).toEqual(['no if a = f and b = f', 'no if a = t and b = t', 'yes if a = f and b = t', 'yes if a = t and b = f']);
});
