/** A form that was refused stands still while she mends it: engines differ in whether they scroll after it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, fillRegistration, newEmail, startDemo } from './demo.ts';
import { messages, press } from './page.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

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

test('with everything mended its place stays until the form is sent again', async () => {
  const page = await refused(1280);
  const summary = page.locator('.error-summary');
  await summary.waitFor();
  const height = () => summary.evaluate((box) => box.getBoundingClientRect().height);
  const before = await height();
  await fillRegistration(page, newEmail());
  await messages(page, []);
  expect(await summary.isVisible()).toBe(false);
  expect(Math.abs((await height()) - before)).toBeLessThan(1);
  await page.getByLabel('First name').fill('');
  await press(page, 'Register');
  await summary.locator('li').waitFor();
  expect(await summary.locator('li').count()).toBe(1);
  expect(await height()).toBeLessThan(before);
});
