/** The site turns photographs of certificates into one PDF on the applicant's device. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { attachBiographyFiles, fillBiography } from '../support/applicant-steps.ts';
import { openStep, useDemo } from '../support/demo.ts';
import { pressButton } from '../support/page-actions.ts';
import { readEntryNames } from '../support/phone.ts';
import { makePdfFile, takeJpeg } from '../support/upload-files.ts';

const demo = await useDemo();

const openForm = async () => {
  const page = await openStep(demo, 'BIOGRAPHIC_APPLICANT');
  await page.locator('.photos').waitFor();
  return page;
};
const documentField = (page: Page) => page.getByLabel('Education Document');
const fieldRemark = (page: Page) =>
  page.locator('.field', { has: documentField(page) }).getByRole('status');
const photoItems = (page: Page) => page.locator('.photos li');

/** Adds a photo of each of these sizes, in pixels. */
async function addPhotos(page: Page, ...sizes: readonly [width: number, height: number][]) {
  const photos = sizes.map(([width, height]) =>
    takeJpeg(page, `IMG_${width}.jpg`, { width, height }),
  );
  await page.locator('.photos input').setInputFiles(await Promise.all(photos));
}

/**
 * @returns the name of the PDF that will be sent, its first bytes, the widths of its pictures, the rotations of its
 *   pages, and their number
 */
function readChosenPdf(page: Page) {
  return documentField(page).evaluate(async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    const text = new TextDecoder('latin1').decode(await file?.arrayBuffer());
    const numbersAt = (pattern: RegExp) =>
      Array.from(text.matchAll(pattern), ([, value]) => Number(value));
    return {
      name: file?.name,
      firstBytes: text.slice(0, 5),
      widths: numbersAt(/\/Width (\d+)/g),
      turns: numbersAt(/\/Rotate (\d+)/g),
      pages: numbersAt(/\/Count (\d+)/g),
    };
  });
}

test('photos can be turned, ordered and removed, and the PDF has what the page shows', async () => {
  const page = await openForm();
  await addPhotos(page, [800, 600], [610, 800], [620, 900]);
  await expect.poll(() => readChosenPdf(page)).toMatchObject({ widths: [800, 610, 620] });
  await pressButton(page, 'Turn 2');
  await pressButton(page, 'Up 3');
  await pressButton(page, 'Remove 1');
  const remainingPdf = {
    name: 'certificates.pdf',
    firstBytes: '%PDF-',
    widths: [620, 610],
    turns: [0, 90],
  };
  await expect.poll(() => readChosenPdf(page)).toEqual({ ...remainingPdf, pages: [2] });
  expect(await photoItems(page).locator('p').allTextContents()).toEqual([
    'Page 1 of 2',
    'Page 2 of 2',
  ]);
  // Buttons without an effect are marked as disabled.
  const disabledButtons = page.locator('.photos [aria-disabled=true]');
  expect(await disabledButtons.allTextContents()).toEqual(['Up 1', 'Down 2']);
  await addPhotos(page, [630, 630]);
  await expect
    .poll(() => readChosenPdf(page))
    .toMatchObject({ widths: [620, 610, 630], pages: [3] });
  // A picture that the browser cannot open is reported, and the others stay.
  const brokenPicture = {
    name: 'broken.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture'),
  };
  await page.locator('.photos input').setInputFiles(brokenPicture);
  await page.getByText('This browser cannot open broken.jpg.').waitFor();
  expect((await readChosenPdf(page)).pages).toEqual([3]);
  for (let count = 3; count > 0; count -= 1) await pressButton(page, 'Remove 1');
  await expect.poll(() => readChosenPdf(page)).toMatchObject({ name: undefined });
});

test('photos are still there after a reload if she keeps what she types', async () => {
  const page = await openForm();
  await page.getByLabel('Keep what I type').check();
  await addPhotos(page, [800, 600], [610, 800]);
  await pressButton(page, 'Turn 2');
  const expectedPdf = { widths: [800, 610], turns: [0, 90], pages: [2] };
  await expect.poll(() => readChosenPdf(page)).toMatchObject(expectedPdf);
  await expect.poll(() => readEntryNames(page)).toContain('draft/biography/photos');
  await page.reload();
  await expect.poll(() => readChosenPdf(page)).toMatchObject(expectedPdf);
  await pressButton(page, 'Remove 1');
  // Choosing a PDF instead removes the photos.
  await documentField(page).setInputFiles(makePdfFile('degree.pdf'));
  await expect.poll(() => photoItems(page).count()).toBe(0);
  expect((await readChosenPdf(page)).name).toBe('degree.pdf');
  await expect.poll(() => readEntryNames(page)).not.toContain('draft/biography/photos');
  await page.reload();
  await documentField(page).waitFor();
  expect(await photoItems(page).count()).toBe(0);
});

test('a photo of 12 megapixels becomes a readable page, and the file size is shown', async () => {
  const page = await openForm();
  await addPhotos(page, [3000, 4000]);
  await expect
    .poll(async () => (await readChosenPdf(page)).widths, { timeout: 30_000 })
    .toEqual([1500]);
  await fieldRemark(page)
    .filter({ hasText: /^\d+ KB will be sent\.$/ })
    .waitFor();
});

test('the form waits for the PDF, and the answers to check show its pages', async () => {
  const page = await openForm();
  await fillBiography(page);
  await attachBiographyFiles(page);
  await addPhotos(page, [2000, 3000], [2000, 3000]);
  await pressButton(page, 'Continue');
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  const documentAnswer = page.locator('.answers > div', { hasText: 'Education Document' });
  expect(await documentAnswer.locator('dd').first().textContent()).toBe('certificates.pdf');
  expect(await documentAnswer.locator('.thumbnail').count()).toBe(2);
  const profilePictureAnswer = page.locator('.answers > div', { hasText: 'Profile Picture' });
  expect(await profilePictureAnswer.locator('.thumbnail').count()).toBe(1);
});
