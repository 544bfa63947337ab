/**
 * Files that applicants choose: their type, whether staff could read them, and whether they are still there when the
 * form is sent.
 */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fillBiography, fillPayment, saveForm } from '../support/applicant-steps.ts';
import { newApplicant, openLoggedIn, useDemo, waitForHeading } from '../support/demo.ts';
import { isChromium, oneInOtherEngines } from '../support/engines.ts';
import {
  closeDialog,
  disconnectBackend,
  pressButton,
  restoreBackend,
  waitForText,
} from '../support/page-actions.ts';
import { readEntryNames } from '../support/phone.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import {
  encryptedPdf,
  makePackedPng,
  makePdfFile,
  makePictureFile,
  makeProgressiveJpeg,
  takeJpeg,
  takePhoto,
  type UploadFile,
} from '../support/upload-files.ts';

const demo = await useDemo();
const folder = await makeTemporaryFolder();

interface Upload {
  name: string;
  type: string;
  size: number;
  firstBytes: string;
}

declare global {
  interface Window {
    uploads: Promise<Upload>[];
    /** If true, no file can be read. */
    areFilesUnreadable?: boolean;
  }
}

/**
 * Runs in the page before its script. It notes uploads in the page, because Firefox's driver cannot read request
 * bodies.
 */
function noteUploads(): void {
  window.uploads = [];
  const { append } = FormData.prototype;
  FormData.prototype.append = function (...appendArguments: [string, string | Blob, string?]) {
    const [, value, name = ''] = appendArguments;
    if (value instanceof Blob) {
      const { type, size } = value;
      const firstBytes = value.slice(0, 5).text();
      window.uploads.push(firstBytes.then((text) => ({ name, type, size, firstBytes: text })));
    }
    Reflect.apply(append, this, appendArguments);
  };
  const { arrayBuffer } = Blob.prototype;
  Blob.prototype.arrayBuffer = function () {
    const readError = new DOMException('The requested file could not be read', 'NotReadableError');
    return window.areFilesUnreadable ? Promise.reject(readError) : arrayBuffer.call(this);
  };
}

async function openForm(state: 'BIOGRAPHIC_APPLICANT' | 'TOOK_EXAM'): Promise<Page> {
  const path = state === 'TOOK_EXAM' ? 'offline_payment' : 'biography_data';
  const options = { initScript: noteUploads };
  const page = await openLoggedIn(demo, newApplicant(state), `/applicant/${path}`, options);
  await page.locator('form').waitFor();
  return page;
}

const readUploads = (page: Page) => page.evaluate(() => Promise.all(window.uploads));
const documentField = (page: Page) => page.getByLabel('Education Document');
const receiptField = (page: Page) => page.getByLabel('Payment receipt');
const readFileNames = (page: Page) =>
  documentField(page).evaluate((input: HTMLInputElement) =>
    Array.from(input.files ?? [], (file) => file.name),
  );
const waitForRemark = (page: Page, text: string | RegExp) =>
  page.locator('.field [role=status]').getByText(text).last().waitFor();

/** A PDF like those of scanners. */
const scannedPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\n' +
    'trailer<</Size 4/Root 1 0 R>>\nstartxref\n169\n%%EOF\n',
);
const scannedPdfAfter = (prefix: string) => Buffer.concat([Buffer.from(prefix), scannedPdf]);

const scannedFiles = oneInOtherEngines([
  ['Grade 12 certificate', '', scannedPdf, 'Grade 12 certificate.pdf'],
  ['byte-order-mark.pdf', 'application/pdf', scannedPdfAfter('\ufeff'), 'byte-order-mark.pdf'],
  ['blank-lines-first.PDF', '', scannedPdfAfter('\r\n\r\n'), 'blank-lines-first.PDF'],
  [
    'spooled.prn',
    'application/octet-stream',
    scannedPdfAfter('\x1b%-12345X@PJL\r\n'),
    'spooled.pdf',
  ],
  ['scan.jpg', 'image/jpeg', scannedPdf, 'scan.pdf'],
]);

test.each(scannedFiles)(
  'the type of a file is read from its content: %s is sent as a PDF',
  async (name, mimeType, buffer, sentName) => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    await fillBiography(page);
    await page.getByLabel('Profile Picture').setInputFiles(makePictureFile('me'));
    await documentField(page).setInputFiles({ name, mimeType, buffer });
    await saveForm(page);
    await waitForHeading(page, 'Education Background');
    expect(await readUploads(page)).toMatchObject([
      { name: 'me.png', type: 'image/png' },
      { name: sentName, type: 'application/pdf', size: scannedPdf.length, firstBytes: '%PDF-' },
    ]);
  },
);

