import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import amharic from '../../web/languages/am.json' with { type: 'json' };
import { paths as stepPaths } from '../../web/src/app/routes.ts';
import {
  dialogText,
  fillRegistration,
  heading,
  newApplicant,
  newEmail,
  openAs,
  openStep,
  ready,
  stateOf,
  useDemo,
} from '../support/demo.ts';
import { pdf, picture } from '../support/files.ts';
import {
  answer,
  callsOf,
  closeDialog,
  line,
  mend,
  messages,
  path,
  press,
} from '../support/page.ts';
import {
  attachBiography,
  fillBiography,
  fillContact,
  fillEducation,
  fillPayment,
  payOffline,
  proceed,
  save,
} from '../support/person.ts';

const demo = await useDemo();

test('from the answers to check, Back and a reload lead to the form with everything in it', async () => {
  const page = await openAs(demo, newApplicant('BIOGRAPHIC_APPLICANT2'), '/about');
  const calls = callsOf(page);
  await proceed(page);
  await heading(page, 'Education Background');
  await fillEducation(page);
  const check = page.getByRole('heading', { name: 'Check your answers' });
  const form = page.getByRole('button', { name: 'Continue', exact: true });
  await form.click();
  await check.waitFor();
  await page.goBack();
  await form.waitFor();
  expect(await form.evaluate((button) => button === document.activeElement)).toBe(true);
  await form.click();
  await check.waitFor();
  await page.reload();
  await form.waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
  await form.click();
  await page.getByRole('button', { name: 'Change Grade 12 Result' }).click();
  await page.getByLabel('Grade 12 Result').fill('600');
  await form.click();
  await page.locator('.answers').getByText('600').waitFor();
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await page.getByRole('button', { name: 'Save and Continue' }).dblclick();
  await heading(page, 'Emergency Contact');
  await page.goBack();
  await heading(page, 'About Us');
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test('what is being sent cannot be changed any more, and Back does not lose the form behind it', async () => {
  const page = await openAs(demo, newApplicant('BIOGRAPHIC_APPLICANT2'), '/about');
  await proceed(page);
  await heading(page, 'Education Background');
  await fillEducation(page);
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/save_education_data', async (route) => {
    await refused;
    await route.fulfill({
      status: 400,
      body: 'Not now.',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await save(page);
  await page.getByRole('button', { name: 'Saving...' }).waitFor();
  await page.getByRole('button', { name: 'Go back to the form' }).click({ force: true });
  await page.getByRole('button', { name: 'Change Grade 12 Result' }).click({ force: true });
  await page.goBack();
  expect(await page.getByRole('heading', { name: 'Check your answers' }).isVisible()).toBe(true);
  refuse();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Go back to the form' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  expect(path(page)).toBe('/applicant/education_background');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
});

test('back and forward between the forms: nobody gets stuck, and nothing is sent again', async () => {
  const email = newApplicant('BIOGRAPHIC_APPLICANT');
  const page = await openAs(demo, email, '/about');
  const calls = callsOf(page);
  await proceed(page);
  await heading(page, 'Biographical Data');
  await fillBiography(page);
  await attachBiography(page);
  await save(page);
  await heading(page, 'Education Background');
  await page.goBack();
  await heading(page, 'About Us');
  await page.goForward();
  await heading(page, 'Education Background');
  await fillEducation(page);
  await page.goBack();
  await heading(page, 'About Us');
  await page.goForward();
  await heading(page, 'Education Background');
  expect(await page.getByLabel('Last Attended High School').inputValue()).toBe('Menelik II');
  await save(page);
  await heading(page, 'Emergency Contact');
  await fillContact(page);
  await save(page);
  await heading(page, 'Apply to Program');
  await page.locator('.radio').nth(1).click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).dblclick();
  await heading(page, 'Application Submitted');
  await page.goBack();
  await heading(page, 'About Us');
  await page.goForward();
  await heading(page, 'Application Submitted');
  const sent = calls.filter((call) => call.startsWith('POST'));
  expect(sent).toEqual([
    'POST /files/private/upload_v2',
    'POST /files/private/upload_v2',
    'POST /applicants/private/save_bio_data',
    'POST /applicants/private/save_education_data',
    'POST /applicants/private/save_contact_data',
    'POST /applicants/private/apply_for_program',
  ]);
  expect(await stateOf(demo, email)).toBe('APPLIED');
});

const upload = 'POST /files/private/upload_v2';
const uploads = (calls: string[]) => calls.filter((call) => call === upload).length;

describe('the receipt of a deposit', () => {
  const form = () => openAs(demo, newApplicant('TOOK_EXAM'), stepPaths.offlinePayment);
  const payment = 'payments/private/make_offline_payment';

  /** Sends the form; its receipt is stored, and the payment is refused. */
  async function refused(page: Page) {
    await answer(page, 400, 'Not today.', payment);
    await payOffline(page);
    expect(await dialogText(page)).toEqual(['Error', 'Not today.']);
    await closeDialog(page);
  }

  test('is not sent again when the payment was refused, and not after a reload', async () => {
    const page = await form();
    const calls = callsOf(page);
    await refused(page);
    await press(page, 'Submit');
    await dialogText(page);
    expect(uploads(calls)).toBe(1);
    await page.reload();
    await line(page, 'receipt.png is already uploaded. Choose a file only to replace it.');
    await mend(page);
    await press(page, 'Submit');
    await heading(page, 'Payment Details Uploaded Successfully');
    expect(uploads(calls)).toBe(1);
  });

  test('is replaced by another one', async () => {
    const page = await form();
    const calls = callsOf(page);
    await refused(page);
    await page.getByLabel('Payment receipt').setInputFiles(picture('better.png'));
    await press(page, 'Submit');
    await dialogText(page);
    expect(uploads(calls)).toBe(2);
    await page.reload();
    await line(page, 'better.png is already uploaded');
  });

  test('pressed twice, it is sent once', async () => {
    const page = await form();
    const calls = callsOf(page);
    await fillPayment(page);
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await heading(page, 'Payment Details Uploaded Successfully');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([upload, `POST /${payment}`]);
  });

  test('shows how far it is, and can be cancelled', async () => {
    const page = await form();
    const calls = callsOf(page);
    await page.route('**/files/private/upload_v2', () => {});
    await payOffline(page);
    const bar = page.getByRole('progressbar', { name: 'Uploading receipt.png' });
    await bar.waitFor();
    expect(await page.locator('.upload').textContent()).toMatch(/\d+%/);
    await page.getByRole('button', { name: 'Submitting...' }).waitFor();
    await press(page, 'Cancel the upload');
    await bar.waitFor({ state: 'detached' });
    expect(await page.locator('dialog').count()).toBe(0);
    expect(calls.join()).not.toContain(payment);
    await mend(page);
    await press(page, 'Submit');
    await heading(page, 'Payment Details Uploaded Successfully');
  });
});

describe('the two files of the biography', () => {
  test('the picture is not sent again when the document was refused, and not after a reload', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
    await fillBiography(page);
    await attachBiography(page);
    let sent = 0;
    await page.route('**/files/private/upload_v2', (route) => {
      sent += 1;
      const headers = { 'access-control-allow-origin': '*' };
      return sent === 1
        ? route.continue()
        : route.fulfill({ status: 415, body: 'This PDF is broken.', headers });
    });
    await save(page);
    expect(await dialogText(page)).toEqual(['Error', 'This PDF is broken.']);
    await page.reload();
    await line(page, 'me.png is already uploaded');
    await page.getByLabel('Education Document').setInputFiles(pdf('better.pdf'));
    await mend(page);
    const calls = callsOf(page);
    await save(page);
    await heading(page, 'Education Background');
    expect(uploads(calls)).toBe(1);
  });

  test('cancelled at the second, neither the first is sent again', async () => {
    const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
    const calls = callsOf(page);
    await fillBiography(page);
    await attachBiography(page);
    await page.route('**/files/private/upload_v2', (route) =>
      uploads(calls) === 1 ? route.continue() : undefined,
    );
    await save(page);
    await page.getByRole('progressbar', { name: 'Uploading documents.pdf' }).waitFor();
    await press(page, 'Cancel the upload');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await mend(page);
    await save(page);
    await heading(page, 'Education Background');
    expect(uploads(calls)).toBe(3);
  });
});

/** Opens the registration, and sends it with nothing but what its button waits for. */
async function refused(width: number): Promise<Page> {
  const page = await demo.open('/register', { viewport: { width, height: 740 } });
  await page.getByLabel('I am 18 years or older').check();
  await page.getByLabel('I agree to the terms').check();
  await page.getByLabel('I agree to the privacy policy').check();
  await press(page, 'Register');
  return page;
}

test.each([360, 1280])('no field jumps while it is mended, %i pixels wide', async (width) => {
  const page = await refused(width);
  const summary = page.locator('.error-summary');
  await summary.waitFor();
  for (const name of ['First name', 'Middle name', 'Last name', 'Email', 'Phone number']) {
    const field = page.getByLabel(name);
    const top = () => field.evaluate((input) => input.getBoundingClientRect().top + scrollY);
    const before = await top();
    await field.fill({ Email: newEmail(), 'Phone number': '0911234567' }[name] ?? 'Hana');
    await page
      .locator(`a[href="#${await field.getAttribute('id')}"]`)
      .waitFor({ state: 'detached' });
    // The frame of a wrong field is thicker.
    expect(Math.abs((await top()) - before), name).toBeLessThan(2);
  }
});

test('with everything mended the summary says so in the same place, and goes when the form is sent again', async () => {
  const page = await refused(1280);
  const summary = page.locator('.error-summary');
  await summary.waitFor();
  const height = () => summary.evaluate((box) => box.getBoundingClientRect().height);
  const before = await height();
  await fillRegistration(page, newEmail());
  await messages(page, []);
  expect(await summary.getByRole('heading').textContent()).toBe('All corrected');
  expect(await summary.getByRole('link').count()).toBe(0);
  expect(Math.abs((await height()) - before)).toBeLessThan(1);
  await page.getByLabel('First name').fill('');
  await press(page, 'Register');
  await summary.locator('li').waitFor();
  expect(await summary.locator('li').count()).toBe(1);
  expect(await height()).toBeLessThan(before);
});

const gregorian = (page: Page) =>
  page
    .locator('.date-row > div input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

/** With the keyboard: Firefox's driver fills a field by script, which React and the form take for no typing. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

/** Types a day below the Gregorian one. @param month from 1 */
async function typeEthiopian(page: Page, day: string, month: number, year: string): Promise<void> {
  const typed = page.locator('.date-row details');
  await typed.locator('select').selectOption(String(month));
  await typeInto(typed.locator('input').first(), day);
  await typeInto(typed.locator('input').last(), year);
}

test('stands beside its Gregorian day, which is what is kept and checked', async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  await page.getByText('Type it in the Ethiopian calendar').click();
  await typeEthiopian(page, '18', 7, '1996');
  expect(await gregorian(page)).toEqual(['27', '3', '2004']);
  await page.getByText('18 Megabit 1996 is 27 March 2004.').waitFor();
  await page.reload();
  await ready(page);
  await expect.poll(() => gregorian(page)).toEqual(['27', '3', '2004']);
});

test('a day that does not exist empties the Gregorian one, and says so', async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  await page.getByText('Type it in the Ethiopian calendar').click();
  await typeEthiopian(page, '5', 13, '1996');
  expect(await gregorian(page)).toEqual(['10', '9', '2004']);
  await typeEthiopian(page, '6', 13, '1996');
  await page.getByText('There is no such day in the Ethiopian calendar.').waitFor();
  expect(await gregorian(page)).toEqual(['', '', '']);
});

test('a Gregorian day that is typed shows its Ethiopian one', async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  await page.getByText('Type it in the Ethiopian calendar').click();
  await page.locator('.date-row details select').waitFor();
  const inputs = page.locator('.date-row > div input');
  for (const [at, text] of ['12', '9', '2003'].entries()) await typeInto(inputs.nth(at), text);
  await page.getByText('1 Meskerem 1996 is 12 September 2003.').waitFor();
});

test('in Amharic it is open, its months have Amharic names, and what is sent is Gregorian', async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  await fillBiography(page);
  await page.locator('.languages').first().getByRole('link', { name: 'አማርኛ' }).click();
  await ready(page);
  await page.locator('[name=profilePicture]').setInputFiles(picture('me.png'));
  await page.locator('[name=educationDocument]').setInputFiles(pdf('documents.pdf'));
  const shown = page.getByText('መጋቢት 18 ቀን 1990').first();
  await typeEthiopian(page, '18', 7, '1990');
  await shown.waitFor();
  const { next, send } = amharic['features/application/application-words'].biography.buttons;
  await page.getByRole('button', { name: next, exact: true }).click();
  await page.locator('.answers').getByText('መጋቢት 18 ቀን 1990').waitFor();
  // Firefox's driver does not show the body of a request.
  const bodies = await page.evaluateHandle(() => {
    const [real, sent] = [fetch, ['']];
    window.fetch = (input, init) => {
      sent.push(String(init?.body));
      return real(input, init);
    };
    return sent;
  });
  await page.getByRole('button', { name: send, exact: true }).click();
  await expect
    .poll(() => bodies.evaluate((all) => all.join('\n')))
    .toContain('"dateOfBirth":"1998-03-27"');
});
