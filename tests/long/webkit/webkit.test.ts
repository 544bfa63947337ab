/** The applicant's way, a form's errors, the test and the pages' looks in WebKit, the engine of every browser on iPhones. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../web/src/routes.ts';
import { keysOf } from '../../../web/src/site/unchecked.ts';
import { newApplicant, sessionOf } from '../../site/applicants.ts';
import { type Demo, newEmail, password, startDemo } from '../../site/demo.ts';
import { type Content, pdf, picture } from '../../site/files.ts';
import { heldUpright, photo, receiptOf, seen } from '../../site/photos.ts';
import { publicAddresses, shownIn } from '../where-shown.ts';
import { openWebKit, type WebKitPage } from './page.ts';

/** The narrowest that its window can be. */
const narrow = 447;

let demo: Demo;
let page: WebKitPage;
let folder: string;
beforeAll(async () => {
  [demo, page, folder] = await Promise.all([
    startDemo(),
    openWebKit(),
    mkdtemp(join(tmpdir(), 'webkit-')),
  ]);
  await page.resize(narrow, 900);
});
afterAll(async () => {
  await page?.close();
  await demo?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** Opens a page as somebody who has just logged in. */
async function openAs(email: string, path: string): Promise<void> {
  await page.open(`${demo.site}/terms_and_conditions`);
  await page.run(
    'for (const [key, value] of Object.entries(arguments[0])) sessionStorage.setItem(key, value)',
    await sessionOf(demo, email),
  );
  await page.open(demo.site + path);
}

async function attach(label: string, { name, buffer }: Content): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, buffer);
  await page.attach(label, file);
}

/** Sends a form, looks at the answers, and sends them. */
async function save(next: string, send: string): Promise<void> {
  await page.press(next);
  await page.until('return document.body.innerText.includes("Check your answers")');
  await page.press(send);
}

/** Answers the question on screen rightly. */
async function answerQuestion(): Promise<void> {
  const key = Object.fromEntries(await demo.answerKey());
  await page.until(takeAnswer, key);
}

const takeAnswer = `
  const asked = document.querySelector(".question legend")?.lastChild.textContent;
  const choice = [...document.querySelectorAll(".question .radio")].find(
    (one) => one.querySelector("span").lastChild.textContent === arguments[0][asked]);
  choice?.scrollIntoView({ block: "center" });
  choice?.click();
  return !!choice?.querySelector(":checked")`;

test('somebody registers, passes the test, pays, fills in the forms and applies', async () => {
  const email = newEmail();
  await page.open(`${demo.site}/register`);
  await page.type('First name', 'Hana');
  await page.type('Middle name', 'Tesfaye');
  await page.type('Last name', 'ወርቁ');
  await page.type('Email', email);
  await page.type('Phone number', '+251 91-123 4567');
  await page.check('I am 18 years or older');
  await page.check('I agree to the terms');
  await page.check('I agree to the privacy policy');
  await page.press('Register');
  await page.heading('Applicant Registration Successful');
  await page.open((await demo.mails(email))[0]?.link ?? '');
  await page.heading('Set your password');
  await page.type('Password', password);
  await page.type('Confirm password', password);
  await page.press('Save');
  await page.press('Take DLT');
  await page.heading('Sign in');
  await page.type('Email Address', email);
  await page.type('Password', password);
  await page.press('Sign In');

  await page.press('Start DLT');
  const all = await page.until<number>(
    'return Number(/\\/(\\d+)/.exec(document.querySelector(".question legend span")?.textContent)?.[1])',
  );
  for (let at = 1; at <= all; at += 1) {
    await page.until(
      'return document.querySelector(".question legend").textContent.startsWith(arguments[0])',
      `(${at}/`,
    );
    await answerQuestion();
    if (at === 3) await page.reload();
    if (at < all) await page.press('Next');
  }
  await page.press('Finalize Test');
  await page.heading('Check your answers');
  await page.press('Finalize Test');
  await page.heading('Digital Literacy Test Result');

  await page.press('Proceed To Payment');
  await page.heading('Application Payment Form');
  await page.pick('Payment Bank', 1);
  await page.type('Transaction Reference Number', 'FT25324XKQ71');
  const chromium = await demo.open('/about');
  const twelve = { type: 'image/jpeg', width: 4032, height: 3024, grain: 24 };
  const buffer = heldUpright(await photo(chromium, twelve));
  await attach('Payment receipt', { name: 'IMG_2026.jpg', mimeType: twelve.type, buffer });
  await page.press('Submit');
  await page.heading('Payment Details Uploaded Successfully');
  const receipt = await receiptOf(demo, email);
  expect(await seen(chromium, receipt)).toEqual({ width: 1200, height: 1600, blue: ['topRight'] });
  await demo.decide('verify', email);

  await page.open(demo.site + paths.home);
  await page.pressFirst('.standing button');
  await page.heading('Biographical Data');
  await page.type('Country of Birth', 'Ethiopia');
  await page.type('Country of Residence', 'Guinea-Bissau');
  await page.type('Nationality', 'Ethiopian');
  await page.type('Native Language', 'Amharic');
  await page.check('female');
  await page.type('Day', '7');
  await page.type('Month', '3');
  await page.type('Year', '2001');
  await page.pick('Education Level', 1);
  await page.reload();
  expect(await page.valueOf('Native Language')).toBe('Amharic');
  await attach('Profile Picture', picture('me.png'));
  await attach('Education Document', pdf('documents.pdf'));
  await save('Continue', 'Save and Continue');
  await page.heading('Education Background');
  await page.type('Last Attended High School', 'Menelik II');
  await page.type('High School Address', 'Addis Ababa');
  await page.type('Grade 10 Result', '3,5');
  await page.type('Grade 10 Exam Taken Year', '2017');
  await page.type('Grade 12 Result', '512');
  await page.type('Grade 12 Exam Taken Year', '2019');
  await save('Continue', 'Save and Continue');
  await page.heading('Emergency Contact');
  await page.type('Contact Full Name', 'Almaz Bekele');
  await page.type('Contact Phone', '+251 911 00 00 00');
  await page.pick('Relationship to You', 1);
  await save('Continue', 'Save and Continue');
  await page.heading('Apply to Program');
  await page.pressFirst('.radio');
  await save('Apply', 'Apply');
  await page.heading('Application Submitted');
});

