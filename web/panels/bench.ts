import { announce, h } from '../ui/dom.js';
import { count } from '../ui/figures.js';
import { tableOf } from '../ui/table.js';
import { absent, hasFiles, lead, type Panel, reasonOf, title } from './panel.js';

/** The kernels against the plain path, in the visitor's own browser. */
export const benchPanel: Panel = {
  id: 'speed',
  label: 'Speed here',
  available: hasFiles,
  render(app, root) {
    const body = h('div', {});
    const button = h('button', { type: 'button', class: 'main' }, 'Measure');
    button.addEventListener('click', async () => {
      button.disabled = true;
      body.replaceChildren(h('p', { class: 'note' }, 'Measuring…'));
      try {
        const figures = await app.pool.free().ask('bench', []);
        body.replaceChildren(
          tableOf({
            caption: 'Kernels in this browser',
            columns: ['kernel', 'rows', 'WebAssembly, ns per row', 'plain, ns per row', 'times as fast'],
            rows: figures.map(({ what, rows, wasm, plain }) => [
              what,
              count(rows),
              wasm === null ? '–' : wasm.toFixed(1),
              plain.toFixed(1),
              wasm === null ? '–' : `${(plain / wasm).toFixed(1)}×`,
            ]),
            note: figures.some(({ wasm }) => wasm === null)
              ? 'This browser has no WebAssembly with SIMD, so the plain path does everything; the results have the same bits.'
              : 'The fastest of five runs each. Both give the same bits.',
          }),
        );
        announce('Measured.');
      } catch (error) {
        body.replaceChildren(absent(reasonOf(error)));
      }
      button.disabled = false;
    });
    root.replaceChildren(
      title('Speed here'),
      lead(
        'The loops that read every row are compiled WebAssembly with SIMD; a twin in plain JavaScript gives the same bits where a browser has none. This times both on made-up rows, in this browser.',
      ),
      button,
      body,
    );
  },
};
