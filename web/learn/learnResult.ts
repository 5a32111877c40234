import { foldsCsv, predictionsCsv, type ReliabilityBin } from '../../src/parts.js';
import { rangeOf, scaleBar, scaleEnds } from '../board/scale.js';
import { chartFigure } from '../ui/charts.js';
import { announce, h } from '../ui/dom.js';
import { count, figure, numberOf, percent, pText } from '../ui/figures.js';
import { learnerName } from '../ui/learnerName.js';
import { pageWords } from '../ui/pageWords.js';
import { save } from '../ui/save.js';
import { tableOf } from '../ui/table.js';
import { fileNames, learnCommands } from './learnCommands.js';
import type { DescribedModel, JudgedLearner, TestedDifference } from './learnJobs.js';
import type { Learned } from './learnRun.js';
import { aheadBy, learnLead, learnVerdict, sureWords, testWords } from './learnWords.js';

const MODAL = 'the most probable class';
const BINS = 10;

/** Two learners compared: who is better, by how much, whether it is chance, and what they have learned. */
export function learnResult(file: string, learned: Learned, open: (files: File[]) => void): HTMLElement {
  const { data, judged, learners, cutoff } = learned;
  const { evaluation } = judged.learners[0];
  const warnings = [...new Set(judged.learners.flatMap((each) => each.evaluation.warnings))];
  const changed = judged.learners.map((each) => each.changed);
  const verdict = learnVerdict(learned);
  announce(verdict);
  return h(
    'div',
    { class: 'learned' },
    h('h2', { class: 'verdict', tabindex: -1 }, verdict),
    h('p', { class: 'lead-sentence' }, pageWords(learnLead(learned))),
    boardOf(learned),
    h(
      'p',
      { class: 'note' },
      `${evaluation.plan.name[0].toUpperCase()}${evaluation.plan.name.slice(1)}; class “${data.className}”. 0 stands for knowing no more than the class frequencies of each training part. ${
        cutoff === undefined
          ? 'Estimates are used unchanged.'
          : `The cutoff ${cutoff} held ${count(changed[0])} estimates of ${learners[0].name} and ${count(changed[1])} of ${learners[1].name} as far from 0 and 1 as their training rows justify.`
      }${data.dropped > 0 ? ` ${count(data.dropped)} row${data.dropped === 1 ? '' : 's'} without a class left out.` : ''}`,
    ),
    warnings.length > 0 ? h('ul', { class: 'learn-warnings' }, ...warnings.map((text) => h('li', {}, `${pageWords(text)}.`))) : null,
    h('h3', {}, 'The differences'),
    differences(learned),
    h('h3', {}, 'Are they right as often as they say?'),
    reliability(learned),
    h('h3', {}, 'What they have learned'),
    h('p', { class: 'note' }, 'Each model of all rows, in words.'),
    h('div', { class: 'two models' }, ...learned.models.map((model, i) => modelOf(learners[i].name, i, model))),
    h('h3', {}, 'Take it away'),
    exportsOf(learned, open),
    h('h3', {}, 'The same on a command line'),
    h('pre', { class: 'commands', tabindex: 0, 'aria-label': 'The same on a command line' }, h('code', {}, learnCommands(file, learned).join('\n'))),
  );
}

const rewardOf = ({ evaluation, ceiling }: JudgedLearner) => {
  const { mean } = evaluation.means.bayesianReward;
  return { mean, interval: null, ceiling } as unknown as Parameters<typeof scaleBar>[0];
};