test('a form says what is wrong, and stands still while it is mended', async () => {
  await page.open(`${demo.site}/register`);
  await page.run('sessionStorage.clear(); localStorage.clear()');
  await page.open(`${demo.site}/register`);
  await page.check('I am 18 years or older');
  await page.check('I agree to the terms');
  await page.check('I agree to the privacy policy');
  await page.press('Register');
  await page.until('return document.querySelectorAll(".error-summary li").length >= 5');
  const top = () =>
    page.run<number>(
      'return document.querySelector("[name=lastName]").getBoundingClientRect().top + scrollY',
    );
  await page.until('return document.fonts.status === "loaded"');
  const before = await top();
  await page.type('Last name', 'Tesfaye');
  await page.until(
    'return ![...document.querySelectorAll(".error-summary a")].some((one) => /last name/i.test(one.textContent))',
  );
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
});

test('going back brings the page, and what was typed', async () => {
  await page.open(`${demo.site}/register`);
  await page.type('First name', 'Almaz');
  await page.run('location.assign("/about")');
  await page.until(
    'return location.pathname === "/about" && document.querySelector("#root:not([data-page])")',
  );
  await page.back();
  await page.until('return location.pathname === "/register"');
  await page.ready();
  expect(await page.valueOf('First name')).toBe('Almaz');
});

/** @returns what is wrong with how the page looks */
const faults = () =>
  page.run<string[]>(`
    const wrong = [];
    const seen = (selector) => document.querySelector(selector)?.getBoundingClientRect().height > 0;
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(document.documentElement.scrollWidth + " wide");
    for (const one of [".header", "main h1", ".mark"]) if (!seen(one)) wrong.push("no " + one);
    if (getComputedStyle(document.querySelector(".header")).position !== "sticky") wrong.push("no styles");
    if (seen("#old")) wrong.push("the engine is said to be too old");
    return wrong`);

test('every public page looks as it should, narrow and wide', async () => {
  const found: Record<string, string[]> = {};
  for (const address of publicAddresses) {
    await page.open(demo.site + address);
    // Some lead to the login page.
    await page.until('return document.querySelector("main h1")');
    for (const width of [narrow, 1280]) {
      await page.resize(width, 900);
      await page.until('return Math.abs(innerWidth - arguments[0]) < 3', width);
      const wrong = await faults();
      if (wrong.length > 0) found[`${address}, ${width}`] = wrong;
    }
  }
  expect(found).toEqual({});
});

test("so does every page of an applicant's", async () => {
  await page.resize(narrow, 900);
  const found: Record<string, string[]> = {};
  for (const name of keysOf(shownIn)) {
    await openAs(newApplicant(shownIn[name]), paths[name]);
    await page.until('return !document.querySelector("main :is(.skeleton, .spinner)")');
    const wrong = await faults();
    if (wrong.length > 0) found[name] = wrong;
  }
  expect(found).toEqual({});
});