const cutInHalf = (file: UploadFile): UploadFile => ({
  ...file,
  buffer: file.buffer.subarray(0, file.buffer.length / 2),
});

describe('a file that staff could not read is reported before it is sent:', () => {
  test.runIf(isChromium)('half a PDF', async () => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    await documentField(page).setInputFiles({
      ...makePdfFile('half.pdf'),
      buffer: scannedPdf.subarray(0, 100),
    });
    await waitForRemark(page, 'Get the file again from where you have it');
    await pressButton(page, 'Continue');
    const message = page.getByRole('link', { name: 'Part of this file is missing' });
    await message.waitFor();
    await documentField(page).setInputFiles(makePdfFile('whole.pdf'));
    await message.waitFor({ state: 'detached' });
  });

  test.each([
    ['small', { width: 300, height: 200 }],
    ['large', { width: 2000, height: 1500, grainSize: 24 }],
  ])('half a JPEG, %s', async (_size, photoOptions) => {
    const page = await openForm('TOOK_EXAM');
    const slipPhoto = await takeJpeg(page, 'slip.jpg', photoOptions);
    await receiptField(page).setInputFiles(cutInHalf(slipPhoto));
    await waitForRemark(page, 'Nobody could see all of it.');
    await pressButton(page, 'Submit');
    await page.getByRole('link', { name: 'Part of this file is missing' }).waitFor();
    await receiptField(page).setInputFiles(slipPhoto);
    await waitForRemark(page, 'will be sent');
  });

  test('half a photograph of a certificate', async () => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    const certificate = await takeJpeg(page, 'page.jpg', { width: 800, height: 600 });
    await page
      .locator('.photos input')
      .setInputFiles([certificate, { ...cutInHalf(certificate), name: 'half.jpg' }]);
    await waitForText(
      page,
      "We couldn't read all of half.jpg. Choose it again, or take a new photo.",
    );
    expect(await page.locator('.photos li').count()).toBe(1);
  });
});

test.runIf(isChromium)(
  'of an encrypted PDF the applicant is asked whether it opens without a password, and it is sent',
  async () => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    await fillBiography(page);
    await page.getByLabel('Profile Picture').setInputFiles(makePictureFile('me'));
    await documentField(page).setInputFiles({ ...makePdfFile('bank.pdf'), buffer: encryptedPdf });
    await waitForRemark(page, 'Does this file open without a password on another phone?');
    await saveForm(page);
    await waitForHeading(page, 'Education Background');
    expect(await readUploads(page)).toMatchObject([{ name: 'me.png' }, { name: 'bank.pdf' }]);
  },
);

describe('a picture without its end', () => {
  const jpegEndBytes = 2;
  /** A length, a name and a checksum. */
  const pngEndBytes = 12;
  const takeGreyBottom = (page: Page) =>
    page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 160 });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      // What decoders draw in the place of a part that is missing.
      context.fillStyle = 'rgb(128 128 128)';
      context.fillRect(0, 0, 200, 160);
      context.fillStyle = '#00f';
      context.fillRect(0, 0, 50, 40);
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    });
  const pictureMakers: Record<string, (page: Page) => Promise<Buffer>> = {
    'a photograph': (page) => takePhoto(page, { width: 640, height: 480 }),
    'a JPEG of several scans': async () => makeProgressiveJpeg(),
    'a picture whose lower part is grey': async (page) =>
      Buffer.from(await takeGreyBottom(page), 'base64'),
    'a screenshot': (page) => takePhoto(page, { type: 'image/png', width: 300, height: 200 }),
  };

  test.each(Object.entries(pictureMakers))(
    'is taken if all of it is there, and refused if not: %s',
    async (name, makePicture) => {
      const page = await openForm('TOOK_EXAM');
      const picture = await makePicture(page);
      const isPng = name === 'a screenshot';
      const withoutEnd = picture.subarray(0, -(isPng ? pngEndBytes : jpegEndBytes));
      /** @returns the field's remark on a file */
      const choose = async (fileName: string, buffer: Buffer) => {
        const remarks = page.locator('.field:has(input[type=file]) [role=status]');
        const readRemarks = async () => (await remarks.allTextContents()).join('\n');
        const verdict = /will be sent|see all of it/;
        // The remark on the file before must be gone.
        await receiptField(page).setInputFiles([]);
        await expect.poll(readRemarks).not.toMatch(verdict);
        await receiptField(page).setInputFiles({ name: fileName, mimeType: '', buffer });
        await expect.poll(readRemarks).toMatch(verdict);
        return readRemarks();
      };
      expect(await choose('whole', withoutEnd)).toMatch('will be sent');
      // As phones write them.
      const notes = Buffer.from('\0\0\x01\nImage_UTC_Data1609459200000SEFHk\0\0\0SEFT');
      expect(await choose('with notes', Buffer.concat([withoutEnd, notes]))).toMatch(
        'will be sent',
      );
      for (const share of oneInOtherEngines([0.6, 0.3, 0.9])) {
        const part = withoutEnd.subarray(0, withoutEnd.length * share);
        const unwritten = Buffer.alloc(withoutEnd.length - part.length);
        expect(await choose('cut', part)).toMatch('see all of it');
        expect(await choose('never written', Buffer.concat([part, unwritten]))).toMatch(
          'see all of it',
        );
      }
      await fillPayment(page);
      await receiptField(page).setInputFiles({ name: 'slip', mimeType: '', buffer: withoutEnd });
      await waitForRemark(page, 'will be sent');
      await pressButton(page, 'Submit');
      await waitForHeading(page, 'Payment Details Uploaded Successfully');
      // Drawn anew, so that it has an end.
      expect(await readUploads(page)).toMatchObject([{ name: 'slip.jpg', type: 'image/jpeg' }]);
    },
  );
});

