/** The journey from the login page to the application by keyboard only. */
import { precreatedPassword } from '@one-planet/mocks';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { homeTexts as texts } from '../../web/src/features/home/home-words.ts';
import { typedTexts } from '../support/applicant-steps.ts';
import { newApplicant, readState, useDemo } from '../support/demo.ts';
import { makePdfFile, makePictureFile, type UploadFile } from '../support/upload-files.ts';

const demo = await useDemo();

/** Sends the empty form. Expects that the error summary has focus and that its first link leads to the field. */
async function expectRefused(
  page: Page,
  buttonName: string,
  message: string,
  field: [string, string],
) {
  await pressEnterOn(page, buttonName);
  await expectFocus(page, 'region', 'There is a problem');
  await pressEnterOn(page, message);
  await expectFocus(page, ...field);
}

/** Chooses the right answer of the question on screen. */
async function answerQuestion(page: Page): Promise<void> {
  const answerKey = await demo.readAnswerKey();
  const questionText = await page
    .locator('[data-exam] .question legend')
    .evaluate(({ lastChild }) => lastChild?.textContent);
  const choiceTexts = await page
    .locator('[data-exam] .question .radio > span')
    .evaluateAll((spans) => spans.map(({ lastChild }) => lastChild?.textContent ?? ''));
  const rightIndex = choiceTexts.indexOf(answerKey.get(questionText ?? '') ?? '');
  await page.keyboard.press('Tab');
  await chooseRadio(page, rightIndex);
  expect(
    await page.locator('[data-exam] .question .radio').nth(rightIndex).locator('input').isChecked(),
  ).toBe(true);
}

/** Continues from the home page with the button below its heading. */
async function proceedFromHome(page: Page): Promise<void> {
  await expectPage(page, texts.yours);
  await page.getByText('of 9').waitFor();
  await pressEnterOn(page, 'Proceed with Application');
}

test('an applicant logs in, passes the test, pays, fills in the forms and applies, all by keyboard', async () => {
  const email = newApplicant('ACTIVATED');
  const page = await demo.open('/login');

  await pressEnterOn(page, 'Skip to the content');
  await expectRefused(page, 'Sign In', 'Email is required', ['textbox', 'Email Address']);
  await page.keyboard.type(email);
  await typeInto(page, 'Password', precreatedPassword);
  await page.keyboard.press('Enter');
  await proceedFromHome(page);

  await expectPage(page, 'Digital Literacy Test');
  await pressEnterOn(page, 'Start DLT');
  await page.locator('[data-exam] .question').waitFor();
  await expectPage(page, 'Digital Literacy Test');
  const questionCount = await page.locator('.overview li button').count();
  // The first question is skipped for now.
  await tabTo(page, 'Hide the time');
  for (let index = 1; index < questionCount; index += 1) {
    await pressEnterOn(page, 'Next');
    await page.getByText(`(${index + 1}/${questionCount})`).waitFor();
    await answerQuestion(page);
  }
  await pressEnterOn(page, 'Finalize Test');
  await expectPage(page, 'Check your answers');
  await pressEnterOn(page, 'Answer question 1');
  await page.getByText(`(1/${questionCount})`).waitFor();
  await answerQuestion(page);
  await pressEnterOn(page, 'Check your answers');
  await expectPage(page, 'Check your answers');
  await pressEnterOn(page, 'Finalize Test');

  await expectPage(page, 'Digital Literacy Test Result');
  await pressEnterOn(page, 'Bank accounts');
  await pressEnterOn(page, 'BANK');
  await expectFocus(page, 'button', 'Close');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'button', 'BANK');
  await pressEnterOn(page, 'Proceed To Payment');

  await expectPage(page, 'Application Payment Form');
  await expectRefused(page, 'Submit', 'Please select one bank', ['combobox', 'Payment Bank']);
  await page.keyboard.press('ArrowDown');
  await typeInto(page, 'Transaction Reference Number', 'FT25324XKQ71');
  await chooseFile(page, 'Payment receipt', makePictureFile('receipt.png'));
  await pressEnterOn(page, 'Submit');
  await expectPage(page, 'Payment Details Uploaded Successfully');
  await demo.decide('verify', email);
  await pressEnterOn(page, 'Go to Home');
  await proceedFromHome(page);

  await expectPage(page, 'Biographical Data');
  await expectRefused(page, 'Continue', 'Country of Birth is required', [
    'combobox',
    'Country of Birth',
  ]);
  await typeFromHere(page, typedTexts.biography);
  await tabTo(page, 'Male');
  await chooseRadio(page, 1);
  await typeInto(page, 'Day', '7');
  await typeInto(page, 'Month', '3');
  await typeInto(page, 'Year', '2001');
  await selectOption(page, 'Education Level', 1);
  await selectOption(page, 'Marital Status (optional)', 2);
  await chooseFile(page, 'Profile Picture', makePictureFile('me.png'));
  await chooseFile(page, 'Education Document', makePdfFile('documents.pdf'));
  await pressEnterOn(page, 'Continue');
  await pressEnterOn(page, 'Save and Continue');

  await expectPage(page, 'Education Background');
  await expectRefused(page, 'Continue', 'Last Attended HighSchool is required', [
    'textbox',
    'Last Attended High School',
  ]);
  await typeFromHere(page, typedTexts.education);
  await tabTo(page, 'Last Attended High School', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await pressEnterOn(page, 'Save and Continue');

  await expectPage(page, 'Emergency Contact');
  await expectRefused(page, 'Continue', 'Contact Full Name is required', [
    'textbox',
    'Contact Full Name',
  ]);
  await typeFromHere(page, typedTexts.contact);
  await tabTo(page, 'Relationship to You');
  await page.keyboard.type('Other');
  await typeInto(page, 'Other Contact Relationship', 'Guardian');
  await pressEnterOn(page, 'Continue');
  await pressEnterOn(page, 'Save and Continue');

  await expectPage(page, 'Apply to Program');
  await page.locator('.radio').first().waitFor();
  const program = (await page.locator('.radio').first().textContent()) ?? '';
  await expectRefused(page, 'Apply', 'Please select one program to apply to', ['radio', program]);
  await chooseRadio(page, 2);
  await pressEnterOn(page, 'Apply');
  await expectPage(page, 'Check your answers');
  await pressEnterOn(page, 'Apply');
  await expectPage(page, 'Application Submitted');
  expect(await readState(demo, email)).toBe('APPLIED');
  expect(demo.pageErrors).toEqual([]);
});

