/**
 * Pictures are made smaller before they are uploaded, because connections are expensive, and checked against the size
 * limit after that (specification/decisions §3).
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fillPayment } from '../support/applicant-steps.ts';
import {
  newApplicant,
  type OpenOptions,
  openLoggedIn,
  useDemo,
  waitForHeading,
} from '../support/demo.ts';
import { isChromium, oneInOtherEngines } from '../support/engines.ts';
import { pressButton, respondWith, restoreBackend, waitForText } from '../support/page-actions.ts';
import {
  addWebpOrientation,
  inspectPicture,
  isJpeg,
  makePdfFile,
  makePictureFile,
  markHeldUpright,
  readStaffReceipt,
  takeJpeg,
  takePhoto,
} from '../support/upload-files.ts';

// This file has its own server, because payments of other tests would fill the staff page.
const demo = await useDemo('--seed', '1');

const limitBytes = 4 * 1024 * 1024;

interface OpenedForm {
  page: Page;
  email: string;
}

async function openForm(options?: OpenOptions): Promise<OpenedForm> {
  const email = newApplicant('TOOK_EXAM');
  const page = await openLoggedIn(demo, email, '/applicant/offline_payment', options);
  await page.locator('form').waitFor();
  await fillPayment(page);
  return { page, email };
}

const receiptField = (page: Page) => page.getByLabel('Payment receipt');

/** Sends the form with this receipt. @returns the receipt that the staff see */
async function sendReceipt(
  { page, email }: OpenedForm,
  name: string,
  buffer: Buffer,
): Promise<Buffer> {
  await receiptField(page).setInputFiles({ name, mimeType: '', buffer });
  await pressButton(page, 'Submit');
  await waitForHeading(page, 'Payment Details Uploaded Successfully');
  const bytes = await readStaffReceipt(demo, email);
  // Verified payments leave the staff page, which shows a limited number.
  await demo.decide('verify', email);
  return bytes;
}

describe('a photograph that is larger than the limit arrives as a small JPEG', () => {
  test('50 megapixels, taken upright', async () => {
    const openedForm = await openForm();
    const { page } = openedForm;
    const photoOptions = { width: 8160, height: 6120, grainSize: 8 };
    const largePhoto = markHeldUpright(await takePhoto(page, photoOptions));
    expect(largePhoto.length).toBeGreaterThan(limitBytes);
    const receivedBytes = await sendReceipt(openedForm, 'IMG_2026.jpeg', largePhoto);
    expect(receivedBytes.length).toBeLessThan(1_000_000);
    expect(isJpeg(receivedBytes)).toBe(true);
    expect(await inspectPicture(page, receivedBytes)).toEqual({
      width: 1200,
      height: 1600,
      blueCorners: ['topRight'],
    });
  });

  test.runIf(isChromium)('a screenshot that is long stays readable', async () => {
    const openedForm = await openForm();
    const type = 'image/png';
    const screenshot = await takePhoto(openedForm.page, {
      type,
      width: 1080,
      height: 6000,
      grainSize: 24,
    });
    expect(screenshot.length).toBeGreaterThan(limitBytes);
    const received = await sendReceipt(openedForm, 'Screenshot.PNG', screenshot);
    expect(isJpeg(received)).toBe(true);
    expect(await inspectPicture(openedForm.page, received)).toMatchObject({
      width: 1000,
      blueCorners: ['topLeft'],
    });
  });

  test.runIf(isChromium)(
    'as the field says before it is sent, while Submit does not move',
    async () => {
      const { page } = await openForm();
      const file = await takeJpeg(page, 'IMG.jpg', { width: 4032, height: 3024, grainSize: 24 });
      await page.evaluate(() => {
        const buttonTops: number[] = [];
        Object.assign(window, { buttonTops });
        const submitButton = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Submit',
        );
        const noteTop = () => {
          // Positions matter only once the page has reacted to the file.
          if (document.querySelector('.field [role=status]')) {
            buttonTops.push((submitButton?.getBoundingClientRect().top ?? 0) + scrollY);
          }
          requestAnimationFrame(noteTop);
        };
        noteTop();
      });
      await receiptField(page).setInputFiles(file);
      const sizeText = `${(file.buffer.length / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MB`;
      await waitForText(page, `will be sent: the picture (${sizeText}) is made smaller first.`);
      await page.locator('.thumbnail img').waitFor();
      const buttonTops = await page.evaluate(
        () => (window as unknown as { buttonTops: number[] }).buttonTops,
      );
      expect(Math.max(...buttonTops) - Math.min(...buttonTops)).toBeLessThan(8);
    },
  );
});

