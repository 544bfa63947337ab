/** The journey, going back, and the layout of pages in WebKit, the engine of every browser on iPhones. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { typedTexts } from '../support/applicant-steps.ts';
import {
  createSession,
  newApplicant,
  newEmail,
  password,
  publicAddresses,
  stateByPage,
  useDemo,
} from '../support/demo.ts';
import { findStyleFaults } from '../support/layout-faults.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import {
  inspectPicture,
  makePdfFile,
  makePictureFile,
  markHeldUpright,
  readStaffReceipt,
  takeJpeg,
  type UploadFile,
} from '../support/upload-files.ts';
import { isHydratedScript, launchWebKit } from '../support/webkit.ts';

/** The smallest width of its window, in pixels. */
const narrowWidth = 447;

const folder = await makeTemporaryFolder();
const demo = await useDemo();
const page = await launchWebKit();
afterAll(() => page.close());
await page.resize(narrowWidth, 900);

/**
 * Fills in fields by their labels. A text is typed, a number selects an option, a file is chosen, and true checks a
 * box.
 */
async function fillForm(fields: Readonly<Record<string, string | number | UploadFile | true>>) {
  for (const [label, value] of Object.entries(fields)) {
    if (typeof value === 'string') await page.type(label, value);
    else if (typeof value === 'number') await page.selectOption(label, value);
    else if (value === true) await page.check(label);
    else {
      const file = join(folder, value.name);
      await writeFile(file, value.buffer);
      await page.sendKeys(label, file);
    }
  }
}

/** Sends a form, and then the answers to check. */
async function saveForm(formButton = 'Continue', sendButton = 'Save and Continue'): Promise<void> {
  await page.press('button', formButton);
  await page.waitUntil('return document.body.innerText.includes("Check your answers")');
  await page.press('button', sendButton);
}

/** Runs in the page: whether this number of files is ready. */
const filesReadyScript =
  'return document.body.innerText.split("will be sent").length > arguments[0]';

/** Runs in the page: selects the right choice of the question on screen. Returns whether it is selected. */
const chooseRightScript = `
  const question = document.querySelector("[data-exam] .question legend")?.lastChild.textContent;
  const choice = [...document.querySelectorAll("[data-exam] .question .radio")].find(
    (label) => label.querySelector("span").lastChild.textContent === arguments[0][question]);
  choice?.scrollIntoView({ block: "center" });
  choice?.click();
  return !!choice?.querySelector(":checked")`;

async function takeExam(): Promise<void> {
  const answerKey = Object.fromEntries(await demo.readAnswerKey());
  await page.press('button', 'Start DLT');
  const legendScript = 'document.querySelector("[data-exam] .question legend")?.textContent';
  const questionCount = await page.waitUntil<number>(
    `return Number(/\\/(\\d+)/.exec(${legendScript})?.[1])`,
  );
  for (let number = 1; number <= questionCount; number += 1) {
    await page.waitUntil(`return ${legendScript}.startsWith(arguments[0])`, `(${number}/`);
    await page.waitUntil(chooseRightScript, answerKey);
    if (number === 3) await page.reload();
    if (number < questionCount) await page.press('button', 'Next');
  }
  await page.press('button', 'Finalize Test');
  await page.waitForHeading('Check your answers');
  await page.press('button', 'Finalize Test');
}

