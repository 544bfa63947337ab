/** An applicant's whole way, from a program to her application, on any site and with any luck. */
import type { Page } from 'playwright-core';
import { type Demo, fillRegistration, heading, password, ready, signIn } from './demo.ts';
import { insist, see } from './patience.ts';
import {
  answerQuestion,
  apply,
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  fillPayment,
  finalize,
  pay,
  save,
} from './steps.ts';

interface Walk {
  /** Open on a program. */
  page: Page;
  email: string;
  /** Called on the pages of the way, once they are filled in. @param title the page's heading */
  on?: (title: string) => Promise<unknown>;
}

/** Goes the whole way. @returns the code of the payment, and how often something went wrong */
export async function walk(
  demo: Demo,
  { page, email, on = async () => {} }: Walk,
): Promise<{ code: string; troubles: number }> {
  let troubles = 0;
  const reach = async (act: () => Promise<unknown>, title: string) => {
    troubles += await insist(page, act, titled(page, title));
  };
  const wait = async (css: string) => {
    troubles += await see(page, page.locator(css));
  };

  troubles += await register(demo, page, email);
  troubles += await choosePassword(demo, page, email);
  await reach(() => signIn(page, email), 'Digital Literacy Test');
  await on('Digital Literacy Test');
  const start = page.getByRole('button', { name: 'Start DLT' });
  troubles += await see(page, start);
  troubles += await insist(page, () => start.click(), page.locator('.question'));
  const next = page.getByRole('button', { name: 'Next' });
  for (;;) {
    await answerQuestion(demo, page);
    if (!(await next.isVisible())) break;
    await next.click();
  }
  await finalize(page);
  // Submitting the test repeats itself.
  await heading(page, 'Digital Literacy Test Result');
  await on('Digital Literacy Test Result');
  await wait('.code');
  const code = (await page.locator('.code').textContent()) ?? '';
  const toPayment = page.getByRole('link', { name: 'Proceed To Payment' });
  await reach(() => toPayment.click(), 'Application Payment Form');
  await on('Application Payment Form');
  await wait('form [name=paymentBank]');
  await fillPayment(page);
  await reach(() => pay(page), 'Payment Details Uploaded Successfully');
  await on('Payment Details Uploaded Successfully');

  await demo.decide('verify', email);
  await page.goto(demo.site);
  await wait('.standing button');
  await reach(() => page.locator('.standing button').click(), 'Biographical Data');
  await wait('form [name=nationality]');
  await fillBiography(page);
  await on('Biographical Data');
  await wait('form [name=nationality]');
  await attachBiography(page);
  await reach(() => save(page), 'Education Background');
  await wait('form [name=grade10Year]');
  await fillEducation(page);
  await on('Education Background');
  await reach(() => save(page), 'Emergency Contact');
  await wait('form [name=contactPhone]');
  await fillContact(page);
  await on('Emergency Contact');
  await reach(() => save(page), 'Apply to Program');
  await wait('.radio');
  await page.locator('.radio').first().click();
  await on('Apply to Program');
  await reach(() => apply(page), 'Application Submitted');
  await on('Application Submitted');
  return { code, troubles };
}

const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** From a program to the mail. Where the answer got lost, the form is refused the second time, and the mail is there. */
async function register(demo: Demo, page: Page, email: string): Promise<number> {
  const main = page.locator('main');
  let troubles = await see(page, main.getByRole('link', { name: 'Apply Now' }));
  await main.getByRole('link', { name: 'Apply Now' }).first().click();
  await main.getByRole('link', { name: 'Register' }).click();
  await fillRegistration(page, email);
  const done = titled(page, 'Applicant Registration Successful');
  const message = page.locator('dialog[open] button');
  while ((await demo.mails(email)).length === 0) {
    await page.getByRole('button', { name: 'Register' }).click();
    await done.or(message).first().waitFor();
    if (await done.isVisible()) break;
    troubles += 1;
    await message.click();
  }
  return troubles;
}

/** From the mail to a password, and to the login page. A link whose answer got lost is spent: she has another one sent. */
async function choosePassword(demo: Demo, page: Page, email: string): Promise<number> {
  let troubles = 0;
  const form = titled(page, 'Set your password');
  const trouble = page.locator('dialog[open] button, main .retry button');
  for (;;) {
    await page.goto((await demo.mails(email))[0]?.link ?? '');
    await form.or(trouble).first().waitFor();
    if (await form.isVisible()) break;
    troubles += 1;
    await page.goto(`${demo.site}/resend_email`);
    await ready(page);
    await page.getByLabel('Email').fill(email);
    const sent = titled(page, 'Activation e-mail sent');
    troubles += await insist(page, () => page.getByRole('button', { name: 'Send' }).click(), sent);
  }
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  const done = page.getByRole('link', { name: 'Take DLT' });
  // Where the answer got lost, the password is refused the second time, which leads to the login page.
  const login = titled(page, 'Sign in');
  const next = done.or(login);
  // The message of that is closed to the login page, where a press on the heading does nothing.
  const save = page.getByRole('button', { name: 'Save' }).or(login);
  troubles += await insist(page, () => save.first().click(), next);
  if (await done.isVisible()) await done.click();
  else await page.goto(`${demo.site}/Login?redirectUrl=%2Fapplicant%2Ftake_exam`);
  return troubles;
}
