/** A sample of the sweep in a real browser, with the built site. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../web/src/routes.ts';
import { newApplicant, type State, sessionOf } from '../../site/applicants.ts';
import { type Demo, startDemo } from '../../site/demo.ts';
import { faultsOf, snapshot } from './look.ts';
import { type OddAnswer, oddAnswers } from './oddities.ts';
import { operationOf } from './operation-of.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const pages: readonly [path: string, state?: State][] = [
  [paths.home],
  ['/admission/datascience'],
  [paths.home, 'READY_TO_APPLY'],
  [paths.examResult, 'TOOK_EXAM'],
  [paths.offlinePayment, 'TOOK_EXAM'],
  [paths.editProfile, 'BIOGRAPHIC_APPLICANT3'],
  [paths.applyProgram, 'READY_TO_APPLY'],
];

/** How many odd answers to each operation of a page are tried. */
const tried = 3;

test.each(pages)('%s, state %s: no odd answer takes the page away', async (path, state) => {
  const session = state ? await sessionOf(demo, newApplicant(state)) : {};
  const odd = new Map<string, OddAnswer[]>();
  const usual = await open(path, session, (page) =>
    page.route('**/api/**', async (route) => {
      const request = route.request();
      const operation = operationOf({ method: request.method(), url: request.url() });
      const response = await route.fetch();
      const type = response.headers()['content-type'] ?? '';
      const answer = { status: response.status(), type, text: await response.text() };
      if (operation.meta.reads === 'json') odd.set(operation.name, oddAnswers(operation, answer));
      await route.fulfill({ response });
    }),
  );
  await expect.poll(() => faultsSeenOn(usual)).toEqual([]);
  await demo.giveBack(usual);
  const failures: string[] = [];
  for (const [operation, all] of odd) {
    for (const { where, oddity, answer } of sampleOf(all)) {
      let isAnswered = false;
      const page = await open(path, session, (one) =>
        one.route('**/api/**', async (route) => {
          const request = route.request();
          const { name } = operationOf({ method: request.method(), url: request.url() });
          if (name !== operation) return route.continue();
          const { status, type, text } = answer;
          const headers = { 'access-control-allow-origin': '*', 'content-type': type };
          await route.fulfill({ status, headers, body: status === 204 ? '' : text });
          isAnswered = true;
        }),
      );
      await expect.poll(() => isAnswered).toBe(true);
      const seen = () => faultsSeenOn(page);
      await expect
        .poll(seen)
        .toEqual([])
        .catch(async () => {
          failures.push(
            `${path}: ${operation} ${where}: ${oddity}: ${JSON.stringify(await seen())}`,
          );
        });
      await demo.giveBack(page);
    }
  }
  expect(odd.size).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});

const open = (
  path: string,
  session: Readonly<Record<string, string>>,
  before: (page: Page) => Promise<unknown>,
) => demo.open(path, { session, before });

const faultsSeenOn = async (page: Page) => faultsOf(await page.evaluate(snapshot));

/** Spread evenly; a browser follows a redirect before the site sees it. */
function sampleOf(all: readonly OddAnswer[]): readonly OddAnswer[] {
  const possible = all.filter(({ answer }) => answer.status !== 302);
  return Array.from({ length: tried }, (_, at) => {
    return possible[Math.floor(((at + 0.5) * possible.length) / tried)];
  }).filter((one) => one !== undefined);
}
