/** The steps of the journey as an applicant takes them on the site, each from its page to the next. */
import type { Page } from 'playwright-core';
import { type Demo, heading } from './demo.ts';
import { pdf, picture } from './files.ts';

/** Presses `Proceed with Application` in the header, opening the menu if it is folded. */
export async function proceed(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.locator('#menu').getByRole('button', { name: 'Proceed with Application' }).click();
}

/** Starts the test. @returns the number of its questions */
export async function startExam(page: Page): Promise<number> {
  await heading(page, 'Digital Literacy Test');
  await page.getByRole('button', { name: 'Start DLT' }).click();
  const all = await page.locator('.question legend span').first().textContent();
  return Number(/\/(\d+)\)/.exec(all ?? '')?.[1]);
}

/** Answers the question on screen. @param right whether rightly */
export async function answerQuestion(demo: Demo, page: Page, right = true): Promise<void> {
  const legend = (await page.locator('.question legend').textContent()) ?? '';
  const key = await demo.answerKey();
  const asked = legend.replace(/^\(\d+\/\d+\)\s*/, '');
  const choices = page.locator('.question .radio');
  for (const choice of await choices.all()) {
    const text = ((await choice.textContent()) ?? '').replace(/^[A-E]\.\s*/, '').trim();
    if ((text === key.get(asked)) === right) return choice.click();
  }
  throw new Error(`There is no such choice for ${legend}`);
}

/** Takes the whole test, one question after the other. */
export async function takeExam(demo: Demo, page: Page, right = true): Promise<void> {
  const all = await startExam(page);
  for (let at = 1; at <= all; at += 1) {
    await page.getByText(`(${at}/${all})`).waitFor();
    await answerQuestion(demo, page, right);
    if (at < all) await page.getByRole('button', { name: 'Next' }).click();
  }
  await finalize(page);
}

/** Presses `Finalize Test` on the last question, and once more below the list of all answers. */
export async function finalize(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Finalize Test' });
  await button.click();
  await heading(page, 'Check your answers');
  await button.click();
}

/** Fills in the form of a payment at a bank. */
export async function fillPayment(page: Page): Promise<void> {
  await page.getByLabel('Payment Bank').selectOption({ index: 1 });
  await page.getByLabel('Transaction Reference Number').fill('FT25324XKQ71');
  await page.getByLabel('Payment receipt').setInputFiles(picture('receipt.png'));
}

/** Pays at a bank, on the payment form. */
export async function payOffline(page: Page): Promise<void> {
  await fillPayment(page);
  await pay(page);
}

/** Sends the form of a payment at a bank. */
export const pay = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

export async function fillBiography(page: Page): Promise<void> {
  await page.getByLabel('Country of Birth').fill('Ethiopia');
  await page.getByLabel('Country of Residence').fill('Guinea-Bissau');
  await page.getByLabel('Nationality').fill('Ethiopian');
  await page.getByLabel('Native Language').fill('Amharic');
  await page.getByLabel('female', { exact: true }).check();
  await page.getByLabel('Day').fill('7');
  await page.getByLabel('Month').fill('3');
  await page.getByLabel('Year', { exact: true }).fill('2001');
  await page.getByLabel('Education Level').selectOption('preparatory');
}

export async function attachBiography(page: Page): Promise<void> {
  await page.getByLabel('Profile Picture').setInputFiles(picture('me.png'));
  await page.getByLabel('Education Document').setInputFiles(pdf('documents.pdf'));
}

export async function fillEducation(page: Page): Promise<void> {
  await page.getByLabel('Last Attended High School').fill('Menelik II');
  await page.getByLabel('High School Address').fill('Addis Ababa');
  await page.getByLabel('Grade 10 Result').fill('3,5');
  await page.getByLabel('Grade 10 Exam Taken Year').fill('2017');
  await page.getByLabel('Grade 12 Result').fill('512');
  await page.getByLabel('Grade 12 Exam Taken Year').fill('2019');
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Contact Full Name').fill('Almaz Bekele');
  await page.getByLabel('Contact Phone').fill('+251 911 00 00 00');
  await page.getByLabel('Relationship to You').selectOption('Other');
  await page.getByLabel('Other Contact Relationship').fill('Guardian');
}

/**
 * Sends a form: goes on to the answers to check, if they are not there, and if the rules let it come to that sends them.
 * @param next the form's button @param send the button below the answers
 */
export async function save(
  page: Page,
  next = 'Continue',
  send = 'Save and Continue',
): Promise<void> {
  const check = page.getByRole('heading', { name: 'Check your answers' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  if (!(await check.isVisible())) {
    await button(next).click();
    await check.or(page.locator('.error-summary')).first().waitFor();
  }
  if (await check.isVisible()) await button(send).click();
}

/** Applies for the program that is chosen. */
export const apply = (page: Page) => save(page, 'Apply', 'Apply');
