// The page against the command: the same files, the same cores.
//   node bench/page.mjs                      2 million rows, 3 classes: CSV, NPY and Parquet (made once, in the temporary folder)
//   node bench/page.mjs --only CSV --rounds 5 --workers 2
//   node bench/page.mjs --json FILE          what was measured goes into FILE, beside what is there already
// They take turns; the fastest run of each counts. The page's time is from a file being chosen to the verdict with all its figures, as they remain; the command's
// is that of its process. The curves, which the page draws behind the verdict for its charts, and the command not at all, are in neither.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../scripts/chromium.mjs';
import { csvOf, npyOf, parquetOf, USUAL } from './testFiles.mjs';

const args = process.argv.slice(2);
const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual);
const rounds = Number(option('--rounds', 3));
const rows = Number(option('--rows', USUAL));
const workers = Number(option('--workers', availableParallelism()));
const only = option('--only', '').split(',');
const cli = fileURLToPath(new URL('../dist/bin/fairbits.js', import.meta.url));
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** The command: seconds of the whole process, and the report. */
function command([file, labels]) {
  const began = performance.now();
  const parts = [cli, 'score', file, '--json', '--quiet', '--threads', String(workers), ...(labels ? ['--labels', labels] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, parts, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(stderr);
  return { seconds: (performance.now() - began) / 1e3, report: JSON.parse(stdout) };
}

/** The page, opened anew: seconds until the verdict, those that scoring took by its own account, and the reward. */
async function page(browser, address, files) {
  const context = await browser.newContext();
  await context.addInitScript((value) => Object.defineProperty(navigator, 'hardwareConcurrency', { value }), workers);
  const opened = await context.newPage();
  await opened.goto(address);
  await opened.waitForSelector('html[data-loaded]', { state: 'attached' });
  await opened.evaluate(() => {
    document.getElementById('files').addEventListener('change', () => performance.mark('chosen'), { capture: true });
    new MutationObserver(() => performance.mark('told')).observe(document.getElementById('verdict'), { childList: true, characterData: true, subtree: true });
  });
  await opened.setInputFiles('#files', files);
  await opened.waitForFunction(() => performance.getEntriesByName('told').length > 0 || !document.getElementById('problem').hidden, undefined, {
    timeout: 600_000,
  });
  const found = await opened.evaluate(() => ({
    problem: document.querySelector('#problem:not([hidden])')?.textContent,
    seconds: (performance.getEntriesByName('told')[0]?.startTime - performance.getEntriesByName('chosen')[0]?.startTime) / 1e3,
    about: document.getElementById('about').textContent,
  }));
  await context.close();
  if (found.problem) throw new Error(found.problem);
  return {
    seconds: found.seconds,
    scoring: Number(/read in ([\d.]+) s/.exec(found.about)[1]),
    rows: Number(/^([\d,]+) row/.exec(found.about)[1].replaceAll(',', '')),
  };
}

const browser = await openBrowser();
const server = spawn(process.execPath, [cli, 'serve', '--no-open'], { stdio: ['ignore', 'pipe', 'ignore'] });
const address = await new Promise((found) => {
  server.stdout.on('data', (text) => found(String(text).trim()));
});
const measured = [];
try {
  console.log(`${cpus()[0].model}, ${workers} workers and threads, Node ${process.version}, Chromium ${browser.version()}\n`);
  console.log('format        MB   command s   page s   (scoring)   page / command');
  const all = { CSV: () => [csvOf(rows)], NPY: () => npyOf(rows), Parquet: () => [parquetOf(rows)] };
  for (const [format, make] of Object.entries(all)) {
    if (only[0] && !only.includes(format)) continue;
    const files = make();
    let [node, web] = [{ seconds: Infinity }, { seconds: Infinity }];
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [command(files), await page(browser, address, files)];
      if (a.report.rows !== rows || b.rows !== rows) throw new Error(`${a.report.rows} and ${b.rows} rows, not ${rows}`);
      if (a.seconds < node.seconds) node = a;
      if (b.seconds < web.seconds) web = b;
    }
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const figures = [bytes / 1e6, node.seconds, web.seconds, web.scoring, web.seconds / node.seconds];
    console.log(`${format.padEnd(8)} ${figures.map((x, i) => x.toFixed(i === 0 ? 0 : 2).padStart([7, 11, 8, 11, 16][i])).join(' ')}`);
    measured.push({ format, rows, bytes, command: node.seconds, page: web.seconds, scoring: web.scoring, ratio: web.seconds / node.seconds });
  }
} finally {
  server.kill('SIGINT');
  await browser.close();
}
const path = option('--json');
if (path) {
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  writeFileSync(path, `${JSON.stringify({ ...before, machine: cpus()[0].model, node: process.version, page: { workers, figures: measured } }, null, 1)}\n`);
}
