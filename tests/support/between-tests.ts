/**
 * Around each test: skips it if Firefox cannot run it, returns its pages to their pool, and adds what they show to the
 * error if it failed.
 */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { engine, translationFaults } from './engines.ts';
import { getStartedBrowser, pagePools } from './servers.ts';

beforeEach(({ task, skip }) => {
  const missingFeature = engine === 'firefox' && missingInFirefox[task.name];
  if (missingFeature) skip(missingFeature);
});
afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === 'fail';
  // A test that is run again has the errors of both runs.
  if (hasFailed) await addPageTexts(task.result?.errors?.at(-1));
  await Promise.all([...pagePools].map((pool) => pool.giveBackPages(hasFailed)));
  expect(translationFaults.splice(0), 'shown wrong in a translated browser').toEqual([]);
});

/** Adds the texts of the open pages to the error, so that the summary at the end of a run shows them, too. */
async function addPageTexts(error: { message: string; stack?: string } | undefined): Promise<void> {
  const contexts = (await getStartedBrowser())?.contexts() ?? [];
  const usedContexts = contexts.filter(
    (context) => ![...pagePools].some((pool) => pool.isIdle(context)),
  );
  const pageTexts = await Promise.all(
    usedContexts.flatMap((context) => context.pages()).map(readPageText),
  );
  if (error && pageTexts.length > 0)
    error.message += `\n\nThe pages show\n\n${pageTexts.join('\n\n')}\n`;
}

async function readPageText(page: Page): Promise<string> {
  const visibleParts = page.locator('main:visible, dialog[open], .notice:visible');
  const texts = await visibleParts.allInnerTexts().catch((error: unknown) => [String(error)]);
  return [page.url(), ...texts].join('\n');
}

/** What Firefox's driver (WebDriver BiDi) lacks for some of the site's tests, by the test's name. */
const missingInFirefox: Readonly<Record<string, string>> = {
  'from the answers to check, Back and a reload lead to the form with everything in it':
    'Back inside a page does not return',
  'with forced colours the chosen, the current and the disabled look different':
    'colours cannot be forced',
  'with forced colours an icon can be seen, and a dialog has a border': 'colours cannot be forced',
};
