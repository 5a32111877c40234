import type { Looked, RulesOfFile } from '../src/files.js';
import { createEngine } from '../src/index.js';
import { type Comparison, chartCss, rulesVerdict } from '../src/parts.js';
import { App } from './app.js';
import { board } from './board/board.js';
import { cutoffOffer } from './board/cutoff.js';
import { warningsLine, warningsOf } from './board/warnings.js';
import { dataKind, hideData, leaveData, reshowData, showData } from './data.js';
import { exportsBar, setsBar } from './exports.js';
import { fairBit } from './landing/fairBit.js';
import { mendOffer } from './mendOffer.js';
import { loadRest } from './offline.js';
import { reasonOf } from './panels/panel.js';
import { Panels } from './panels.js';
import { forget, score } from './session.js';
import { readSettings, writeSettings } from './settings.js';
import { settingsForm } from './settingsForm.js';
import { announce, byId, h } from './ui/dom.js';
import { count, figure, percent, SECONDS, size } from './ui/figures.js';
import { showTheme, themeButton } from './ui/theme.js';
import { Working } from './ui/working.js';
import { leadSentence, verdict } from './verdict.js';
import { WorkError } from './work/pageWorker.js';
import { Pool } from './work/pool.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(chartCss);
document.adoptedStyleSheets = [sheet];

// Tallies are added up and weighed here; that takes no kernel, and both backends give the same bits.
const app = new App(new Pool(), await createEngine({ backend: 'plain' }));
const working = new Working();
const panels = new Panels(app);
let running: AbortController | undefined;
/** Predictions that learners made here of data, where these are looked into. */
let looking: File[] | undefined;
/** Who is better than whom, once it is known. */
let compared: Comparison | undefined;

themeButton(app);
fairBit(byId('fair-picture'));
panels.show();
void loadRest(app.pool);

/** Takes files: looks at them, scores them, shows what came out. Data to learn from are told by that they cannot be scored, unless someone says what they are. */
async function take(files: File[], as?: 'data' | 'predictions'): Promise<void> {
  if (files.length === 0) return;
  running?.abort();
  app.stopReading();
  const control = new AbortController();
  running = control;
  working.start(() => control.abort());
  announce(`Reading ${files.length === 1 ? files[0].name : `${files.length} files`}…`);
  try {
    // Predictions of learners that were compared here can be left for these again.
    if (!files.every((file) => looking?.includes(file))) await leaveData();
    control.signal.throwIfAborted();
    // What cannot be looked at cannot be scored either, and that says why.
    const looked = await Promise.all(
      files.map((file) =>
        app.pool
          .free()
          .ask('look', [file], { signal: control.signal })
          .catch((): Looked => ({ format: 'csv', columns: [] })),
      ),
    );
    control.signal.throwIfAborted();
    app.dropped = files.map((file, i) => ({ file, looked: looked[i] }));
    if (as === 'data') {
      await learnFrom(files[0], 'data', control);
      return;
    }
    const before = app.learners;
    const session = await score(app.pool, app.engine, files, looked, fitting(looked), control.signal, (learner, name, progress) =>
      working.heard(learner, name, progress),
    );
    if (running !== control) {
      forget(session.learners);
      return;
    }
    hideProblem();
    hideData();
    forget(before);
    app.take(session);
    showResult();
    byId('verdict').focus();
  } catch (error) {
    if (running !== control) return;
    if ((error as Error).name === 'AbortError') {
      // What is shown is still what was scored before.
      const { files: shown = [], looked = [] } = app.session ?? {};
      if (shown.length > 0) app.dropped = shown.map((file, i) => ({ file, looked: looked[i] }));
      hideProblem();
      announce('Cancelled.');
      byId('choose').focus();
    } else if (error instanceof WorkError && error.code === 'prior' && app.settings.prior) {
      // The prior in the address is of other classes.
      app.keep({ prior: undefined });
      void take(files);
      return;
    } else {
      forget(app.learners);
      app.take(undefined);
      // Without estimates there may still be sets, which are worth something by themselves.
      const sets = error instanceof WorkError && error.code === 'columns' && app.setFiles.length > 0;
      if (sets && (await showSets(control))) return;
      await showOther(error, files, as, control);
    }
  } finally {
    if (running === control) {
      running = undefined;
      working.stop();
    }
  }
}

