// A real browser for tests, benchmarks and pictures: on Linux one that installs with the npm packages, elsewhere the Chrome or Edge that is there.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from 'playwright-core';

const packed = (path) => new URL(`../node_modules/@sparticuz/chromium/${path}`, import.meta.url);

export async function openBrowser() {
  if (process.platform !== 'linux') return openInstalled(process.platform === 'win32' ? ['chrome', 'msedge'] : ['chrome']);
  const { default: chromium } = await import('@sparticuz/chromium');
  // No WebGL: without it the browser draws by itself, a fifth of the work of a graphics card made up in software.
  chromium.setGraphicsMode = false;
  // One process for everything, as its makers advise for servers, does not outlive its first page.
  const args = chromium.args.filter((arg) => arg !== '--single-process');
  const launch = async () => playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
  try {
    return await launch();
  } catch {
    // Where the system lacks its libraries, those it ships are used. On the system it is made for, the package unpacks them as well; its own unpacker does it here.
    const { inflate } = await import(packed('build/esm/lambdafs.js').href);
    process.env.LD_LIBRARY_PATH = join(await inflate(fileURLToPath(packed('bin/al2023.tar.br'))), 'lib');
    return launch();
  }
}

async function openInstalled([channel, ...others]) {
  try {
    return await playwright.launch({ channel, headless: true });
  } catch (error) {
    if (others.length === 0) throw error;
    return openInstalled(others);
  }
}
