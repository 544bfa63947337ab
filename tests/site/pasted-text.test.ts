/** Pasted texts with invisible characters. Runs in every engine (docs/browsers.md). */
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { newApplicant, newEmail, openLoggedIn, useDemo } from '../support/demo.ts';
import { makePictureFile } from '../support/upload-files.ts';

const demo = await useDemo();

test('a registration is sent without invisible characters, and the fields show what is sent', async () => {
  const page = await demo.open(paths.register);
  const email = newEmail();
  const pastedTexts = {
    firstName: ['Hana\u200b', 'Hana'],
    middleName: ['\u202dTesfaye\u202c', 'Tesfaye'],
    lastName: ['\ufeffወርቁ\u00ad', 'ወርቁ'],
    email: [`\u200e${email}\u200b`, email],
    phoneNumber: ['\u202d+251 91 148 0437\u202c', '+251 91 148 0437'],
  } as const;
  for (const [name, [text, expectedValue]] of Object.entries(pastedTexts)) {
    const field = page.locator(`[name=${name}]`);
    await field.focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe(expectedValue);
  }
  for (const label of ['18 years or older', 'agree to the terms', 'agree to the privacy'])
    await page.getByLabel(label).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Applicant Registration Successful' }).waitFor();
  expect(await demo.readMails(email)).toHaveLength(1);
});

test.each([
  ['pasted', '/', '12/03/2000'],
  ['pasted', '/am/', '١٢ ማርች ٢٠٠٠'],
  ['filled in by a program', '/am/', '2000-03-12'],
])(
  'a whole birthday that is %s into its day, in %s, fills day, month and year: %s',
  async (how, language, text) => {
    const path = language + paths.biographyData.slice(1);
    const page = await openLoggedIn(demo, newApplicant('BIOGRAPHIC_APPLICANT'), path);
    const dayField = page.locator('[name=dateOfBirthDay]');
    await dayField.focus();
    if (how === 'pasted') await page.keyboard.insertText(text);
    else
      await dayField.evaluate((input: HTMLInputElement, value) => {
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
    const readValues = () =>
      page
        .locator('[name^=dateOfBirth]')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await expect.poll(readValues).toEqual(['12', '3', '2000']);
    // 3 Megabit 1992, in the Ethiopian calendar.
    if (language === '/am/')
      await expect.poll(() => page.locator('.date-row select').inputValue()).toBe('7');
  },
);

test("a payment's code and reference are sent without invisible characters", async () => {
  const page = await openLoggedIn(demo, newApplicant('TOOK_EXAM'), paths.offlinePayment);
  const codeField = page.getByRole('textbox', { name: 'Payment Code' });
  await expect.poll(() => codeField.inputValue()).not.toBe('');
  const paymentCode = await codeField.inputValue();
  await codeField.focus();
  await codeField.fill('');
  await page.keyboard.insertText(`${paymentCode}\u200b`);
  await page.getByLabel('Transaction Reference Number').focus();
  await page.keyboard.insertText('\u200eFT25330\u200bK8J2\u202c');
  // Selecting from a list by script does not move the focus, so Tab moves it.
  await page.keyboard.press('Tab');
  await page.getByLabel('Payment Bank').selectOption({ index: 1 });
  // Checks the fields, too, because the drivers of some engines cannot read request bodies.
  expect(await codeField.inputValue()).toBe(paymentCode);
  const referenceField = page.getByLabel('Transaction Reference Number');
  await expect.poll(() => referenceField.inputValue()).toBe('FT25330K8J2');
  await page.getByLabel('Payment receipt').setInputFiles(makePictureFile('receipt.png'));
  const paymentRequest = page.waitForRequest('**/make_offline_payment');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Payment Details Uploaded Successfully').waitFor();
  const body: unknown = (await paymentRequest).postDataJSON();
  if (body)
    expect(body).toMatchObject({ paymentCode: paymentCode, transactionReference: 'FT25330K8J2' });
});
