/** Gives back the pages a test opened; after a failure its error says what they show. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { engine, shownWrong } from './engines.ts';
import { pools, startedBrowser } from './servers.ts';

beforeEach(({ task, skip }) => {
  const lacking = engine === 'firefox' && notInFirefox[task.name];
  if (lacking) skip(lacking);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await addPages(task.result.errors?.[0]);
  await Promise.all([...pools].map((pool) => pool.giveBack()));
  expect(shownWrong.splice(0), 'shown wrong in a translated browser').toEqual([]);
});

/** The summary at the end of a run then shows them, too. */
async function addPages(error: { message: string; stack?: string } | undefined): Promise<void> {
  const contexts = (await startedBrowser())?.contexts() ?? [];
  const used = contexts.filter((context) => ![...pools].some((pool) => pool.isIdle(context)));
  const shown = await Promise.all(used.flatMap((context) => context.pages()).map(shownBy));
  if (error && shown.length > 0) error.message += `\n\nThe pages show\n\n${shown.join('\n\n')}\n`;
}

async function shownBy(page: Page): Promise<string> {
  const parts = page.locator('main:visible, dialog[open], .notice:visible');
  const texts = await parts.allInnerTexts().catch((error: unknown) => [String(error)]);
  return [page.url(), ...texts].join('\n');
}

/** The site's tests that cannot run in Firefox, by their names, and what its driver (WebDriver BiDi) lacks for them. */
const notInFirefox: Readonly<Record<string, string>> = {
  'from the answers to check, Back and a reload lead to the form with everything in it':
    'Back inside a page does not return',
  'with forced colours the chosen, the current and the disabled look different':
    'colours cannot be forced',
  'with forced colours an icon can be seen, and a dialog has a border': 'colours cannot be forced',
};
