/** The journey on the connections that applicants have: one drops every third request, one is slow. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, heading, newAccount, signIn, startDemo } from '../site/demo.ts';
import { closeDialog } from '../site/page.ts';
import {
  answerQuestion,
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  fillPayment,
  save,
  staffDecides,
} from '../site/steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Repeats an action, as a patient person would, until the next page appears. */
async function insist(page: Page, act: () => Promise<unknown>, next: string): Promise<void> {
  const there = page.getByRole('heading', { level: 1, name: next, exact: true });
  const trouble = page.locator('dialog[open], main .retry button');
  for (let tries = 1; tries <= 8; tries += 1) {
    await act();
    await there.or(trouble).first().waitFor({ timeout: 30_000 });
    while (await trouble.first().isVisible()) {
      if (await page.locator('dialog[open]').isVisible()) {
        await closeDialog(page);
        break;
      }
      await trouble.first().click();
      await there.or(trouble).first().waitFor({ timeout: 30_000 });
    }
    if (await there.isVisible()) return;
  }
  throw new Error(`${next} was never reached`);
}

/** Takes an applicant with an account from the login page to her application. */
async function goThrough(page: Page, email: string): Promise<void> {
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  await insist(page, () => signIn(page, email), 'Digital Literacy Test');
  await page.getByRole('button', { name: 'Start DLT' }).waitFor();
  while (!(await page.locator('.question').isVisible())) {
    await press('Start DLT')();
    await page.locator('.question, dialog[open]').first().waitFor();
    if (await page.locator('dialog[open]').isVisible()) await closeDialog(page);
  }
  const finalize = page.getByRole('button', { name: 'Finalize Test' });
  while (!(await finalize.isVisible())) {
    await answerQuestion(demo, page);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await answerQuestion(demo, page);
  // Submitting the exam retries by itself.
  await finalize.click();
  await heading(page, 'Digital Literacy Test Result');
  await insist(
    page,
    () => page.getByRole('link', { name: 'Proceed To Payment' }).click(),
    'Application Payment Form',
  );
  await page.locator('form').waitFor();
  await fillPayment(page);
  await insist(page, press('Submit'), 'Payment Details Uploaded Successfully');
  await staffDecides(demo, 'verify', email);
  await insist(page, () => page.goto(`${demo.site}/applicant/biography_data`), 'Biographical Data');
  await fillBiography(page);
  await attachBiography(page);
  await insist(page, () => save(page), 'Education Background');
  await fillEducation(page);
  await insist(page, () => save(page), 'Emergency Contact');
  await fillContact(page);
  await insist(page, () => save(page), 'Apply to Program');
  await page.locator('.radio, main .retry').first().waitFor();
  while (!(await page.locator('.radio').first().isVisible())) {
    await page.locator('main .retry button').click();
    await page.locator('.radio, main .retry').first().waitFor();
  }
  await page.locator('.radio').first().click();
  await insist(page, press('Apply'), 'Application Submitted');
}

/** How often the server answered a change with success, by operation. */
function countChanges(page: Page): Map<string, number> {
  const taken = new Map<string, number>();
  page.on('response', (response) =>
    count(response.request().method(), response.url(), response.status()),
  );
  const count = (method: string, url: string, status: number) => {
    if (method !== 'POST' || status >= 300) return;
    const path = new URL(url).pathname.replace('/api', '');
    taken.set(path, (taken.get(path) ?? 0) + 1);
  };
  return taken;
}

const once = [
  '/exams/private/submit_exam',
  '/payments/private/make_offline_payment',
  '/applicants/private/save_bio_data',
  '/applicants/private/save_education_data',
  '/applicants/private/save_contact_data',
  '/applicants/private/apply_for_program',
];

test('where every third request is dropped, the application arrives, and nothing is done twice', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/Login?redirectUrl=%2Fapplicant%2Ftake_exam');
  const taken = new Map<string, number>();
  let requests = 0;
  await page.route('**/api/**', async (route) => {
    requests += 1;
    const request = route.request();
    const isDropped = requests % 3 === 0;
    // Alternately the request is lost, or its answer.
    if (isDropped && requests % 2 === 0) return route.abort();
    const answer = await route.fetch();
    if (request.method() === 'POST' && answer.ok()) {
      const path = new URL(request.url()).pathname.replace('/api', '');
      taken.set(path, (taken.get(path) ?? 0) + 1);
    }
    return isDropped ? route.abort() : route.fulfill({ response: answer });
  });
  await goThrough(page, email);
  expect(requests).toBeGreaterThan(20);
  for (const path of once) expect([path, taken.get(path)]).toEqual([path, 1]);
});

test('on 400 kbit/s with 400 ms to the server, the application arrives', async () => {
  const email = await newAccount(demo);
  const page = await demo.open('/Login?redirectUrl=%2Fapplicant%2Ftake_exam');
  const taken = countChanges(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  });
  await goThrough(page, email);
  for (const path of once) expect([path, taken.get(path)]).toEqual([path, 1]);
}, 120_000);