test.each([
  ['of few pixels that unpacks to gigabytes', makePackedPng(100, 100, 4_000)],
  ['of more pixels than a phone can draw', makePackedPng(20_000, 20_000, 51)],
])('a picture %s does not hold up the form', async (_what, buffer) => {
  const page = await openForm('TOOK_EXAM');
  const startedAt = performance.now();
  await receiptField(page).setInputFiles({ name: 'small.png', mimeType: '', buffer });
  await waitForRemark(page, /will be sent|see all of it/);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test.each([
  ['no-end-marker.jpg', 'will be sent'],
  ['no-last-chunk.png', 'will be sent'],
  ['half-a-picture.jpg', 'Nobody could see all of it'],
])('the picture %s: %s', async (fileName, remark) => {
  const page = await openForm('TOOK_EXAM');
  const file = fileURLToPath(new URL(`../support/files/${fileName}`, import.meta.url));
  await receiptField(page).setInputFiles(file);
  await waitForRemark(page, remark);
});

test.runIf(isChromium)(
  'a picture on which nobody can be recognized is refused, with what to choose instead',
  async () => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    const pixel = await takePhoto(page, { type: 'image/png', width: 1, height: 1 });
    await page
      .getByLabel('Profile Picture')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
    await waitForRemark(page, 'Each side must have 100 pixels or more.');
    await pressButton(page, 'Continue');
    await page.getByRole('link', { name: 'This picture is too small' }).waitFor();
  },
);

describe('a file that cannot be read any more when it is sent', () => {
  test.each([
    ['removed', (file: string) => rm(file)],
    ['changed', (file: string) => writeFile(file, 'Something else.')],
  ])('is sent as it was chosen: %s since', async (_how, changeFile) => {
    const page = await openForm('TOOK_EXAM');
    await fillPayment(page);
    const { buffer } = makePictureFile('slip.png');
    const file = join(folder, 'slip.png');
    await writeFile(file, buffer);
    await receiptField(page).setInputFiles(file);
    await waitForRemark(page, 'will be sent');
    await changeFile(file);
    await pressButton(page, 'Submit');
    await waitForHeading(page, 'Payment Details Uploaded Successfully');
    expect(await readUploads(page)).toMatchObject([{ name: 'slip.png', size: buffer.length }]);
  });

  test.runIf(isChromium)(
    'must be chosen again if it cannot even be read when it is chosen, or is empty',
    async () => {
      const page = await openForm('TOOK_EXAM');
      await fillPayment(page);
      await page.evaluate(() => Object.assign(window, { areFilesUnreadable: true }));
      await receiptField(page).setInputFiles(makePictureFile('slip.png'));
      await waitForText(page, "We couldn't read slip.png. Choose the file again.");
      // The same file can be chosen again only if the field is empty.
      expect(await receiptField(page).inputValue()).toBe('');
      await pressButton(page, 'Submit');
      await page.getByRole('link', { name: 'Please attach the transaction receipt' }).waitFor();
      await page.evaluate(() => Object.assign(window, { areFilesUnreadable: false }));
      const emptyPicture = { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) };
      await receiptField(page).setInputFiles(emptyPicture);
      await waitForText(page, "We couldn't read empty.png. Choose the file again.");
      await receiptField(page).setInputFiles(makePictureFile('slip.png'));
      await pressButton(page, 'Submit');
      await waitForHeading(page, 'Payment Details Uploaded Successfully');
    },
  );

  test.runIf(isChromium)('does not cause a message about the network', async () => {
    const page = await openForm('TOOK_EXAM');
    await fillPayment(page);
    await waitForRemark(page, 'will be sent');
    await disconnectBackend(page, 'files/**');
    await page.evaluate(() => Object.assign(window, { areFilesUnreadable: true }));
    await pressButton(page, 'Submit');
    await page
      .locator('dialog')
      .getByText("We couldn't read receipt.png. Choose the file")
      .waitFor();
    await closeDialog(page);
    await waitForRemark(page, "We couldn't read receipt.png. Choose the file again.");
    await restoreBackend(page);
    await page.evaluate(() => Object.assign(window, { areFilesUnreadable: false }));
    await receiptField(page).setInputFiles(makePictureFile('again.png'));
    await pressButton(page, 'Submit');
    await waitForHeading(page, 'Payment Details Uploaded Successfully');
  });
});

