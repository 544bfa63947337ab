/** Every page in Amharic is Amharic: none of the site's English texts is on it, and nothing is wider than a phone. */
import { applicantStates } from '@one-planet/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../web/build/languages/catalogues.ts';
import { leavesOf } from '../../web/build/languages/leaves.ts';
import { readEnglish } from '../../web/build/languages/modules.ts';
import { type ApplicantRouteName, paths } from '../../web/src/routes.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { ruleMessages } from '../rule-messages.ts';
import { newApplicant, openAs } from '../site/applicants.ts';
import { type Demo, startDemo } from '../site/demo.ts';
import { drawAll } from '../site/draw-all.ts';
import { openExam } from '../site/exam-page.ts';
import { layoutFaults } from './looks-of.ts';
import { publicAddresses, shownIn } from './where-shown.ts';

/** What the settings and the mock's records say, in words that the site has, too. */
const data = [
  'One',
  'One Planet College',
  'Addis Ababa, Ethiopia',
  'Online',
  'Commercial Bank of Ethiopia',
];

const phone = { viewport: { width: 320, height: 700 } };

let demo: Demo;
/** What must not be seen: the site's English texts, and those of the rules. */
const english = new Set<string>(ruleMessages());

beforeAll(async () => {
  demo = await startDemo();
  for (const [name, words] of await readEnglish()) {
    const texts = new Map(leavesOf(await readCatalogue('am', name)));
    for (const [key, text] of words) {
      if (typeof text === 'string' && text && texts.get(key) !== text) english.add(text);
    }
  }
  for (const text of data) english.delete(text);
});
afterAll(() => demo?.close());

async function expectAmharic(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('main :is(.skeleton, .spinner)').count()).toBe(0);
  await drawAll(page);
  const seen = await page.evaluate(textsOnPage);
  expect(seen.filter((text) => english.has(text))).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('am');
}

/** Runs in the page. */
function textsOnPage(): string[] {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('script, style')) continue;
    found.push(node.textContent ?? '');
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
    for (const one of document.querySelectorAll(`[${name}]`))
      found.push(one.getAttribute(name) ?? '');
  }
  return found.map((text) => text.trim());
}

test.each(publicAddresses)('%s', async (address) => {
  await expectAmharic(await demo.open(`/am${address}`, phone));
});

test.each(keysOf(shownIn))('%s', async (name: ApplicantRouteName) => {
  const page = await openAs(demo, newApplicant(shownIn[name]), `/am${paths[name]}`, phone);
  await expectAmharic(page);
  const submit = page.locator('main form [type=submit]').first();
  if (!(await submit.isVisible())) return;
  await submit.click();
  await page.locator('.error-summary, dialog[open]').first().waitFor();
  await expectAmharic(page);
});

test.each(applicantStates.filter((state) => state !== 'NOT_ACTIVATED'))(
  'home, %s',
  async (state) => {
    await expectAmharic(await openAs(demo, newApplicant(state), '/am/', phone));
  },
);

test('a registration with errors', async () => {
  const page = await demo.open('/am/register', phone);
  await page.locator('[name=iAm18]').check();
  await page.locator('[name=iAgreeTerms]').check();
  await page.locator('[name=agreeToPrivacy]').check();
  await page.locator('[type=submit]').click();
  await page.locator('.error-summary').waitFor();
  await expectAmharic(page);
});

test('a running test', async () => {
  const { page } = await openExam(demo);
  await page.setViewportSize(phone.viewport);
  await page.goto(page.url().replace('/applicant', '/am/applicant'));
  await page.locator('.question').waitFor();
  await expectAmharic(page);
});
