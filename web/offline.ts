import { loadLearn } from './data.js';
import { loadSlices } from './panels/slices.js';
import { loadReport } from './report.js';
import { loadCharts } from './ui/charts.js';
import { byId } from './ui/dom.js';
import type { Pool } from './work/pool.js';

/**
 * Loads all that is left as soon as the page is painted: the charts, the example, what compares learners of data, and in every worker the readers of all formats. After
 * that nothing is requested any more, and the page works without a network.
 */
export async function loadRest(pool: Pool): Promise<void> {
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  const place = byId('offline');
  try {
    const [backend] = await Promise.all([pool.warm(), loadCharts(), import('./example/example.js'), loadReport(), loadLearn(), loadSlices()]);
    place.textContent = 'Everything is loaded: it works offline.';
    byId('engine').textContent =
      backend === 'wasm'
        ? `Computed by WebAssembly with SIMD in ${pool.workers.length} worker${pool.workers.length === 1 ? '' : 's'} of this page.`
        : 'This browser has no WebAssembly with SIMD: the plain path computes everything, more slowly but with the same bits.';
    document.documentElement.dataset.loaded = backend;
  } catch (error) {
    place.textContent = `Some of the page could not be loaded (${error instanceof Error ? error.message : error}): reload it.`;
  }
}
