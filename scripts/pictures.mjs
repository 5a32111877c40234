// The pictures of the README and the docs, made anew: the page on the bundled example, a report, and charts.
//   npm run build && node scripts/pictures.mjs
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openBrowser } from './chromium.mjs';

const out = 'docs/pictures';
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'fairbits-pictures-'));
const fairbits = (...args) => execFileSync(process.execPath, ['dist/bin/fairbits.js', ...args]);
const example = (name) => `examples/forecasters/${name}.csv`;
const LEARNERS = ['calibrated', 'frequencies', 'overconfident', 'timid'].map(example);

fairbits('compare', ...LEARNERS, '--html', join(folder, 'compare.html'), '--svg', join(folder, 'svg'), '--quiet');
for (const chart of ['reliability', 'wealth']) copyFileSync(join(folder, 'svg', `${chart}.svg`), join(out, `${chart}.svg`));

const browser = await openBrowser();
const server = spawn(process.execPath, ['dist/bin/fairbits.js', 'serve', '--no-open'], { stdio: ['ignore', 'pipe', 'ignore'] });
const address = await new Promise((found) => {
  server.stdout.on('data', (text) => found(String(text).trim()));
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1880 } });
  await page.goto(address);
  await page.click('#example');
  await page.waitForSelector('#panel-overview svg');
  // The lead is tested when all has been shown.
  await page.waitForFunction(() => document.querySelector('#lead').textContent.includes('chance'));
  await page.screenshot({ path: join(out, 'page.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1280, height: 1330 });
  await page.click('#tab-prior');
  await page.waitForSelector('#panel-prior svg');
  await page.evaluate(() => document.querySelector('#tab-prior').scrollIntoView());
  await page.screenshot({ path: join(out, 'page-prior-dark.png') });
  const report = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await report.goto(`file://${resolve(folder, 'compare.html')}`);
  await report.screenshot({ path: join(out, 'report.png') });
} finally {
  server.kill('SIGINT');
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
