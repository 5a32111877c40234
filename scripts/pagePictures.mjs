// Pictures of the page as visitors find it, to be looked at: the landing, one learner, four, seven, one that earns −∞, one by slices, a file that
// cannot be scored, and learners of data; on a laptop, a large screen, a tablet and a phone; light and dark. Each is searched for what axe-core calls a fault, for what is
// wider than the screen, and for words that are cut off.
//   npm run build && node scripts/pagePictures.mjs [WORDS…]     only pictures whose names have all these words, such as "phone dark"; with tabs behind a colon: "sliced:slices,worst"
// They go to build/pictures.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { openBrowser } from './chromium.mjs';

const out = 'build/pictures';
mkdirSync(out, { recursive: true });
const words = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'fairbits-pictures-'));

const FOUR = ['calibrated', 'frequencies', 'overconfident', 'timid'].map((name) => `examples/forecasters/${name}.csv`);

/** A mixture of two forecasters, to have some more. */
function mixed(name, a, b, share) {
  const [rows, others] = [a, b].map((path) =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')),
  );
  const lines = rows.slice(1).map(([id, label, ...estimates], i) => {
    const p = estimates.map((x, c) => Math.round(1e6 * (share * Number(x) + (1 - share) * Number(others[i + 1][c + 2]))));
    p[2] = 1e6 - p[0] - p[1];
    return [id, label, ...p.map((x) => x / 1e6)].join(',');
  });
  return written(name, [rows[0].join(','), ...lines, ''].join('\n'));
}

