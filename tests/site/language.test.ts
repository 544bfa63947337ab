/** The site's languages: the switch, what it keeps, the language of a first visit, and pages without English texts. */

import { applicantStates } from '@one-planet/contract';
import { unwrap } from '@one-planet/sdk';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { readCatalogue, readEnglishLeaves } from '../../web/build/languages.ts';
import { leavesOf } from '../../web/build/words.ts';
import shippedConfig from '../../web/config.json' with { type: 'json' };
import { type ApplicantRouteName, paths } from '../../web/src/site/routes.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { languages, pathPrefixOf } from '../../web/src/texts/languages.ts';
import { chooseAnswer, openExam, readChosenText } from '../support/applicant-steps.ts';
import {
  newApplicant,
  openLoggedIn,
  publicAddresses,
  stateByPage,
  useDemo,
  waitForHydration,
} from '../support/demo.ts';
import { findLayoutFaults } from '../support/layout-faults.ts';
import { waitUntilLoaded } from '../support/page-actions.ts';
import { collectRuleMessages } from '../support/rule-messages.ts';
import { renderWholePage } from '../support/translator.ts';
import { makePdfFile, makePictureFile } from '../support/upload-files.ts';

const demo = await useDemo();

/** Switches to another language by the link in the header, or above the page during the test. */
async function switchTo(page: Page, name: string): Promise<void> {
  await page.locator('.languages a:visible').filter({ hasText: name }).click();
  await waitForHydration(page);
}

const readLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);
const readFullPath = (page: Page) => page.url().slice(demo.siteUrl.length);

test.each(Object.entries(languages))('the page is there in %s', async (code, name) => {
  const otherPrefix = code === 'en' ? '/am' : '';
  const page = await demo.open(`${otherPrefix}/about?from=mail#main`);
  await switchTo(page, name);
  expect(readFullPath(page)).toBe(`${code === 'en' ? '' : `/${code}`}/about?from=mail#main`);
  expect(await readLanguage(page)).toBe(code);
  const currentLanguage = page.locator('.header .languages [aria-current=true]');
  expect(await currentLanguage.textContent()).toBe(name);
});