test.runIf(isChromium)(
  'a large photograph that was uploaded is accepted after a reload, too',
  async () => {
    const { page } = await openForm();
    const file = await takeJpeg(page, 'IMG.jpg', { width: 4032, height: 3024, grainSize: 24 });
    expect(file.buffer.length).toBeGreaterThan(limitBytes);
    await receiptField(page).setInputFiles(file);
    await respondWith(page, 400, 'Not today.', 'payments/private/make_offline_payment');
    await pressButton(page, 'Submit');
    await page.getByText('Not today.').waitFor();
    await page.reload();
    await waitForText(page, 'IMG.jpg is already uploaded');
    await restoreBackend(page);
    await pressButton(page, 'Submit');
    await waitForHeading(page, 'Payment Details Uploaded Successfully');
  },
);

const [avifBase64, heicBase64] = [
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAA' +
    'AAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACMAAAAoaWlu' +
    'ZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAABAAAA' +
    'AQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAXaXBtYQAAAAAAAAABAAEE' +
    'AQKDBAAAACttZGF0EgAKCDgM/9hAQ0GkMhUcgCmmmkQAAQDjrF2GvSZF4VxSAtA=',
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAA' +
    'AAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAA' +
    'AAAAOAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQ' +
    'IAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEM' +
    'Af//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAADAI' +
    'QiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgI' +
    'AAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAEBtZGF0AAAANCgBrx' +
    'khZtJA715m6ZPpJFIwePfDmE5q3nWYVqCxm2Rf92qWe98ksBaIQJZPNVuQiz2p24A=',
];