test('an applicant registers, passes the exam, pays, fills in the forms and applies', async () => {
  const email = newEmail();
  await page.open(`${demo.siteUrl}/register`);
  await fillForm({
    'First name': 'Hana',
    'Middle name': 'Tesfaye',
    'Last name': 'ወርቁ',
    Email: email,
    'Phone number': '+251 91-123 4567',
    'I am 18 years or older': true,
    'I agree to the terms': true,
    'I agree to the privacy policy': true,
  });
  await page.press('button', 'Register');
  await page.waitForHeading('Applicant Registration Successful');
  await page.open((await demo.readMails(email))[0]?.link ?? '');
  await page.waitForHeading('Set your password');
  await fillForm({ Password: password, 'Confirm password': password });
  await page.press('button', 'Save');
  await page.press('a', 'Take DLT');
  await page.waitForHeading('Sign in');
  expect(await page.readValue('Email Address')).toBe(email);
  await fillForm({ Password: password });
  await page.press('button', 'Sign In');
  await takeExam();
  await page.waitForHeading('Digital Literacy Test Result');

  await page.press('a', 'Proceed To Payment');
  await page.waitForHeading('Application Payment Form');
  const chromiumPage = await demo.open('/about');
  const receiptFile = await takeJpeg(chromiumPage, 'IMG_2026.jpg', {
    width: 4032,
    height: 3024,
    grainSize: 24,
  });
  await fillForm({
    'Payment Bank': 1,
    'Transaction Reference Number': 'FT25324XKQ71',
    'Payment receipt': { ...receiptFile, buffer: markHeldUpright(receiptFile.buffer) },
  });
  await page.press('button', 'Submit');
  await page.waitForHeading('Payment Details Uploaded Successfully');
  const receipt = await readStaffReceipt(demo, email);
  expect(await inspectPicture(chromiumPage, receipt)).toEqual({
    width: 1200,
    height: 1600,
    blueCorners: ['topRight'],
  });
  await demo.decide('verify', email);

  await page.open(demo.siteUrl + paths.home);
  await page.press('.standing button');
  await page.waitForHeading('Biographical Data');
  await fillForm({
    ...typedTexts.biography,
    Female: true,
    Day: '7',
    Month: '3',
    Year: '2001',
    'Education Level': 1,
  });
  await fillForm({ 'Education Document': makePdfFile('documents.pdf') });
  await page.waitUntil(filesReadyScript, 1);
  await page.reload();
  expect(await page.readValue('Native Language')).toBe('Amharic');
  await page.waitUntil(
    'return document.body.innerText.includes("documents.pdf is not here any more.")',
  );
  // Files are sent even if the phone deletes them after they are chosen, and a PDF needs no extension.
  const files = {
    'Profile Picture': makePictureFile('me'),
    'Education Document': makePdfFile('Grade 12'),
  };
  await fillForm(files);
  await page.waitUntil(filesReadyScript, 2);
  for (const { name } of Object.values(files)) await rm(join(folder, name));
  await saveForm();
  await page.waitForHeading('Education Background');
  await fillForm(typedTexts.education);
  await saveForm();
  await page.waitForHeading('Emergency Contact');
  await fillForm({ ...typedTexts.contact, 'Relationship to You': 1 });
  await saveForm();
  await page.waitForHeading('Apply to Program');
  await page.press('.radio');
  await saveForm('Apply', 'Apply');
  await page.waitForHeading('Application Submitted');
});

test('going back shows the page with what was typed', async () => {
  await page.run('sessionStorage.clear()');
  await page.open(`${demo.siteUrl}/register`);
  await page.type('First name', 'Almaz');
  await page.run('location.assign("/about")');
  await page.waitUntil(
    'return location.pathname === "/about" && document.querySelector("#root:not([data-page])")',
  );
  await page.post('/back', {});
  await page.waitUntil('return location.pathname === "/register"');
  await page.waitUntil(isHydratedScript);
  expect(await page.readValue('First name')).toBe('Almaz');
});

/** @returns a line for each fault in the page's layout */
const findFaults = () => page.run<string[]>(`return (${findStyleFaults})()`);

/** @returns the pages that have a fault, with their faults */
const pickFaulty = (faultsByPage: Record<string, string[]>) =>
  Object.entries(faultsByPage).filter(([, faults]) => faults.length > 0);

test('no public page has a layout fault', async () => {
  const faultsByPage: Record<string, string[]> = {};
  for (const address of publicAddresses) {
    await page.open(demo.siteUrl + address);
    // Some addresses lead to the login page.
    await page.waitUntil('return document.querySelector("main h1")');
    for (const width of [narrowWidth, 1280]) {
      await page.resize(width, 900);
      await page.waitUntil('return Math.abs(innerWidth - arguments[0]) < 3', width);
      await page.waitUntil(
        'return (document.documentElement.dataset.menu === "folded") === arguments[0]',
        width === narrowWidth,
      );
      faultsByPage[`${address}, ${width}`] = await findFaults();
    }
  }
  expect(pickFaulty(faultsByPage)).toEqual([]);
});

test('no page of an applicant has a layout fault', async () => {
  const faultsByPage: Record<string, string[]> = {};
  await page.resize(narrowWidth, 900);
  for (const name of keysOf(stateByPage)) {
    await page.open(`${demo.siteUrl}/terms_and_conditions`);
    await page.run(
      'for (const [key, value] of Object.entries(arguments[0])) sessionStorage.setItem(key, value)',
      await createSession(demo, newApplicant(stateByPage[name])),
    );
    await page.open(demo.siteUrl + paths[name]);
    await page.waitUntil('return !document.querySelector("main :is(.skeleton, .spinner)")');
    faultsByPage[name] = await findFaults();
  }
  expect(pickFaulty(faultsByPage)).toEqual([]);
});
