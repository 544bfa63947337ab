/** Pictures are made smaller before they cross a costly connection (decisions, section 3). */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant, openAs } from '../site/applicants.ts';
import { type Demo, heading, startDemo } from '../site/demo.ts';
import { picture } from '../site/files.ts';
import { fillPayment } from '../site/steps.ts';

let demo: Demo;
beforeAll(async () => {
  // The staff page shows only the first hundred payments, so this file has its own server.
  demo = await startDemo('--seed', '1');
});
afterAll(() => demo?.close());

/** A photo as a phone takes it, drawn in the page: 2400 x 3200 pixels, with too much detail to be small. */
async function photo(page: Page, type: 'image/jpeg' | 'image/png', width = 2400): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([format, wide]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = Math.round((wide * 4) / 3);
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      for (let at = 0; at < 20_000; at += 1) {
        context.fillStyle = `hsl(${(at * 137) % 360} 60% ${30 + (at % 50)}% / 50%)`;
        const [x, y] = [(at * 7919) % canvas.width, (at * 104_729) % canvas.height];
        context.fillRect(x, y, 60, 60);
      }
      return canvas.toDataURL(format, 0.95).split(',')[1] ?? '';
    },
    [type, width] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** @returns the receipt as the staff see it */
async function sendReceipt(
  { page, email }: Opened,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<Buffer> {
  await page.getByLabel('Payment receipt').setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Submit' }).click();
  await heading(page, 'Payment Details Uploaded Successfully');
  const desk = demo.api.replace(/\/api$/, '');
  const { payments } = (await (await fetch(`${desk}/_mock/staff.json`)).json()) as {
    payments: { email: string; receipt: string }[];
  };
  const receipt = payments.find((payment) => payment.email === email)?.receipt;
  return Buffer.from(await (await fetch(desk + receipt)).arrayBuffer());
}

interface Opened {
  page: Page;
  email: string;
}

async function openForm(): Promise<Opened> {
  const email = newApplicant('TOOK_EXAM');
  const page = await openAs(demo, email, '/applicant/offline_payment');
  await page.locator('form').waitFor();
  await fillPayment(page);
  return { page, email };
}

test.each([
  ['image/jpeg', 'photo.jpeg'],
  ['image/png', 'PHOTO.PNG'],
] as const)('a large %s arrives as a smaller JPEG', async (type, name) => {
  const opened = await openForm();
  const large = await photo(opened.page, type);
  expect(large.length).toBeGreaterThan(300_000);
  const arrived = await sendReceipt(opened, name, type, large);
  expect(arrived.length).toBeLessThan(large.length * 0.6);
  expect(arrived.subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

test('a small picture arrives as it is', async () => {
  const small = picture('receipt.png').buffer;
  expect(await sendReceipt(await openForm(), 'receipt.png', 'image/png', small)).toEqual(small);
});

test('a large picture that cannot be drawn is sent as it is: the college decides', async () => {
  const broken = Buffer.concat([
    picture('receipt.png').buffer.subarray(0, 40),
    Buffer.alloc(400_000, 7),
    // The mock takes no file without its end.
    Buffer.from('IEND'),
  ]);
  expect(await sendReceipt(await openForm(), 'broken.png', 'image/png', broken)).toEqual(broken);
});
