// Measures the start page, a room and a table of the real program with Lighthouse, as
// a phone and as a desktop computer. It prints the scores and the layout shift of the
// median of several runs, and fails if they miss the required values. Performance
// depends on the load of the machine, so this is not part of the tests.
//
//   make lighthouse
//
// With REPORTS=FOLDER it also writes Lighthouse's reports there.

import { spawn, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const mostShift = 0.05;
/** The number of runs of each page, of which the median counts. */
const runs = 5;
const devices = { phone: undefined, desktop: desktopConfig };

/** Runs the program and calls use with its address. */
async function served(folder, use) {
  const binary = path.join(folder, 'server');
  execFileSync('go', ['build', '-o', binary, './cmd/server'], { cwd: root, stdio: 'inherit' });
  const server = spawn(
    binary,
    ['--addr', '127.0.0.1:0', '--data', path.join(folder, 'data'), '--limits', 'off'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    let said = '';
    const url = await new Promise((resolve, reject) => {
      server.stdout.on('data', (chunk) => {
        said += chunk;
        const found = /^listening on (http:\S+)$/m.exec(said);
        if (found) resolve(found[1]);
      });
      server.on('exit', () => reject(new Error(`the program has ended: ${said}`)));
    });
    return await use(url);
  } finally {
    server.kill();
  }
}

/**
 * Opens a room, or a table with bots, with the controls of the start page, and waits until it
 * has content.
 */
async function opened(browser, url, words, shows) {
  const page = await browser.newPage();
  await page.goto(url);
  const button = await page.waitForSelector(
    `::-p-xpath(//article[contains(., "Seasons")]//button[contains(., "${words}")])`,
  );
  await button.click();
  await page.waitForSelector(shows);
  const at = page.url();
  await page.close();
  return at;
}

/** Measures a page for a visitor with an identity and an empty cache. */
async function once(browser, url, device) {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'service_workers,cache_storage',
  });
  await session.send('Network.clearBrowserCache');
  // The page of an unlisted room tells search engines not to index it.
  const skipAudits = new URL(url).pathname.startsWith('/r/') ? ['is-crawlable'] : null;
  const result = await lighthouse(
    url,
    {
      output: 'html',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: Object.keys(least),
      skipAudits,
    },
    devices[device],
    page,
  );
  await page.close();
  return result;
}

async function measure(browser, name, url, device) {
  const all = [];
  for (let i = 0; i < runs; i++) all.push(await once(browser, url, device));
  const performance = ({ lhr }) => lhr.categories.performance.score;
  all.sort((a, b) => performance(a) - performance(b));
  const { lhr, report } = all[runs >> 1];
  if (process.env.REPORTS) {
    mkdirSync(process.env.REPORTS, { recursive: true });
    writeFileSync(path.join(process.env.REPORTS, `${name}-${device}.html`), report);
    writeFileSync(path.join(process.env.REPORTS, `${name}-${device}.json`), JSON.stringify(lhr));
  }
  const faults = [];
  const scores = Object.entries(least).map(([category, bound]) => {
    const score = Math.round(100 * lhr.categories[category].score);
    if (score < bound) {
      const why = lhr.categories[category].auditRefs.filter(
        ({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1,
      );
      faults.push(
        `${category} ${score}, not ${bound}: ${why.map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`).join(', ')}`,
      );
    }
    return `${category} ${score}`;
  });
  const shift = lhr.audits['cumulative-layout-shift'].numericValue;
  if (shift > mostShift) faults.push(`layout shift ${shift.toFixed(3)}, more than ${mostShift}`);
  console.log(
    `${name}, ${device}: ${scores.join(', ')}, layout shift ${shift.toFixed(3)} (speed of this machine, as Lighthouse measures it: ${lhr.environment.benchmarkIndex})`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length;
}

/** The browser's own pages, which would load at the same time as the measured page. */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

// The headless shell is preferred because it has no pages of its own.
const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const executablePath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .flatMap((folder) => browserNames.map((name) => path.join(folder, name)))
  .find((file) => existsSync(file));
if (!executablePath) throw new Error('there is no Chromium: make setup installs it');

const folder = mkdtempSync(path.join(tmpdir(), 'archmage-lighthouse-'));
let faults = 0;
try {
  await served(folder, async (url) => {
    for (const device of Object.keys(devices)) {
      const browser = await puppeteer.launch({
        executablePath,
        headless: executablePath.endsWith('shell') ? 'shell' : true,
        args: ['--no-sandbox', '--lang=en-US', `--disable-features=${ownPages}`],
      });
      try {
        // Open all pages once first, so that no measurement includes the start of the browser.
        const room = await opened(browser, url, 'Open a table', '.seatrow');
        const table = await opened(browser, url, 'Play against bots', '.dock');
        faults += await measure(browser, 'start page', url, device);
        faults += await measure(browser, 'room', room, device);
        faults += await measure(browser, 'table', table, device);
      } finally {
        await browser.close();
      }
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults ? 1 : 0;