interface Focus {
  role: string;
  /** The accessible name, as a screen reader says it. */
  name: string;
}

const devtoolsSessions = new WeakMap<Page, Promise<CDPSession>>();

/** @returns the focused element according to the browser's accessibility tree */
async function readFocus(page: Page): Promise<Focus> {
  const session = devtoolsSessions.get(page) ?? page.context().newCDPSession(page);
  devtoolsSessions.set(page, session);
  const devtools = await session;
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  });
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const [node] = nodes;
  return { role: node?.role?.value ?? '', name: node?.name?.value ?? '' };
}

/** @returns why the focus cannot be seen; empty if it can */
const findFocusFault = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const nearestElements = [focused, focused.parentElement, focused.parentElement?.parentElement];
    const isOutlined = nearestElements.some((box) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(box ?? focused);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!isOutlined) return 'has no outline';
    const { left, top, width, height } = focused.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return 'is off the screen';
    const topElement = document.elementFromPoint(x, y);
    return nearestElements.some((box) => box?.contains(topElement))
      ? ''
      : `is covered by ${topElement?.outerHTML}`;
  });

const maxTabs = 80;

/**
 * Presses Tab until the element with this name has focus. The focus must be visible on every element on the way.
 * @param key `Shift+Tab` goes back
 */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passedElements: string[] = [];
  for (let tabCount = 0; tabCount < maxTabs; tabCount += 1) {
    await page.keyboard.press(key);
    const focused = await readFocus(page);
    // After the last element the focus is outside of the page.
    if (await page.evaluate(() => document.activeElement === document.body)) continue;
    const fault = await findFocusFault(page);
    if (fault) throw new Error(`The focus on ${focused.role} "${focused.name}" ${fault}`);
    if (focused.name === name) return;
    passedElements.push(`${focused.role} "${focused.name}"`);
  }
  throw new Error(`"${name}" cannot be reached; passed ${passedElements.join(', ')}`);
}

/** Moves the focus to a field and types. */
async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Types into the field that has focus, and into those after it. @param texts by label, in the order of the page */
async function typeFromHere(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const [[, firstText] = ['', ''], ...laterTexts] = Object.entries(texts);
  await page.keyboard.type(firstText);
  for (const [label, text] of laterTexts) await typeInto(page, label, text);
}

/** Moves the focus to a button or a link and presses Enter. */
async function pressEnterOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a file input, opens it and chooses a file. */
async function chooseFile(page: Page, name: string, file: UploadFile): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tabTo(page, name).then(() => page.keyboard.press('Space')),
  ]);
  await chooser.setFiles(file);
}

/** Moves the focus to a list and selects an option. @param index 1 for the first after "Please choose" */
async function selectOption(page: Page, name: string, index: number): Promise<void> {
  await tabTo(page, name);
  for (let keyPresses = 0; keyPresses < index; keyPresses += 1)
    await page.keyboard.press('ArrowDown');
}

/** Selects a radio button. @param offset 0 for the focused one, 1 for the next */
async function chooseRadio(page: Page, offset: number): Promise<void> {
  await page.keyboard.press('Space');
  for (let presses = 0; presses < offset; presses += 1) await page.keyboard.press('ArrowDown');
}

/** Waits until the element with this role and name has focus. */
const expectFocus = (page: Page, role: string, name: string) =>
  expect.poll(() => readFocus(page)).toEqual({ role, name });

/** Waits for a page by its heading, which must have focus. */
const expectPage = (page: Page, title: string) => expectFocus(page, 'heading', title);
