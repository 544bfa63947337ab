/** The built site with its mock backend and, below `/bare/`, the page that it is compared with. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { viteConfigPath } from '../../web/build/problem.ts';
import { type ApplicantRouteName, paths } from '../../web/src/site/routes.ts';
import { runBuild } from '../support/built-site.ts';
import {
  createSession,
  type LoginState,
  newApplicant,
  type StoredSession,
  stateByPage,
} from '../support/demo.ts';
import { launchChromium } from '../support/engines.ts';
import { serveDemo } from '../support/run-command.ts';

/** A page of the site that is measured. */
export interface MeasuredPage {
  name: string;
  path: string;
  /** The page is opened by an applicant in this state; without it, by a visitor. */
  state?: LoginState;
}

const publicPages: readonly MeasuredPage[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: paths.about },
  { name: 'degree programs', path: paths.degreePrograms },
  { name: 'program', path: '/admission/datascience' },
  { name: 'register', path: paths.register },
  { name: 'login', path: paths.login },
];

const applicantPageNames: Partial<Record<ApplicantRouteName, string>> = {
  takeExam: 'exam',
  examResult: 'result',
  offlinePayment: 'payment',
  pendingPayVerification: 'waiting',
  biographyData: 'biography',
  educationBackground: 'education',
  emergencyContact: 'emergency contact',
  applyProgram: 'program choice',
  applyProgramConfirmation: 'confirmation',
};

/** The pages that are measured: the public ones first. */
export const measuredPages: readonly MeasuredPage[] = [
  ...publicPages,
  ...Object.entries(applicantPageNames).map(([routeName, name]) => ({
    name,
    path: paths[routeName as ApplicantRouteName],
    state: stateByPage[routeName as ApplicantRouteName],
  })),
];

/** The site, its backend and a browser for a measurement. */
export interface MeasuredSite {
  siteUrl: string;
  apiUrl: string;
  /** Opens an empty page in a new browser profile, in which the applicant of the measured page is logged in. */
  openProfile(page: MeasuredPage | undefined, options: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** The path of the page that the site is compared with. */
export const barePath = '/bare/';

/** Builds and serves the site, which contains the programs of a mock, and the bare page. */
export async function serveMeasuredSite(): Promise<MeasuredSite> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const mock = await serve(await createBackend());
  // The build must be asynchronous: it requests the mock of this process.
  const { exitCode, output } = await runBuild('--programs', `${mock.url}/api`, '--out', folder);
  await mock.close();
  if (exitCode !== 0) throw new Error(output);
  await buildBarePage(join(folder, barePath));
  const demo = await serveDemo('--site', folder, '--applicants', '550');
  // Whoever controls a browser is told from which line each request came. For that, V8 would parse the code once more
  // while it runs, which takes half of the blocking time of a bare page and never happens to a visitor.
  const browser = await launchChromium(['--js-flags=--no-enable-lazy-source-positions']);
  const sessions = new Map<MeasuredPage, StoredSession>();
  return {
    ...demo,
    async openProfile(page, options) {
      if (page?.state && !sessions.has(page))
        sessions.set(page, await createSession(demo, newApplicant(page.state)));
      return openProfile(browser, page && sessions.get(page), options);
    },
    async close() {
      await browser.close();
      await demo.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Builds the bare page with the site's settings for Vite, and compresses it as the site's files are. */
async function buildBarePage(folder: string): Promise<void> {
  await build({
    configFile: viteConfigPath,
    root: fileURLToPath(new URL('bare-page', import.meta.url)),
    base: barePath,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const fileBytes = await readFile(file);
    await writeFile(`${file}.br`, brotliCompressSync(fileBytes));
    await writeFile(`${file}.gz`, gzipSync(fileBytes, { level: 9 }));
  }
}

async function openProfile(
  browser: Browser,
  session: StoredSession | undefined,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  if (session) await context.addInitScript(storeSession, session);
  return context.newPage();
}

/** Runs in the page: stores a session in it. */
function storeSession(session: StoredSession): void {
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
}
