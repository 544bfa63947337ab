/** The whole journey on bad connections: the application arrives, and no change takes effect twice. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { walkJourney } from '../support/applicant-steps.ts';
import { createDemo, type Demo, newEmail, useDemo } from '../support/demo.ts';
import { startSecondSite } from '../support/second-site.ts';

/** Requests that must take effect once, however often they are sent. */
const singlePaths = [
  '/exams/private/submit_exam',
  '/payments/private/make_offline_payment',
  '/applicants/private/save_bio_data',
  '/applicants/private/save_education_data',
  '/applicants/private/save_contact_data',
  '/applicants/private/apply_for_program',
];

/** All requests of the journey that change something, with the paths of both dialects. */
const changePaths = [
  '/applicants/public/apply',
  /^\/applicants\/public\/activ(at)?e\/[^/]+$/,
  /^\/applicants\/public\/create_password(\/[^/]+)?$/,
  '/auth/public/login',
  '/exams/private/create',
  '/files/private/upload_v2',
  ...singlePaths,
];

/** Takes the whole journey on a connection that `prepare` makes worse. @returns the number of failures that she saw */
async function walkOnNetwork(
  demo: Demo,
  prepare: (page: Page, successes: SuccessCounter) => Promise<unknown>,
): Promise<number> {
  const page = await demo.open('/admission/datascience');
  const successes = new SuccessCounter();
  await prepare(page, successes);
  const { failureCount } = await walkJourney(demo, { page, email: newEmail() });
  // A request may still be under way when the page is closed.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const path of singlePaths) expect([path, successes.countOf(path)]).toEqual([path, 1]);
  return failureCount;
}

describe('with the mock', async () => {
  const demo = await useDemo();

  test('if a third of the requests is dropped, the application arrives, and nothing is done twice', async () => {
    // Uneven, because the site makes the same requests for each try: the same one would be lost for ever.
    const distances = [2, 4, 3];
    let [requestCount, dropCount, nextDrop] = [0, 0, 2];
    const failureCount = await walkOnNetwork(demo, (page, successes) =>
      page.route('**/api/**', async (route) => {
        requestCount += 1;
        const isDropped = requestCount === nextDrop;
        if (isDropped) {
          dropCount += 1;
          nextDrop += distances[dropCount % distances.length] ?? 0;
        }
        // The request and the response are lost alternately.
        if (isDropped && dropCount % 2 === 0) return route.abort();
        return forwardRequest(route, successes, isDropped);
      }),
    );
    expect(requestCount).toBeGreaterThan(30);
    expect(failureCount).toBeGreaterThan(0);
  }, 480_000);

  test('on 400 kbit/s with 400 ms to the server, the application arrives', async () => {
    const failureCount = await walkOnNetwork(demo, async (page, successes) => {
      page.on('response', (response) =>
        successes.count(response.request().method(), response.url(), response.status()),
      );
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 400_000 / 8,
        uploadThroughput: 400_000 / 8,
      });
    });
    expect(failureCount).toBe(0);
  }, 480_000);
});

test('with the second backend, if the response to each change is lost once, nothing is done twice', async () => {
  const demo = await createDemo(await startSecondSite('alternate'));
  const lostPaths = new Set<string | RegExp>();
  try {
    await walkOnNetwork(demo, (page, successes) =>
      page.route('**/api/**', (route) => {
        const path = pathOf(route.request().url());
        const changePath = changePaths.find((candidate) =>
          typeof candidate === 'string' ? candidate === path : candidate.test(path),
        );
        const isFirst = changePath !== undefined && !lostPaths.has(changePath);
        if (isFirst) lostPaths.add(changePath);
        return forwardRequest(route, successes, isFirst);
      }),
    );
  } finally {
    await demo.close();
  }
  expect(lostPaths).toEqual(new Set(changePaths));
}, 480_000);

/** Forwards the request. @param isLost whether the response is dropped */
async function forwardRequest(
  route: Route,
  successes: SuccessCounter,
  isLost: boolean,
): Promise<void> {
  const response = await route.fetch();
  successes.count(route.request().method(), route.request().url(), response.status());
  await (isLost ? route.abort() : route.fulfill({ response }));
}

const pathOf = (url: string) => new URL(url).pathname.replace('/api', '');

/** Counts the successful POST requests of each path. */
class SuccessCounter {
  readonly #counts = new Map<string, number>();

  count(method: string, url: string, status: number): void {
    if (method !== 'POST' || status >= 300) return;
    this.#counts.set(pathOf(url), this.countOf(pathOf(url)) + 1);
  }

  countOf(path: string): number {
    return this.#counts.get(path) ?? 0;
  }
}
