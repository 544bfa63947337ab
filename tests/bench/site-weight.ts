import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import type { StoredSession } from '../site/applicants.ts';
import { plant } from './planted-session.ts';
import type { ServedSite } from './served-site.ts';

export type Kind = 'script' | 'stylesheet' | 'document' | 'image' | 'other';

/** What a page cost on its first visit. */
export interface Weight {
  /** Bytes after gzip at level 9. */
  bytes: Record<Kind, number>;
  requests: number;
  title: string;
}

/** Who opens the page; default: an anonymous visitor. */
interface Visitor {
  /** Of an applicant who is logged in. */
  session?: StoredSession | undefined;
  /** Submits the page's empty form, which loads its rules. */
  sends?: boolean | undefined;
}

/** The phone Lighthouse pretends to be: pictures are chosen by its screen. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

/**
 * Opens a page in an empty profile and waits until it asks for nothing more.
 * Each body counts as gzipped, whatever the server sent; API answers do not count.
 */
export async function firstVisit(
  browser: Browser,
  { site, api }: ServedSite,
  path: string,
  { session, sends }: Visitor = {},
): Promise<Weight> {
  // What the worker keeps is counted in the group `cost`.
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  if (session) await context.addInitScript(plant, session);
  const page = await context.newPage();
  const responses: Response[] = [];
  const errors: string[] = [];
  page.on('response', (response) => {
    if (response.frame() === page.mainFrame() && new URL(response.url()).origin !== api) {
      responses.push(response);
    }
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(site + path, { waitUntil: 'networkidle' });
  if (sends) {
    // The form was refused by its rules, so all of them are loaded.
    await page.locator('main input').first().press('Enter');
    await page.locator('.error-summary').waitFor();
  }
  const title = await page.title();
  // A page that crashed or redirected would look light.
  const isHere = page.url() === site + path && !/not found/i.test(title);
  if (!isHere || errors.length > 0) {
    throw new Error(`${path} can't be measured: ${[page.url(), title, ...errors].join('; ')}`);
  }
  const bytes = { script: 0, stylesheet: 0, document: 0, image: 0, other: 0 };
  for (const response of responses) {
    if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`);
    bytes[kindOf(response)] += gzipSync(await response.body(), { level: 9 }).length;
  }
  await context.close();
  return { bytes, requests: responses.length, title };
}

/** By type, not by initiator: a preloaded script is a script. */
function kindOf(response: Response): Kind {
  const type = response.headers()['content-type'] ?? '';
  if (type.includes('javascript')) return 'script';
  if (type.startsWith('text/css')) return 'stylesheet';
  if (type.startsWith('text/html')) return 'document';
  return type.startsWith('image/') ? 'image' : 'other';
}