describe('another kind of picture', () => {
  const namedKinds = oneInOtherEngines([
    ['image/webp', 'IMG-WA0001.jpg'],
    ['image/webp', 'photo.webp'],
    ['image/jpeg', 'receipt.jfif'],
  ]);
  test.each(namedKinds)('%s that is called %s arrives as a JPEG', async (type, name) => {
    const form = await openForm();
    const original = await takePhoto(form.page, { type, width: 800, height: 600 });
    const received = await sendReceipt(form, name, original);
    expect(await inspectPicture(form.page, received)).toEqual({
      width: 800,
      height: 600,
      blueCorners: ['topLeft'],
    });
    expect(isJpeg(received)).toBe(true);
  });

  const turnedPhotos = oneInOtherEngines([
    [6, { width: 600, height: 800, blueCorners: ['topRight'] }],
    [5, { width: 600, height: 800, blueCorners: ['topLeft'] }],
  ]);
  test.each(turnedPhotos)(
    'a WebP arrives turned as its camera was held: %i',
    async (orientation, facts) => {
      const form = await openForm();
      const photo = await takePhoto(form.page, { type: 'image/webp', width: 800, height: 600 });
      const received = await sendReceipt(form, 'a.webp', addWebpOrientation(photo, orientation));
      expect(await inspectPicture(form.page, received)).toEqual(facts);
    },
  );

  test.each([
    ['receipt.avif', Buffer.from(avifBase64, 'base64')],
    ['receipt.gif', Buffer.from('R0lGODlhEAAQAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
  ])('%s arrives as a JPEG', async (name, bytes) => {
    expect(isJpeg(await sendReceipt(await openForm(), name, bytes))).toBe(true);
  });
});

test('a browser without a file reader, as in a mode for people under attack, sends a receipt and shows it', async () => {
  const initScript = () => void Reflect.deleteProperty(window, 'FileReader');
  const { page, email } = await openForm({ initScript });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await receiptField(page).setInputFiles(makePictureFile('receipt.png'));
  await pressButton(page, 'Submit');
  await page.locator('.receipt-picture[src^="data:image/jpeg"]').waitFor();
  expect(errors).toEqual([]);
  await demo.decide('verify', email);
});

test.runIf(isChromium)('a small picture arrives unchanged', async () => {
  const smallPicture = makePictureFile('receipt.png').buffer;
  expect(await sendReceipt(await openForm(), 'receipt.png', smallPicture)).toEqual(smallPicture);
});

/** A PNG that no browser can draw, because there is no such colour type. */
function makeBrokenPng(sizeBytes: number): Buffer {
  const { buffer: picture } = makePictureFile('receipt.png');
  const brokenPicture = Buffer.concat([picture, Buffer.alloc(sizeBytes, 7)]);
  brokenPicture[25] = 9;
  return brokenPicture;
}

test('a picture that cannot be made smaller is sent unchanged, and the college decides', async () => {
  const brokenPicture = makeBrokenPng(400_000);
  expect(await sendReceipt(await openForm(), 'broken.png', brokenPicture)).toEqual(brokenPicture);
});

const refusedFiles = oneInOtherEngines([
  [
    'a picture that this browser cannot open',
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from(heicBase64, 'base64') },
    'Save it as JPEG, or take a screenshot of it',
    'Only JPEG and PNG pictures are supported',
  ],
  [
    'a PDF from the bank',
    makePdfFile('receipt.pdf'),
    'Take a screenshot or a photo of it, and choose that picture.',
    'Only image files are supported',
  ],
  [
    'a picture that cannot be made smaller and is larger than the limit',
    { name: 'broken.png', mimeType: 'image/png', buffer: makeBrokenPng(limitBytes) },
    'Take a screenshot of it, and choose that.',
    "File too big, can't exceed 4MB",
  ],
]);

test.each(refusedFiles)('%s is refused with a way to go on', async (_what, file, help, message) => {
  const { page } = await openForm();
  await receiptField(page).setInputFiles(file);
  await waitForText(page, help);
  await pressButton(page, 'Submit');
  await page.getByRole('link', { name: message }).waitFor();
  const remark = page.locator('.field', { has: receiptField(page) }).getByRole('status');
  expect(await remark.textContent()).not.toContain('will be sent');
});

test.runIf(isChromium)(
  'if a browser never finishes decoding a picture, it is sent unchanged after half a minute, and the page says that it is being prepared',
  async () => {
    const beforeLoad = (page: Page) =>
      page.addInitScript(() => {
        HTMLImageElement.prototype.decode = () => new Promise(() => {});
      });
    const { page } = await openForm({ beforeLoad, hasTestClock: true });
    const brokenPicture = makeBrokenPng(400_000);
    await receiptField(page).setInputFiles({
      name: 'slow.png',
      mimeType: 'image/png',
      buffer: brokenPicture,
    });
    await waitForText(page, 'Preparing the file…');
    await pressButton(page, 'Submit');
    await page.getByRole('button', { name: 'Submitting...' }).waitFor();
    await page.clock.fastForward(31_000);
    await waitForHeading(page, 'Payment Details Uploaded Successfully');
  },
);

test.runIf(isChromium)(
  'a picture that this browser refuses to decode for once is decoded again',
  async () => {
    const beforeLoad = (page: Page) =>
      page.addInitScript(() => {
        const { decode } = HTMLImageElement.prototype;
        HTMLImageElement.prototype.decode = async () => {
          HTMLImageElement.prototype.decode = decode;
          throw new DOMException('The source image cannot be decoded.', 'EncodingError');
        };
      });
    const form = await openForm({ beforeLoad });
    const original = await takePhoto(form.page, { type: 'image/webp', width: 800, height: 600 });
    expect(isJpeg(await sendReceipt(form, 'photo.webp', original))).toBe(true);
  },
);