/** What cannot be scored: data to learn from, or a problem, with a way to say that it is data. */
async function showOther(error: unknown, files: File[], as: 'data' | 'predictions' | undefined, control: AbortController): Promise<void> {
  const kind = await dataKind(app, files, error, control.signal).catch(() => 'no' as const);
  if (running !== control) return;
  const known = as === undefined && (kind === 'arff' || kind === 'data');
  if (as === 'data') showProblem(error, 'This cannot be learned from');
  else if (!known) showProblem(error, undefined, kind === 'no' ? undefined : files[0]);
  else
    await learnFrom(files[0], kind, control).catch((problem) => {
      if (running === control) showProblem(problem, 'This cannot be learned from');
    });
}

/** Shows a file as data. */
async function learnFrom(file: File, kind: 'arff' | 'data', control: AbortController): Promise<void> {
  const host = {
    app,
    open: (made: File[]) => {
      looking = made;
      void take(made);
    },
    asPredictions: () => void take([file], 'predictions'),
  };
  await showData(host, file, kind, control.signal);
  if (running !== control) return;
  hideProblem();
  forget(app.learners);
  app.take(undefined);
  // What looks like sets of classes in it is none.
  app.dropped = [{ file, looked: { format: 'csv', columns: [] } }];
  byId('settings').replaceChildren();
  panels.show();
}

/** Settings that name columns are for files that have them. */
function fitting(looked: readonly Looked[]): typeof app.settings {
  const settings = { ...app.settings };
  const columns = looked.flatMap((each) => each.columns);
  if (columns.length === 0) return settings;
  if (settings.truth && !columns.includes(settings.truth)) delete settings.truth;
  if (settings.long && !settings.long.split(',').every((name) => columns.includes(name.trim().replace(/^"(.*)"$/, '$1')))) delete settings.long;
  if (settings.weights && !columns.includes(settings.weights)) delete settings.weights;
  if (
    settings.probs &&
    !settings.probs.split(',').every((name) => columns.some((column) => column === name || (name.endsWith('*') && column.startsWith(name.slice(0, -1)))))
  )
    delete settings.probs;
  return settings;
}

const again = (): void => void take(app.dropped.map(({ file }) => file));

/** The place for what was found, cleared of what was there before. */
function openResult(names: readonly string[]): void {
  document.body.classList.remove('failed');
  document.body.classList.add('scored');
  document.title = `${names.join(', ').slice(0, 80)} – fairbits`;
  byId('result').hidden = false;
  const origin = byId('origin');
  origin.hidden = app.dropped.some(({ file }) => !looking?.includes(file));
  origin.replaceChildren(h('button', { type: 'button', class: 'small', onclick: leaveLooking }, 'Back to the learners'));
}

/** Back from the predictions of learners to the data that they learned from. */
function leaveLooking(): void {
  forget(app.learners);
  app.take(undefined);
  app.dropped = [];
  reshowData();
  panels.show();
}

/** Files that have sets of classes and no estimates; whether they could be taken so. */
async function showSets(control: AbortController): Promise<boolean> {
  let reports: RulesOfFile[];
  try {
    reports = await app.setReports();
  } catch {
    return false;
  }
  if (running !== control) return true;
  hideProblem();
  openResult(reports.map(({ file }) => file));
  const text = reports.map((report) => `${reports.length > 1 ? `${report.file}: ` : ''}${rulesVerdict(report)}`).join(' ');
  byId('verdict').textContent = text;
  announce(text);
  const [{ rows, classes }] = reports;
  byId('about').textContent =
    `${app.setFiles.map(({ file, column }) => `${file.name}, sets in column “${column}”`).join('; ')}: ${count(rows)} rows, ${classes.length} classes. There are no estimates to score.`;
  byId('lead').textContent = '';
  byId('board').replaceChildren();
  byId('warnings').replaceChildren(warningsLine(reports.flatMap(({ warnings }) => warnings.map((text) => ({ text })))));
  byId('settings').replaceChildren(settingsForm(app, false, again), setsBar(app, reports));
  panels.show();
  byId('verdict').focus();
  return true;
}

function showResult(): void {
  const { learners } = app;
  const { json } = learners[0].outcome;
  openResult(app.names);
  compared = undefined;
  showVerdict();
  const seconds = Math.max(...learners.map(({ outcome }) => outcome.seconds));
  const bytes = learners.reduce((sum, { outcome }) => sum + outcome.bytes, 0);
  const classes = json.classes.length <= 8 ? `${json.classes.length} classes (${json.classes.join(', ')})` : `${json.classes.length} classes`;
  byId('about').textContent =
    `${count(json.rows)} row${json.rows === 1 ? '' : 's'}${json.weights ? ` that count for ${figure(json.weights.total, 1)}` : ''}, ${classes}; prior: ${json.prior.source === 'test' ? 'frequencies of the test set' : json.prior.source}; ${size(bytes)} read in ${SECONDS(seconds)} (${json.backend === 'wasm' ? 'WebAssembly' : 'plain JavaScript'}).`;
  byId('warnings').replaceChildren(warningsLine(warningsOf(app)));
  byId('settings').replaceChildren(settingsForm(app, false, again), exportsBar(app));
  panels.show();
  void showLead();
}