function boardOf({ judged, learners, confidence }: Learned): HTMLElement {
  const means = judged.learners.map(({ evaluation }) => numberOf(evaluation.means.bayesianReward.mean));
  const best = aheadBy(means);
  const order = best === 1 ? [1, 0] : [0, 1];
  const range = rangeOf(judged.learners.map(rewardOf));
  const spread = (value: Parameters<typeof figure>[0], of: (x: number) => string = (x) => figure(x)): HTMLElement | null =>
    value === null ? null : h('small', {}, `± ${of(numberOf(value))}`);
  const made = tableOf({
    caption: 'Both learners, the better first',
    columns: [
      'learner',
      h('div', {}, h('span', { class: 'unseen' }, 'on the scale'), scaleEnds(range, { zero: '0', high: `perfect ${figure(range.high)}` })),
      'fair bits',
      'share of perfect',
      'behind the best',
      'accuracy',
      judged.learners.every(({ pooled: { ranking } }) => ranking && 'auc' in ranking) ? 'AUC' : 'AUC, all pairs',
      'ECE',
    ],
    labels: ['learner', '', 'fair bits', 'share', 'behind the best', 'accuracy', 'AUC', 'ECE'],
    rows: order.map((i, place) => {
      const { evaluation, ceiling, pooled } = judged.learners[i];
      const { bayesianReward, accuracy } = evaluation.means;
      const { ranking, calibration } = pooled;
      return [
        learnerName(learners[i].name, i),
        scaleBar(rewardOf(judged.learners[i]), range, i),
        h('span', {}, h('b', { class: 'large' }, figure(bayesianReward.mean)), spread(bayesianReward.standardDeviation)),
        ceiling === undefined || !Number.isFinite(means[i]) ? '–' : percent(means[i] / ceiling),
        place === 0
          ? h('span', {}, best === undefined ? 'level' : 'best')
          : h('span', {}, figure(Math.abs(means[0] - means[1])), h('small', {}, sureWords(judged.tests.bayesianReward, confidence))),
        h(
          'span',
          {},
          percent(numberOf(accuracy.mean)),
          spread(accuracy.standardDeviation, (x) => percent(x)),
        ),
        figure(ranking ? ('auc' in ranking ? ranking.auc : ranking.aucOneVsOne) : null),
        figure(calibration.modal?.equalMass.expected ?? null),
      ];
    }),
    numbers: (column) => column > 1,
    cards: true,
    note: 'Means over the folds, ± the standard deviation between folds, which is not a standard error. AUC (how well the estimates sort the rows) and ECE (how far they are from what came true) are of all predictions together.',
  });
  made.classList.add('board');
  return made;
}

const DIFFERENCES = [
  ['bayesianReward', 'fair bits per prediction', (x: number) => figure(x)],
  ['accuracy', 'accuracy', (x: number) => percent(x, 2)],
] as const;

function differences(learned: Learned): HTMLElement {
  const { judged, learners, confidence } = learned;
  const [a, b] = learners.map(({ name }) => name);
  return tableOf({
    caption: `${a} minus ${b}`,
    titled: true,
    columns: ['measure', 'difference', `${percent(confidence)} interval`, 'p', 'verdict'],
    rows: DIFFERENCES.map(([id, words, shown]) => {
      const tested: TestedDifference = judged.tests[id];
      if ('reason' in tested) return [words, '–', '–', '–', h('span', { class: 'words' }, pageWords(tested.reason))];
      const { effect, p } = tested.result;
      const value = numberOf(effect.value);
      const better = value === 0 ? 'neither' : value > 0 ? a : b;
      return [
        words,
        shown(value),
        effect.interval ? `${shown(numberOf(effect.interval[0]))} … ${shown(numberOf(effect.interval[1]))}` : '–',
        pText(p),
        h('span', { class: 'words' }, value === 0 ? 'neither is better' : `${better} is better, ${sureWords(tested, confidence)}`),
      ];
    }),
    numbers: (column) => column > 0 && column < 4,
    cards: true,
    note: `p is two-sided, by ${testWords(learned)}, which allows for training parts that overlap.`,
  });
}