test.each([
  ['//evil.example', 'en'],
  ['//evil.example/about?x=1#main', 'en'],
  ['/am//evil.example', 'am'],
  ['/%5c%5cevil.example', 'en'],
  ['/am/%5C%5Cevil.example', 'am'],
  ['/receipt/type1/a%2F%2Fevil.example%3Fb', 'en'],
])(
  'at %s every link of the site leads to this site, also where the host shows its frame there',
  async (path, code) => {
    const shell = await (await fetch(`${demo.siteUrl}${pathPrefixOf(code)}/shell.html`)).text();
    const page = await demo.open('/about');
    await page.route(
      ({ href }) => href === (demo.siteUrl + path).replace(/#.*/, ''),
      (route) => route.fulfill({ body: shell, contentType: 'text/html' }),
    );
    await page.goto(demo.siteUrl + path);
    await waitForHydration(page);
    const links = await page
      .locator('a:not([rel=noreferrer]):not([href^="mailto:"]):not([href^="tel:"])')
      .evaluateAll((elements) => elements.map((link) => (link as HTMLAnchorElement).origin));
    expect(links.length).toBeGreaterThan(5);
    expect([...new Set(links)]).toEqual([demo.siteUrl]);
    await page.locator('.languages a:visible').first().click();
    await page.waitForURL((url) => url.pathname !== new URL(demo.siteUrl + path).pathname);
    expect(new URL(page.url()).origin).toBe(demo.siteUrl);
  },
);

test('the header of a phone has the language switch, too', async () => {
  const page = await demo.open('/contact', { viewport: { width: 360, height: 740 } });
  await page.locator('.header .languages').getByRole('link', { name: 'አማርኛ' }).click();
  await page.waitForURL(/\/am\/contact$/i);
});

test('what is typed into a form is still there in the other language', async () => {
  const page = await demo.open('/register');
  await page.locator('[name=firstName]').fill('Hana');
  await page.locator('[name=iAm18]').check();
  await switchTo(page, 'አማርኛ');
  expect(await page.locator('[name=firstName]').inputValue()).toBe('Hana');
  expect(await page.locator('[name=iAm18]').isChecked()).toBe(true);
});

test('the chosen language is remembered, also for activation links and if it is English', async () => {
  const page = await demo.open('/about');
  await switchTo(page, 'አማርኛ');
  await page.goto(`${demo.siteUrl}/applicant/activate/a.b.c`);
  await page.waitForURL('**/am/applicant/activate/a.b.c');
  await page.goto(`${demo.siteUrl}/contact`);
  await page.waitForURL('**/am/contact');
  await waitForHydration(page);
  await switchTo(page, 'English');
  await page.goto(`${demo.siteUrl}/about`);
  await waitForHydration(page);
  expect(readFullPath(page)).toBe('/about');
});

test.each([
  ['am-ET', '/am/login?redirectUrl=%2F'],
  ['fr-FR', '/login?redirectUrl=%2F'],
  ['en-US', '/login?redirectUrl=%2F'],
])('the first visit with a browser in %s shows %s', async (locale, path) => {
  const page = await demo.open('/login?redirectUrl=%2F', { locale });
  await expect.poll(() => readFullPath(page)).toBe(path);
});

test('an address with a language keeps it, whichever the browser prefers', async () => {
  const page = await demo.open('/am/about', { locale: 'en-US' });
  expect(readFullPath(page)).toBe('/am/about');
});

test('a running exam continues in the other language with its answers', async () => {
  const { page } = await openExam(demo);
  const choiceText = await chooseAnswer(page, 1);
  await switchTo(page, 'አማርኛ');
  await expect.poll(() => readChosenText(page)).toBe(choiceText);
  expect(await readLanguage(page)).toBe('am');
});

test('a country and a birthday are entered in Amharic and in the Ethiopian calendar, and sent in English', async () => {
  const email = newApplicant('BIOGRAPHIC_APPLICANT');
  const page = await openLoggedIn(demo, email, `/am${paths.biographyData}`);
  const fieldNamed = (name: string) => page.locator(`[name=${name}]`);
  await page.locator('#countries option[value=ኬንያ]').waitFor({ state: 'attached' });
  // The error of a missing date leads to the first calendar, the Ethiopian one, which has its own hint.
  await page.locator('main form [type=submit]').click();
  await page.locator('a[href$=dateOfBirth]').click();
  expect(await page.locator('details :focus').count()).toBe(1);
  const hintIds = (await fieldNamed('dateOfBirthDay').getAttribute('aria-describedby'))?.split(' ');
  expect(hintIds).toHaveLength(2);
  for (const id of hintIds ?? []) expect(await page.locator(`p[id="${id}"]`).count()).toBe(1);

  await fieldNamed('countryOfBirth').fill('ኢትዮጵያ');
  await fieldNamed('countryOfResidence').fill('ኬንያ');
  for (const name of ['nationality', 'nativeLanguage']) await fieldNamed(name).fill('ኢትዮጵያዊ');
  await fieldNamed('gender').first().check();
  const ethiopianDateBox = page.locator('.date-row details');
  await ethiopianDateBox.locator('select').selectOption('7');
  await ethiopianDateBox.locator('input').first().fill('18');
  await ethiopianDateBox.locator('input').last().fill('1990');
  await page.getByText('መጋቢት 18 ቀን 1990').first().waitFor();
  await fieldNamed('educationLevel').selectOption('tvet');
  await fieldNamed('profilePicture').setInputFiles(makePictureFile('me.png'));
  await fieldNamed('educationDocument').setInputFiles(makePdfFile('documents.pdf'));
  await page.locator('main form [type=submit]').click();
  await page.locator('.answers').getByText('ኬንያ', { exact: true }).waitFor();
  await page.locator('.answers').getByText('መጋቢት 18 ቀን 1990').waitFor();
  const saveRequest = page.waitForRequest('**/save_bio_data');
  await page.locator('main .actions .primary:visible').click();
  expect((await saveRequest).postDataJSON()).toMatchObject({
    countryOfBirth: 'Ethiopia',
    countryOfResidence: 'Kenya',
    dateOfBirth: '1998-03-27',
  });
});

test('the footer says that a language has not been reviewed yet', async () => {
  const page = await demo.open('/am/');
  await page.locator('footer').getByText('ይህ ትርጉም ገና አልተገመገመም').waitFor();
});

/** Texts of the site that are also values of the settings or of the mock's records. */
const recordTexts = [
  'Accounting and Finance',
  'Ethiopian',
  'One',
  'One Planet College',
  'Addis Ababa, Ethiopia',
  'Online',
  'Commercial Bank of Ethiopia',
];

const phoneOptions = { viewport: { width: 320, height: 700 } };

/** The English texts of the site and of the rules, which must not be on an Amharic page. */
const forbiddenTexts = new Set<string>(collectRuleMessages());

beforeAll(async () => {
  const amharicCatalogue = (await readCatalogue('am')).words;
  for (const [name, words] of await readEnglishLeaves()) {
    const texts = new Map(leavesOf(amharicCatalogue.get(name)));
    for (const [key, text] of words) {
      if (typeof text === 'string' && text && texts.get(key) !== text) forbiddenTexts.add(text);
    }
  }
  for (const text of recordTexts) forbiddenTexts.delete(text);
});

/** Three English words or more, also as a part of a text. */
const englishLinePattern = /[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){2,}/g;

/** Brand names, in the order of the page. */
const brandLine = 'telebirr, CBE Birr';

async function expectAmharic(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  await renderWholePage(page);
  const pageTexts = await page.evaluate(textsOnPage);
  expect(pageTexts.filter((text) => forbiddenTexts.has(text))).toEqual([]);
  const dataTexts = await readDataTexts(page);
  const englishLines = (await page.evaluate(linesOnPage))
    .flatMap((text) => text.match(englishLinePattern) ?? [])
    .filter((line) => !dataTexts.includes(line) && line !== brandLine);
  expect(englishLines).toEqual([]);
  expect(await findLayoutFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('am');
}

/** @returns what the backend and the settings say in English: programs, courses, the fee, the test on this device */
async function readDataTexts(page: Page): Promise<string> {
  const { programs } = demo.client;
  const listedPrograms = await unwrap(programs.list());
  const courseLists = await Promise.all(
    listedPrograms.map(({ id }) => unwrap(programs.courses({ params: { programId: String(id) } }))),
  );
  const keptTest = await page.evaluate(() => Object.values(localStorage).join());
  const fee = 'Admission application fee';
  return JSON.stringify([listedPrograms, courseLists, shippedConfig, fee]) + keptTest;
}

/** Runs in the page. @returns the lines of text that are the site's own or the backend's, not a name or in English on purpose */
function linesOnPage(): string[] {
  const lines: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isSkipped = node.parentElement?.closest(
      'script, style, [translate=no], [lang]:not(html)',
    );
    if (!isSkipped) lines.push(node.textContent ?? '');
  }
  return lines;
}

/** Runs in the page. @returns its title, all its texts, and the attributes that are shown or read aloud */
function textsOnPage(): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('script, style')) continue;
    texts.push(node.textContent ?? '');
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
    for (const element of document.querySelectorAll(`[${name}]`))
      texts.push(element.getAttribute(name) ?? '');
  }
  return texts.map((text) => text.trim());
}

