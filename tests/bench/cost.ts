/** What a page costs her in data: everything that crosses the network, with the worker and what it keeps. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { paths } from '../../web/src/routes.ts';
import { launchChromium } from '../chromium.ts';
import { keptBy } from '../site/offline.ts';
import type { Figure } from './figures.ts';
import { type Meter, startMeter } from './meter.ts';
import { serveSite } from './served-site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', paths.home],
  ['home in Amharic', '/am/'],
  ['about', paths.about],
  ['degree programs', paths.degreePrograms],
  ['disclaimer', paths.disclaimer],
  ['register', paths.register],
  ['register in Amharic', `/am${paths.register}`],
  ['login', paths.login],
];

/** The KB of public pages at a first visit, at the next one, and where her phone is told to save data. */
export async function costFigures(): Promise<Figure[]> {
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const served = await serveSite(`${root}web/dist`);
  const meter = await startMeter(served.site);
  const browser = await launchChromium();
  try {
    const figures: Figure[] = [];
    for (const [name, path] of pages) {
      const { first, next } = await visit(browser, meter, path);
      const saving = await visit(browser, meter, path, { saves: true });
      figures.push({
        what: `${name}: first visit, in all`,
        measured: kb(first),
        reach: '',
        how: `every byte on the wire, gzip, without the API; the next visit ${kb(next)}; with Save-Data ${kb(saving.first)}`,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await meter.stop();
    await served.stop();
  }
}

/** Opens a page twice in a new profile. @returns the bytes of each time */
async function visit(browser: Browser, meter: Meter, path: string, { saves = false } = {}) {
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await phone.newPage();
  const protocol = await phone.newCDPSession(page);
  await protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: saves });
  const first = await meter.during(() => open(page, meter.address + path));
  const next = await meter.during(() => open(page, meter.address + path));
  await phone.close();
  return { first, next };
}

/** Waits until the page asks for nothing more, and the worker keeps it and its language's frame. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  const path = new URL(address).pathname;
  const isKept = (kept: string[]) =>
    kept.includes(path) && kept.some((one) => one.endsWith('/shell.html'));
  while (!isKept(await keptBy(page))) await page.waitForLoadState('networkidle');
}

function kb(bytes: number): string {
  return `${Math.round(bytes / 1000)} KB`;
}
