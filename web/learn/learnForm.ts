import type { OptionSpecs } from '../../learners/index.js';
import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { checkbox, select, textField } from '../ui/fields.js';
import { count } from '../ui/figures.js';
import { choiceOf, PLANS, writtenOptions } from './learnChoice.js';
import type { ChosenLearner, DataColumn, LookedData } from './learnJobs.js';

/** The class, two learners, and how the rows are split. */
export function learnForm(app: App, looked: LookedData, compare: () => void): HTMLElement {
  const form = h('form', {
    class: 'card learn-form',
    onsubmit: (event) => {
      event.preventDefault();
      compare();
    },
  });
  /** Which fold-outs are open, so that a change does not close them. */
  const open = [false, false];
  const show = (): void => {
    const { className, learners, plan, cutoff } = choiceOf(app.settings, looked);
    const keep = (changed: Parameters<App['keep']>[0]): void => {
      app.keep(changed);
      show();
    };
    const kinds = looked.learners.map(({ name }) => [name, name] as const);
    const chosen = (place: number): HTMLElement => {
      const kind = looked.learners.find(({ name }) => name === learners[place].kind) as LookedData['learners'][number];
      const other = place === 0 ? { options1: undefined } : { options2: undefined };
      const field = select(place === 0 ? 'First learner' : 'Second learner', kinds, kind.name, (value) => {
        const names = learners.map((each) => each.kind);
        names[place] = value;
        keep({ learners: names.join(','), ...other });
        (form.querySelectorAll('.learner-choice select')[place] as HTMLElement | undefined)?.focus();
      });
      const details = optionFields(learners[place], kind.options, open[place], (text) => app.keep(place === 0 ? { options1: text } : { options2: text }));
      details?.addEventListener('toggle', () => {
        open[place] = details.open;
      });
      return h('div', { class: 'learner-choice' }, field, h('p', { class: 'note' }, sentence(kind.about)), details);
    };
    form.replaceChildren(
      h(
        'div',
        { class: 'fields' },
        select(
          'Class',
          looked.columns.map((column) => [column.name, `${column.name} (${columnWords(column)})`] as const),
          className,
          (value) => app.keep({ class: value }),
        ),
        chosen(0),
        chosen(1),
      ),
      h(
        'div',
        { class: 'fields' },
        select('Splits', PLANS, plan.plan, (value) => app.keep({ plan: value === '10-fold' ? undefined : value })),
        textField('Seed of the splits', String(plan.seed), { inputmode: 'numeric' }, (value) => app.keep({ seed: value === '1' ? undefined : value })),
        select(
          'Estimates near 0 and 1',
          [
            ['mml', 'held off (cutoff mml)'],
            ['none', 'as they are'],
          ],
          cutoff ?? 'none',
          (value) => app.keep({ learnCutoff: value === 'none' ? 'none' : undefined }),
        ),
      ),
      h('button', { type: 'submit', class: 'main' }, 'Compare the learners'),
    );
  };
  show();
  return form;
}

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`;

const columnWords = ({ values }: DataColumn): string => (values === undefined ? 'numbers' : values === 1 ? 'one value' : `${count(values)} values`);

/** A field for each option of a learner; what is chosen is told as text. */
function optionFields(learner: ChosenLearner, specs: OptionSpecs, open: boolean, changed: (text: string | undefined) => void): HTMLDetailsElement | null {
  if (Object.keys(specs).length === 0) return null;
  const values = { ...learner.options };
  const told = h('summary', {});
  const tell = (): void => {
    const written = writtenOptions({ ...learner, options: values });
    told.textContent = written.length === 0 ? `Options of ${learner.kind}` : `Options of ${learner.kind}: ${written.join(', ')}`;
  };
  const set = (name: string, value: unknown): void => {
    if (value === specs[name].default || Number.isNaN(value)) delete values[name];
    else values[name] = value;
    tell();
    changed(writtenOptions({ ...learner, options: values }).join(',') || undefined);
  };
  tell();
  const fields = Object.entries(specs).map(([name, spec]) => {
    const value = values[name] ?? spec.default;
    const label = `${name}: ${spec.about}`;
    if ('of' in spec)
      return select(
        label,
        spec.of.map((each) => [each, each] as const),
        String(value),
        (chosen) => set(name, chosen),
      );
    if (typeof spec.default === 'boolean') return checkbox(label, value === true, (on) => set(name, on));
    return textField(label, String(value), { inputmode: 'decimal' }, (text) => set(name, text === '' ? Number.NaN : Number(text)));
  });
  return h('details', { open, class: 'learner-options' }, told, h('div', {}, ...fields));
}