function reliability({ judged, learners, confidence }: Learned): HTMLElement {
  const figures = judged.learners.map(({ pooled: { calibration } }, i) => {
    const { name } = learners[i];
    const { modal } = calibration;
    if (!modal) return h('p', { class: 'absent' }, pageWords(calibration.reason ?? 'There is no reliability table of so many classes.'));
    // A bin that holds a row has nothing but numbers.
    const data = {
      of: MODAL,
      confidence,
      series: [{ name, bins: modal.equalMass.bins as ReliabilityBin[] }],
      histogram: { bins: modal.equalWidth.bins as ReliabilityBin[], count: BINS },
    };
    return chartFigure({
      title: name,
      learner: i,
      file: `reliability-${name}`,
      draw: (charts, options) => charts.reliabilityDiagram(data, { ...options, title: `Reliability of ${name}: ${MODAL}` }),
      table: (charts) => charts.reliabilityTable(data),
      shape: 1.2,
    }).element;
  });
  return h('div', { class: 'two' }, ...figures);
}

function modelOf(name: string, learner: number, { text, complexity, theory }: DescribedModel): HTMLElement {
  const bits = (x: number): string => `${figure(x, 1)} bits`;
  return h(
    'section',
    { 'aria-label': `The model of ${name}` },
    h('h4', {}, learnerName(name, learner)),
    h('pre', { tabindex: 0, 'aria-label': `The model of ${name}` }, text.trim()),
    complexity
      ? h(
          'p',
          { class: 'note' },
          `Stating the theory takes ${bits(complexity.bits)}.`,
          theory
            ? ` The classes of all rows take ${bits(theory.without)} without it and ${bits(theory.withTheory)} with it: it ${theory.left > 0 ? `pays for itself, with ${bits(theory.left)} left` : `does not pay for itself, by ${bits(-theory.left)}`} (Cleary, Legg & Witten 1996).`
            : '',
        )
      : null,
  );
}

function exportsOf({ data, learners, judged, predictions, plan, cutoff, confidence }: Learned, open: (files: File[]) => void): HTMLElement {
  const names = fileNames(learners);
  const csvOf = (i: number, of = predictions[i]): string => predictionsCsv(data.classes, data.labels, of);
  const evaluations = judged.learners.map(({ evaluation }) => evaluation);
  const csv = (text: string): Blob => new Blob([text], { type: 'text/csv' });
  const button = (text: string, act: () => void): HTMLElement => h('button', { type: 'button', class: 'small', onclick: act }, text);
  const times = evaluations[0].plan.repetitions;
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'row' },
      ...names.map((name, i) => button(`Predictions of ${learners[i].name} as CSV`, () => save(`${name}.csv`, csv(csvOf(i))))),
      button('Fair bits of each fold as CSV', () => save('folds.csv', csv(foldsCsv(evaluations, 'bayesianReward')))),
      button('Accuracy of each fold as CSV', () => save('folds-accuracy.csv', csv(foldsCsv(evaluations, 'accuracy')))),
      button('Figures as JSON', () => {
        const figures = { data: data.name, class: data.className, plan, cutoff: cutoff ?? 'none', confidence, evaluations, tests: judged.tests };
        save('learners.json', new Blob([`${JSON.stringify(figures, null, 2)}\n`], { type: 'application/json' }));
      }),
    ),
    h(
      'p',
      { class: 'offer' },
      h(
        'button',
        {
          type: 'button',
          // Each row once: as often as it was tested it would seem to be as many rows.
          onclick: () =>
            open(
              names.map(
                (name, i) =>
                  new File(
                    [
                      csvOf(
                        i,
                        predictions[i].filter(({ repetition }) => repetition === 0),
                      ),
                    ],
                    `${name}.csv`,
                    { type: 'text/csv' },
                  ),
              ),
            ),
        },
        'Look into the predictions',
      ),
      h(
        'span',
        {},
        `Opens them as two files of predictions${times > 1 ? ', those of the first repetition' : ''}: curves, priors, costs, worst rows, slices by fold.`,
      ),
    ),
  );
}
