/** What the browser prints: the program, the record and the receipts are siblings, and nothing on paper can be pressed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../web/src/site/routes.ts';
import { payOffline } from '../support/applicant-steps.ts';
import { newApplicant, openLoggedIn, useErrorFreeDemo } from '../support/demo.ts';

const demo = await useErrorFreeDemo();

/** Shows the page as it is printed, without opening the browser's dialog. */
async function showOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

async function openProgram(): Promise<Page> {
  const page = await demo.open('/admission/datascience');
  await page.locator('.courses table').first().waitFor();
  return page;
}

async function openRecord(): Promise<Page> {
  const email = newApplicant('APPLIED');
  const page = await openLoggedIn(demo, email, paths.applyProgramConfirmation);
  await page.getByRole('heading', { name: 'Your record' }).waitFor();
  return page;
}

async function openReceipt(): Promise<Page> {
  const email = newApplicant('TOOK_EXAM');
  const page = await openLoggedIn(demo, email, paths.offlinePayment);
  await payOffline(page);
  await page.locator('main a[href*="/receipt/"]').click();
  await page.getByText(email).waitFor();
  return page;
}

const openSample = () => demo.open('/receipt/type2/sample');

test.each([
  ['a program', openProgram, 'Data Science'],
  ['the record of an application', openRecord, 'Your record'],
  ['a receipt', openReceipt, 'Student Registration Receipt'],
  ['the sample of a receipt', openSample, 'Student Fee Receipt'],
])('%s has the letterhead, its title, and nothing to press', async (_name, openPage, title) => {
  const page = await openPage();
  await showOnPaper(page);
  const letterhead = page.locator('.letterhead');
  expect(await letterhead.isVisible()).toBe(true);
  const letterheadText = await letterhead.innerText();
  expect(letterheadText).toContain('One Planet College');
  expect(letterheadText).toContain('Addis Ababa');
  expect(letterheadText).toContain('@');
  expect(letterheadText).toMatch(/Printed on \d{1,2} [A-Z][a-z]+ 20\d\d/);
  const isMarkDrawn = letterhead
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  expect(await isMarkDrawn).toBe(true);
  expect(await page.getByRole('heading', { name: title, exact: true }).isVisible()).toBe(true);
  const visibleControls = page
    .locator('button, .button, input, header, footer, nav')
    .filter({ visible: true });
  expect(await visibleControls.allInnerTexts()).toEqual([]);
  const boxesWithShadow = page
    .locator('main *')
    .evaluateAll(
      (elements) =>
        elements.filter((element) => getComputedStyle(element).boxShadow !== 'none').length,
    );
  expect(await boxesWithShadow).toBe(0);
});

test('a printed program has all years and requirements open, and folds them again afterwards', async () => {
  const page = await openProgram();
  const courseTables = page.locator('.courses table').filter({ visible: true });
  const foldedParts = page.locator('main details:not([open])');
  const [tableCount, foldedCount] = [await courseTables.count(), await foldedParts.count()];
  expect(foldedCount).toBeGreaterThan(0);
  await showOnPaper(page);
  for (const year of ['Year One', 'Year Two', 'Year Three', 'Year Four']) {
    expect(await page.getByRole('heading', { name: year }).isVisible()).toBe(true);
  }
  expect(await courseTables.count()).toBe(8);
  expect(await foldedParts.count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await courseTables.count()).toBe(tableCount);
  expect(await foldedParts.count()).toBe(foldedCount);
});

test('of a confirmation the record is printed, without the text around it', async () => {
  const page = await openRecord();
  await showOnPaper(page);
  const visibleParts = page
    .locator('.confirmation > *, .confirmation > details > *')
    .filter({ visible: true });
  expect(
    await visibleParts.evaluateAll((parts) => parts.map(({ className }) => className)),
  ).toEqual(['', 'paper record']);
});

test('the style sheet numbers the pages', async () => {
  const page = await openProgram();
  const pageRules = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSPageRule)
      .map((rule) => rule.cssText),
  );
  expect(pageRules.join()).toContain('counter(page)');
});
