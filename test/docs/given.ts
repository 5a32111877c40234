/** What fragments of code in the pages take as given, by name: declared for those that use it and do not declare it themselves. */
const IMPORTS: Record<string, string> = {
  fairbits:
    'applyRecalibration bestEstimate createEngine evaluate evaluateLearner fiveByTwo fitRecalibration foldDifferences kFold lemma1 compare foldCorrelations',
  'fairbits/significance': 'correctedResampledT fiveByTwoF EProcess',
};

const VALUES: Record<string, string> = {
  probabilities: 'Float64Array.of(0.8, 0.2, 0.3, 0.7, 0.6, 0.4, 0.1, 0.9)',
  labels: 'Uint8Array.of(0, 1, 1, 0)',
  weights: 'Float64Array.of(1, 2, 1, 1)',
  classes: "['no', 'yes']",
  pA: 'probabilities',
  pB: 'Float64Array.of(0.6, 0.4, 0.5, 0.5, 0.4, 0.6, 0.3, 0.7)',
  estimatesOfA: 'pA',
  estimatesOfB: 'pB',
  scoresOfA: '[0.2, 0.7, 0.4, 0.9]',
  scoresOfB: '[0.4, 0.5, 0.6, 0.7]',
  others: 'pB',
  amounts: '[1, 2, 3, 4]',
  k: '2',
  id: "'bayesianReward'",
  prior: "'test'",
  cutoff: "'none'",
  positive: "'yes'",
  confidence: '0.95',
  backend: "'plain'",
  threads: '1',
  replicates: '100',
  seed: '1',
  interval: "'percentile'",
  out: 'new Float64Array(4)',
  engine: 'await createEngine()',
  statistics: 'engine.statistics(classes).add(probabilities, labels)',
  tally: 'engine.tally(classes).add(probabilities, labels)',
  other: 'engine.statistics(classes).add(pB, labels)',
  otherTally: 'engine.tally(2).add(pB, labels)',
  report: 'await evaluate([[0.8, 0.2], [0.3, 0.7]], [0, 1], { classes: ["no", "yes"] })',
  mean: '0.2',
  members: 'Uint16Array.of(0, 1, 0, 1)',
  sizes: 'Uint16Array.of(1, 1, 1, 1)',
  rows: 'Array.from({ length: 40 }, (_, row) => row)',
  learner: '{ fit: () => ({ predict: (some) => some.map((row) => (row % 3 ? 0.6 : 0.3)) }) }',
  data: '{ rows, labels: rows.map((row) => row % 2), classes }',
  a: 'await evaluateLearner(learner, data, kFold({ folds: 2, repetitions: 5 }))',
  b: 'await evaluateLearner({ fit: () => ({ predict: (some) => some.map((row) => (row % 4 ? 0.5 : 0.4)) }) }, data, kFold({ folds: 2, repetitions: 5 }))',
  scoresA: '[0.81, 0.84, 0.79, 0.83, 0.85]',
  scoresB: '[0.78, 0.8, 0.79, 0.79, 0.82]',
  file: "new File(['label,p_no,p_yes\\nno,0.7,0.3\\nyes,0.4,0.6\\n'], 'predictions.csv')",
  files: '[file]',
  input: '{ files: [new File([\'{"label": "no", "p_no": 0.7, "p_yes": 0.3}\\n{"label": "yes", "p_no": 0.4, "p_yes": 0.6}\\n\'], \'predictions.ndjson\')] }',
  restart: '() => {}',
  write: '() => {}',
  estimates: 'probabilities',
  differences: 'Float64Array.of(0.1, 0.2, -0.1, 0.3)',
};

const importOf = (name: string): string | undefined => Object.keys(IMPORTS).find((entry) => IMPORTS[entry].split(' ').includes(name));

/** A fragment with what it needs before it. */
export function whole(code: string): string {
  const plain = code.replace(/\/\/.*$/gm, '').replace(/'[^'\n]*'/g, "''");
  const declared = new Set(
    [...plain.matchAll(/\b(?:const|let|function|class|import)\s+(?:type\s+)?(\{[^}]*\}|\[[^\]]*\]|\w+)/g)].flatMap(([, names]) =>
      [...names.matchAll(/(?:\w+\s*(?::|\bas\b)\s*)?(\w+)/g)].map(([, name]) => name),
    ),
  );
  const lines: string[] = [];
  const done = new Set<string>();
  const need = (text: string): void => {
    for (const [name] of text.matchAll(/(?<!(?<!\.\.)\.|[\w'])[A-Za-z]\w*(?!\w*\s*:(?!:))/g)) {
      if (done.has(name) || declared.has(name)) continue;
      const entry = importOf(name);
      if (!entry && VALUES[name] === undefined) continue;
      done.add(name);
      if (entry) lines.push(`import { ${name} } from '${entry}';`);
      else {
        need(VALUES[name].replace(/'[^'\n]*'/g, "''"));
        lines.push(`const ${name} = ${VALUES[name]};`);
      }
    }
  };
  need(plain);
  return [...lines, code].join('\n');
}