describe('after a reload', () => {
  test('the field says which file must be chosen again, until one is chosen', async () => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    await documentField(page).setInputFiles(makePdfFile('degree.pdf'));
    await waitForRemark(page, 'will be sent');
    await page.reload();
    await waitForText(page, 'degree.pdf is not here any more. Choose the file again.');
    await documentField(page).setInputFiles(makePdfFile('other.pdf'));
    await waitForRemark(page, 'will be sent');
    expect(await page.getByText('is not here any more').count()).toBe(0);
  });

  test.runIf(isChromium)('the photographs of certificates must be chosen again, too', async () => {
    const page = await openForm('BIOGRAPHIC_APPLICANT');
    const certificate = await takeJpeg(page, '1.jpg', { width: 800, height: 600 });
    await page.locator('.photos input').setInputFiles(certificate);
    await expect.poll(() => readFileNames(page)).toEqual(['certificates.pdf']);
    await waitForRemark(page, 'will be sent');
    await page.reload();
    await waitForText(page, 'The photos of your certificates are not here any more.');
  });

  test.each(oneInOtherEngines(['before', 'after']))(
    'a file is still there, and is sent, if she ticked the box to keep what she types %s choosing it',
    async (when) => {
      const page = await openForm('BIOGRAPHIC_APPLICANT');
      const keepBox = page.getByLabel('Keep what I type');
      if (when === 'before') await keepBox.check();
      await fillBiography(page);
      await page.getByLabel('Profile Picture').setInputFiles(makePictureFile('me.png'));
      await documentField(page).setInputFiles({
        name: 'Grade 12',
        mimeType: '',
        buffer: scannedPdfAfter('\n\n'),
      });
      await waitForRemark(page, 'will be sent');
      if (when === 'after') await keepBox.check();
      await expect.poll(() => readDraftFileNames(page)).toHaveLength(2);
      await page.reload();
      await expect.poll(() => readFileNames(page)).toEqual(['Grade 12.pdf']);
      await saveForm(page);
      await waitForHeading(page, 'Education Background');
      expect(await readUploads(page)).toMatchObject([
        { name: 'me.png' },
        { name: 'Grade 12.pdf', size: scannedPdf.length, firstBytes: '%PDF-' },
      ]);
      await expect.poll(() => readDraftFileNames(page)).toEqual([]);
    },
  );

  test.runIf(isChromium)(
    'a file that was removed, or that cannot be sent, is not restored',
    async () => {
      const page = await openForm('BIOGRAPHIC_APPLICANT');
      await page.getByLabel('Keep what I type').check();
      await documentField(page).setInputFiles(makePdfFile('degree.pdf'));
      await expect.poll(() => readDraftFileNames(page)).toHaveLength(1);
      await documentField(page).setInputFiles([]);
      await expect.poll(() => readDraftFileNames(page)).toEqual([]);
      await documentField(page).setInputFiles(makePdfFile('degree.pdf'));
      await expect.poll(() => readDraftFileNames(page)).toHaveLength(1);
      const cutPdf = { ...makePdfFile('cut.pdf'), buffer: scannedPdf.subarray(0, 100) };
      await documentField(page).setInputFiles(cutPdf);
      await expect.poll(() => readDraftFileNames(page)).toEqual([]);
    },
  );
});

/** @returns the names of the files of the biography's draft in IndexedDB */
const readDraftFileNames = async (page: Page) =>
  (await readEntryNames(page)).filter((name) => /^draft\/biography\/\w+/.test(name));
