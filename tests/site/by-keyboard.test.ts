/** An applicant's way from the login page to the application, without a mouse. */
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { texts } from '../../web/src/features/home/words.ts';
import { newApplicant, stateOf } from './applicants.ts';
import { type Demo, startDemo } from './demo.ts';
import { pdf, picture } from './files.ts';
import { chooseFile, enter, onFocus, onPage, pick, tabTo, take, typeInto } from './keyboard.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Sends the empty form: the summary has focus, and its first link leads to the field. */
async function refused(page: Page, send: string, message: string, field: [string, string]) {
  await enter(page, send);
  await onFocus(page, 'region', 'There is a problem');
  await enter(page, message);
  await onFocus(page, ...field);
}

/** Answers the question that has just come, rightly. */
async function answer(page: Page): Promise<void> {
  const key = await demo.answerKey();
  const asked = await page
    .locator('.question legend')
    .evaluate(({ lastChild }) => lastChild?.textContent);
  const choices = await page
    .locator('.question .radio > span')
    .evaluateAll((spans) => spans.map(({ lastChild }) => lastChild?.textContent ?? ''));
  const right = choices.indexOf(key.get(asked ?? '') ?? '');
  await page.keyboard.press('Tab');
  await take(page, right);
  expect(await page.locator('.question .radio').nth(right).locator('input').isChecked()).toBe(true);
}

/** From the home page, where her way goes on below the heading. */
async function goOn(page: Page): Promise<void> {
  await onPage(page, texts.yours);
  await page.getByText('of 9').waitFor();
  await enter(page, 'Proceed with Application');
}

test('an applicant logs in, passes the test, pays, fills in the forms and applies, all by keyboard', async () => {
  const email = newApplicant('ACTIVATED');
  const page = await demo.open('/login');

  await enter(page, 'Skip to the content');
  await refused(page, 'Sign In', 'Email is required', ['textbox', 'Email Address']);
  await page.keyboard.type(email);
  await typeInto(page, 'Password', precreatedPassword);
  await page.keyboard.press('Enter');
  await goOn(page);

  await onPage(page, 'Digital Literacy Test');
  await enter(page, 'Start DLT');
  await page.locator('.question').waitFor();
  await onPage(page, 'Digital Literacy Test');
  const all = await page.locator('.overview li button').count();
  // The first is left out for now.
  await tabTo(page, 'Hide the time');
  for (let at = 1; at < all; at += 1) {
    await enter(page, 'Next');
    await page.getByText(`(${at + 1}/${all})`).waitFor();
    await answer(page);
  }
  await enter(page, 'Finalize Test');
  await onPage(page, 'Check your answers');
  await enter(page, 'Answer question 1');
  await page.getByText(`(1/${all})`).waitFor();
  await answer(page);
  await enter(page, 'Check your answers');
  await onPage(page, 'Check your answers');
  await enter(page, 'Finalize Test');

  await onPage(page, 'Digital Literacy Test Result');
  await enter(page, 'BANK');
  await onFocus(page, 'button', 'Close');
  await page.keyboard.press('Enter');
  await onFocus(page, 'button', 'BANK');
  await enter(page, 'Proceed To Payment');

  await onPage(page, 'Application Payment Form');
  await refused(page, 'Submit', 'Please select one bank', ['combobox', 'Payment Bank']);
  await page.keyboard.press('ArrowDown');
  await typeInto(page, 'Transaction Reference Number', 'FT25324XKQ71');
  await chooseFile(page, 'Payment receipt', picture('receipt.png'));
  await enter(page, 'Submit');
  await onPage(page, 'Payment Details Uploaded Successfully');
  await demo.decide('verify', email);
  await enter(page, 'Go to Home');
  await goOn(page);

  await onPage(page, 'Biographical Data');
  await refused(page, 'Continue', 'Country of Birth is required', ['combobox', 'Country of Birth']);
  await page.keyboard.type('Ethiopia');
  await typeInto(page, 'Country of Residence', 'Guinea-Bissau');
  await typeInto(page, 'Nationality', 'Ethiopian');
  await typeInto(page, 'Native Language', 'Amharic');
  await tabTo(page, 'male');
  await take(page, 1);
  await typeInto(page, 'Day', '7');
  await typeInto(page, 'Month', '3');
  await typeInto(page, 'Year', '2001');
  await pick(page, 'Education Level', 1);
  await pick(page, 'Marital Status (optional)', 2);
  await chooseFile(page, 'Profile Picture', picture('me.png'));
  await chooseFile(page, 'Education Document', pdf('documents.pdf'));
  await enter(page, 'Continue');
  await enter(page, 'Save and Continue');

  await onPage(page, 'Education Background');
  await refused(page, 'Continue', 'Grade 10 Result is required', ['textbox', 'Grade 10 Result']);
  await page.keyboard.type('3,5');
  await typeInto(page, 'Grade 10 Exam Taken Year', '2017');
  await typeInto(page, 'Grade 12 Result', '512');
  await typeInto(page, 'Grade 12 Exam Taken Year', '2019');
  await tabTo(page, 'Last Attended High School', 'Shift+Tab');
  await page.keyboard.type('Menelik II');
  await typeInto(page, 'High School Address', 'Addis Ababa');
  await page.keyboard.press('Enter');
  await enter(page, 'Save and Continue');

  await onPage(page, 'Emergency Contact');
  await refused(page, 'Continue', 'Contact Full Name is required', [
    'textbox',
    'Contact Full Name',
  ]);
  await page.keyboard.type('Almaz Bekele');
  await typeInto(page, 'Contact Phone', '+251 911 00 00 00');
  await tabTo(page, 'Relationship to You');
  await page.keyboard.type('Other');
  await typeInto(page, 'Other Contact Relationship', 'Guardian');
  await enter(page, 'Continue');
  await enter(page, 'Save and Continue');

  await onPage(page, 'Apply to Program');
  await page.locator('.radio').first().waitFor();
  const program = (await page.locator('.radio').first().textContent()) ?? '';
  await refused(page, 'Apply', 'Please select one program to apply to', ['radio', program]);
  await take(page, 2);
  await enter(page, 'Apply');
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await enter(page, 'Apply');
  await onPage(page, 'Application Submitted');
  expect(await stateOf(demo, email)).toBe('APPLIED');
  expect(demo.complaints).toEqual([]);
}, 120_000);
