/** What a patient applicant does where something went wrong: she closes the message, and tries again. */
import type { Locator, Page } from 'playwright-core';

const mostTries = 8;

/** How long she waits where nothing happens at all, in milliseconds; then she tries again. */
const patienceMs = 40_000;

/**
 * Repeats an action until it has led somewhere.
 * @param there what can be seen then, and is not there before
 * @returns how often something went wrong
 */
export async function insist(
  page: Page,
  act: () => Promise<unknown>,
  there: Locator,
): Promise<number> {
  const message = page.locator('dialog[open] button, main .notice button');
  // What waits is sent by itself; she is impatient.
  const waiting = page.locator('.outbox > button:not([aria-disabled=true])');
  const trouble = message.or(page.locator('main .retry button')).or(waiting);
  let troubles = 0;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    await act();
    for (;;) {
      const seen = there.or(trouble).first().waitFor({ timeout: patienceMs });
      const isSeen = await seen.then(
        () => true,
        () => false,
      );
      if (!isSeen) {
        troubles += 1;
        break;
      }
      if (await there.first().isVisible()) return troubles;
      troubles += 1;
      const button = ((await message.first().isVisible()) ? message : trouble).first();
      // Asked of the button itself: a message may have come in between. It may be gone as well, because what waits is
      // sent by itself; then she looks again.
      const isRetry = await press(button);
      if (isRetry === undefined) continue;
      // After a message the same is done again; "Try again" has done it already.
      if (!isRetry) break;
    }
  }
  throw new Error(`${page.url()}: ${there} was never reached`);
}

/** @returns whether the button itself tries again; `undefined` where it is gone */
async function press(button: Locator): Promise<boolean | undefined> {
  const timeout = 3000;
  try {
    const isRetry = await button.evaluate(
      (pressed) => pressed.closest('.retry, .outbox') !== null,
      undefined,
      { timeout },
    );
    await button.click({ timeout });
    return isRetry;
  } catch {
    return undefined;
  }
}

/** Waits for what a page reads when it is opened. @returns how often something went wrong */
export const see = (page: Page, there: Locator) => insist(page, async () => {}, there);