function showVerdict(): void {
  const text = verdict(app.learners, app.order, app.livePrior);
  byId('verdict').textContent = text;
  announce(text);
  byId('board').replaceChildren(cutoffOffer(app, again), board(app, compared));
}

/** Whether the best is better than the next by more than chance, which holds under every prior. */
async function showLead(): Promise<void> {
  const { version } = app;
  byId('lead').hidden = app.learners.length < 2;
  if (app.learners.length < 2) return;
  const say = (text: string): void => {
    if (version === app.version) byId('lead').textContent = text;
  };
  say('Comparing…');
  try {
    const comparison = await app.comparison((share) => say(share < 1 ? `Comparing: ${percent(share, 0)} of the rows read again…` : 'Comparing…'));
    if (version !== app.version) return;
    compared = comparison;
    say(leadSentence(comparison, app.names, app.order));
    byId('board').replaceChildren(cutoffOffer(app, again), board(app, compared));
  } catch (error) {
    const stopped = (error as Error).name === 'AbortError';
    say(stopped ? 'Whether that is more than chance was not looked at: see Compare.' : `Whether that is more than chance cannot be said: ${reasonOf(error)}`);
  }
}

function hideProblem(): void {
  byId('problem').hidden = true;
  byId('problem').replaceChildren();
}

const NOT_SCORED = 'This cannot be scored';

/** What went wrong. A file that may be data can be taken as such. */
function showProblem(error: unknown, title = NOT_SCORED, data?: File): void {
  const place = byId('problem');
  const { file, line, column, fault } = error instanceof WorkError ? error : { file: undefined, line: undefined, column: undefined, fault: true };
  document.body.classList.remove('scored');
  document.body.classList.add('failed');
  hideData();
  byId('result').hidden = true;
  // Its form would be there twice.
  byId('settings').replaceChildren();
  const where = [
    ['file', file],
    ['line', line],
    ['column', column],
  ].filter(([, value]) => value !== undefined);
  place.replaceChildren(
    h('h2', {}, fault ? 'This page failed, which is a fault of its own' : title),
    h('p', { class: 'message' }, reasonOf(error)),
    h('dl', {}, ...where.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    error instanceof WorkError ? (mendOffer(app, error, again) ?? '') : '',
    data
      ? h('p', { class: 'offer' }, h('button', { type: 'button', onclick: () => void take([data], 'data') }, 'It is data: have two learners learn from it'))
      : '',
    title === NOT_SCORED ? settingsForm(app, error instanceof WorkError && error.code === 'columns', again) : '',
  );
  place.hidden = false;
  panels.show();
  place.focus();
}

byId('choose').addEventListener('click', () => byId<HTMLInputElement>('files').click());
byId('files').addEventListener('change', ({ target }) => {
  const input = target as HTMLInputElement;
  void take([...(input.files ?? [])]);
  // So that the same file can be chosen again.
  input.value = '';
});
byId('example').addEventListener('click', async () => {
  const { exampleFiles } = await import('./example/example.js');
  void take(exampleFiles());
});

document.addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  document.body.classList.add('dragging');
});
for (const name of ['dragleave', 'dragend', 'drop'] as const)
  document.addEventListener(name, (event) => {
    if (name !== 'dragleave' || (event as DragEvent).relatedTarget === null) document.body.classList.remove('dragging');
  });
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void take([...(event.dataTransfer?.files ?? [])]);
});

document.addEventListener('prior', () => {
  const { classes, moved } = app;
  app.keep({ prior: moved ? Object.fromEntries(classes.map((name, i) => [name, Number(moved[i].toPrecision(12))])) : undefined });
  showVerdict();
  panels.moved();
});
document.addEventListener('again', again);
document.addEventListener(
  'data',
  () =>
    void take(
      app.dropped.map(({ file }) => file),
      'data',
    ),
);
document.addEventListener('comparing', () => void showLead());

// An address that is edited, or gone back to.
window.addEventListener('hashchange', () => {
  const scoring = ({ tab: _, theme: __, costs: ___, ...rest }: typeof app.settings): string => writeSettings(rest);
  const before = scoring(app.settings);
  app.settings = readSettings(location.hash);
  showTheme(app);
  panels.choose();
  if (scoring(app.settings) !== before && app.dropped.length > 0) again();
});
