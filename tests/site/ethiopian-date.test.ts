/** A date of birth typed in the Ethiopian calendar. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import words from '../../web/languages/am/features/forms/words.json' with { type: 'json' };
import { openStep } from './applicants.ts';
import { type Demo, ready, startDemo } from './demo.ts';
import { pdf, picture } from './files.ts';
import { fillBiography } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const gregorian = (page: Page) =>
  page
    .locator('.date-row > div input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

/** Types a day below the Gregorian one. @param month from 1 */
async function typeEthiopian(page: Page, day: string, month: number, year: string): Promise<void> {
  const typed = page.locator('.date-row details');
  await typed.locator('select').selectOption(String(month));
  await typed.locator('input').first().fill(day);
  await typed.locator('input').last().fill(year);
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
  const [day, month, year] = await page.locator('.date-row > div input').all();
  await day?.fill('12');
  await month?.fill('9');
  await year?.fill('2003');
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
  const { next, send } = words.biography.buttons;
  await page.getByRole('button', { name: next, exact: true }).click();
  await page.locator('.answers').getByText('መጋቢት 18 ቀን 1990').waitFor();
  const sent = page.waitForRequest(
    (request) => request.method() !== 'GET' && /dateOfBirth/.test(request.postData() ?? ''),
  );
  await page.getByRole('button', { name: send, exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ dateOfBirth: '1998-03-27' });
});
