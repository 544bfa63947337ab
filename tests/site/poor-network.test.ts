/** The whole way on the connections that applicants have: nothing that was sent is done twice, and she arrives. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Demo, newEmail, useDemo, createDemo } from '../support/demo.ts';
import { walkJourney } from '../support/person.ts';
import { startSecondSite } from '../support/second-site.ts';

/** These must take effect once, however often they are sent. */
const once = [
  '/exams/private/submit_exam',
  '/payments/private/make_offline_payment',
  '/applicants/private/save_bio_data',
  '/applicants/private/save_education_data',
  '/applicants/private/save_contact_data',
  '/applicants/private/apply_for_program',
];

/** These change something else on the way; the paths are those of both dialects. */
const changing = [
  '/applicants/public/apply',
  /^\/applicants\/public\/activ(at)?e\/[^/]+$/,
  /^\/applicants\/public\/create_password(\/[^/]+)?$/,
  '/auth/public/login',
  '/exams/private/create',
  '/files/private/upload_v2',
  ...once,
];

/** Walks the whole way on a connection that `prepare` spoils. @returns what went wrong in her sight */
async function walkOn(
  demo: Demo,
  prepare: (page: Page, taken: Taken) => Promise<unknown>,
): Promise<number> {
  const page = await demo.open('/admission/datascience');
  const taken = new Taken();
  await prepare(page, taken);
  const { failureCount } = await walkJourney(demo, { page, email: newEmail() });
  for (const path of once) expect([path, taken.times(path)]).toEqual([path, 1]);
  return failureCount;
}

describe('with the mock', async () => {
  const demo = await useDemo();

  test('where every third request is dropped, the application arrives, and nothing is done twice', async () => {
    let requests = 0;
    const troubles = await walkOn(demo, (page, taken) =>
      page.route('**/api/**', async (route) => {
        requests += 1;
        const isDropped = requests % 3 === 0;
        // Alternately the request is lost, or its answer.
        if (isDropped && requests % 2 === 0) return route.abort();
        return answer(route, taken, isDropped);
      }),
    );
    expect(requests).toBeGreaterThan(30);
    expect(troubles).toBeGreaterThan(0);
  }, 480_000);

  test('on 400 kbit/s with 400 ms to the server, the application arrives', async () => {
    const troubles = await walkOn(demo, async (page, taken) => {
      page.on('response', (response) =>
        taken.note(response.request().method(), response.url(), response.status()),
      );
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 400_000 / 8,
        uploadThroughput: 400_000 / 8,
      });
    });
    expect(troubles).toBe(0);
  }, 480_000);
});

test('with the second backend, where the answer to each change is lost once, nothing is done twice', async () => {
  const demo = await createDemo(await startSecondSite('alternate'));
  const lost = new Set<string | RegExp>();
  try {
    await walkOn(demo, (page, taken) =>
      page.route('**/api/**', (route) => {
        const path = pathOf(route.request().url());
        const change = changing.find((one) =>
          typeof one === 'string' ? one === path : one.test(path),
        );
        const isFirst = change !== undefined && !lost.has(change);
        if (isFirst) lost.add(change);
        return answer(route, taken, isFirst);
      }),
    );
  } finally {
    await demo.close();
  }
  expect(lost).toEqual(new Set(changing));
}, 480_000);

/** Lets the request through, and perhaps not its answer. */
async function answer(route: Route, taken: Taken, isLost: boolean): Promise<void> {
  const response = await route.fetch();
  taken.note(route.request().method(), route.request().url(), response.status());
  await (isLost ? route.abort() : route.fulfill({ response }));
}

const pathOf = (url: string) => new URL(url).pathname.replace('/api', '');

/** How often the server answered a change with success, by its path. */
class Taken {
  readonly #times = new Map<string, number>();

  note(method: string, url: string, status: number): void {
    if (method !== 'POST' || status >= 300) return;
    this.#times.set(pathOf(url), this.times(pathOf(url)) + 1);
  }

  times(path: string): number {
    return this.#times.get(path) ?? 0;
  }
}