function written(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const SEVEN = [
  ...FOUR,
  mixed('halfway-between-calibrated-and-overconfident.csv', FOUR[0], FOUR[2], 0.5),
  mixed('cautious.csv', FOUR[0], FOUR[1], 0.6),
  mixed('hasty.csv', FOUR[2], FOUR[3], 0.8),
];
const sure = readFileSync(FOUR[0], 'utf8').replace(
  /^(3|40|97),(home|draw|away),.*$/gm,
  (_, id, truth) => `${id},${truth},${truth === 'home' ? '0,1,0' : '1,0,0'}`,
);
/** Predictions of three classes with columns to slice by; they are worse in the east. */
function sliced() {
  const random = seeded(5);
  const rows = Array.from({ length: 3000 }, (_, id) => {
    const shares = [random(), random(), random()];
    const p = shares.map((share) => share / (shares[0] + shares[1] + shares[2]));
    const region = ['north', 'south', 'east', 'west'][Math.floor(4 * random())];
    const at = random();
    const fair = at < p[0] ? 0 : at < p[0] + p[1] ? 1 : 2;
    const truth = region === 'east' && random() < 0.4 ? Math.floor(3 * random()) : fair;
    return [
      id,
      region,
      (20 + 60 * random()).toFixed(1),
      `2026-0${1 + Math.floor(4 * random())}-12`,
      random() < 0.5 ? 'phone' : 'desk',
      'abc'[truth],
      ...p,
    ].join(',');
  });
  return `id,region,age,day,device,label,p_a,p_b,p_c\n${rows.join('\n')}\n`;
}

/** Data that trees and Bayes learn differently from. */
function weather() {
  const random = seeded(2004);
  const rows = Array.from({ length: 300 }, () => {
    const [heat, wind] = [Math.round(35 * random()), Number((12 * random()).toFixed(1))];
    const sky = ['sun', 'cloud', 'rain'][Math.floor(3 * random())];
    const likes = sky === 'sun' ? heat < 30 : sky === 'cloud' ? wind < 8 : heat > 15 && wind < 4;
    return [heat, wind, sky, random() < 0.9 === likes ? 'yes' : 'no'].join(',');
  });
  return `@relation weather\n@attribute heat numeric\n@attribute wind numeric\n@attribute sky {sun,cloud,rain}\n@attribute play {yes,no}\n@data\n${rows.join('\n')}\n`;
}

function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

const two = readFileSync('test/oracle/binary.csv', 'utf8');
const SCENES = {
  landing: [],
  one: [FOUR[0]],
  two: [written('two-classes.csv', two)],
  four: FOUR,
  seven: SEVEN,
  infinite: [written('too-sure.csv', sure)],
  sliced: [written('by-region.csv', sliced())],
  learners: [written('weather.arff', weather())],
  problem: [written('odd.csv', 'outcome of the match,x,y\nhome,0.4,0.6\n')],
};
const SCREENS = {
  laptop: { viewport: { width: 1280, height: 800 } },
  large: { viewport: { width: 1920, height: 1080 } },
  tablet: { viewport: { width: 768, height: 1024 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const server = createServer(({ url = '/' }, response) => {
  const file = url === '/' ? 'index.html' : url;
  try {
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(readFileSync(join('dist/web', file)));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await openBrowser();
let faults = 0;
const PIECE = 1200;

/** What is wrong with the page as it stands. */
async function look(page, name) {
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'] });
    const told = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 140)}`));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) told.push(`${scrollWidth - clientWidth} pixels wider than the screen`);
    for (const each of document.querySelectorAll('h1, h2, h3, p, dt, dd, button, summary, label, li, td, th')) {
      if (!each.checkVisibility() || each.closest('.unseen, [data-cut]')) continue;
      const style = getComputedStyle(each);
      if (style.overflow !== 'visible' && each.scrollWidth > each.clientWidth + 1) told.push(`cut off: ${each.textContent.trim().slice(0, 60)}`);
    }
    return told;
  });
  for (const fault of found) console.log(`${name}: ${fault}`);
  faults += found.length;
}

try {
  for (const [screen, options] of Object.entries(SCREENS))
    for (const theme of ['light', 'dark']) {
      for (const [scene, files] of Object.entries(SCENES)) {
        const name = `${scene}-${screen}-${theme}`;
        if (!words.every((word) => name.includes(word.replace(/:.*/, '')))) continue;
        const context = await browser.newContext({ ...options, colorScheme: theme });
        const page = await context.newPage();
        page.on('pageerror', (error) => console.log(`${name}: ${error}`));
        await page.goto(address);
        await page.waitForSelector('html[data-loaded]', { state: 'attached' });
        await page.evaluate(axe);
        if (files.length > 0) {
          await page.setInputFiles('#files', files);
          await page.waitForSelector('#result:not([hidden]), #problem:not([hidden]), #learn:not([hidden])');
          if (scene === 'learners') {
            await page.screenshot({ path: join(out, `${name}-form.png`), fullPage: true });
            await page.getByRole('button', { name: 'Compare the learners' }).click();
            await page.waitForSelector('.learned svg');
          }
          if (scene !== 'problem' && scene !== 'learners')
            await page.waitForFunction(() => !/(Comparing|Reading the rows|Resampling)[^…]*…/.test(document.body.textContent));
          await page.waitForTimeout(400);
        }
        const tabs = words
          .find((word) => word.includes(':'))
          ?.split(':')[1]
          .split(',') ?? [''];
        for (const tab of tabs) {
          if (tab !== '') await page.click(`#tab-${tab}`);
          await page.waitForTimeout(150);
          const full = tab === '' ? name : `${name}-${tab}`;
          await look(page, full);
          await page.screenshot({ path: join(out, `${full}.png`), fullPage: true });
          if (screen !== 'phone') continue;
          // As one scrolls: the whole is too long to be looked at.
          const { width } = options.viewport;
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          for (let y = 0; y < height; y += PIECE)
            await page.screenshot({
              path: join(out, `${full}-${y / PIECE}.png`),
              fullPage: true,
              clip: { x: 0, y, width, height: Math.min(PIECE, height - y) },
            });
        }
        await context.close();
      }
    }
} finally {
  server.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${faults} faults; pictures are in ${out}`);