test.each(publicAddresses)('%s shows no English text in Amharic', async (address) => {
  await expectAmharic(await demo.open(`/am${address}`, phoneOptions));
});

test.each(keysOf(stateByPage))(
  '%s shows no English text in Amharic',
  async (name: ApplicantRouteName) => {
    const page = await openLoggedIn(
      demo,
      newApplicant(stateByPage[name]),
      `/am${paths[name]}`,
      phoneOptions,
    );
    await expectAmharic(page);
    const submitButton = page.locator('main form [type=submit]').first();
    if (!(await submitButton.isVisible())) return;
    await submitButton.click();
    await page.locator('.error-summary, dialog[open]').first().waitFor();
    await expectAmharic(page);
  },
);

test.each(applicantStates.filter((state) => state !== 'NOT_ACTIVATED'))(
  'the home page in state %s shows no English text in Amharic',
  async (state) => {
    await expectAmharic(await openLoggedIn(demo, newApplicant(state), '/am/', phoneOptions));
  },
);

test('a registration with errors shows no English text in Amharic', async () => {
  const page = await demo.open('/am/register', phoneOptions);
  for (const name of ['iAm18', 'iAgreeTerms', 'agreeToPrivacy'])
    await page.locator(`[name=${name}]`).check();
  await page.locator('[type=submit]').click();
  await page.locator('.error-summary').waitFor();
  await expectAmharic(page);
});

test('the whole test, from the samples to its result, shows no English text in Amharic', async () => {
  const page = await openLoggedIn(
    demo,
    newApplicant('ACTIVATED'),
    `/am${paths.takeExam}`,
    phoneOptions,
  );
  await page.locator('main details summary').first().click();
  await page.locator('.sample .radio').first().click();
  await expectAmharic(page);
  const leadingButton = page.locator('main .primary:visible').last();
  await leadingButton.click();
  await page.locator('[data-exam] .question').waitFor();
  await expectAmharic(page);
  await chooseAnswer(page, 0);
  await page.context().setOffline(true);
  await page.getByText('ኢንተርኔት የለም፦').first().waitFor();
  await expectAmharic(page);
  await page.context().setOffline(false);
  await page.locator('.overview summary').click();
  await page.locator('.overview .button').click();
  await page.locator('.check').waitFor();
  await expectAmharic(page);
  await leadingButton.click();
  await page.waitForURL(`**${paths.examResult}`);
  await page.locator('main details summary').click();
  await expectAmharic(page);
});
