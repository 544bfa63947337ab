/** What is typed outlives the tab, where she asked for it. */
import { precreatedPassword } from '@one-planet/mocks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, heading, signIn, startDemo } from './demo.ts';
import { onDevice, openAsIn, openIn, openOnPhone, waits } from './offline.ts';
import { fillContact, fillEducation, save } from './steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const education = '/applicant/education_background';
const keep = 'Keep what I type on this device until I log out';

test('what is typed is there in a new tab after logging in again, where she asked for it', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await page.getByLabel(keep).check();
  await fillEducation(page);
  await expect.poll(() => onDevice(page)).toContain('draft/education');
  expect(await onDevice(page)).not.toMatch(/Menelik|Addis|example\.com/i);
  // A little time to write the last letter: the device is asked until the new tab has it.
  await page.close();
  const again = await openIn(phone, demo, `/login?redirectUrl=${encodeURIComponent(education)}`);
  await signIn(again, email, precreatedPassword);
  await expect.poll(() => again.getByLabel('Grade 10 Result').inputValue()).toBe('3,5');
  expect(await again.getByLabel(keep).isChecked()).toBe(true);
  await phone.close();
});

test('what is typed goes from the device with the tick, and with what is sent', async () => {
  const { phone, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await page.getByLabel(keep).check();
  await fillEducation(page);
  await expect.poll(() => onDevice(page)).toContain('draft/education');
  await page.getByLabel(keep).uncheck();
  await expect.poll(() => onDevice(page)).not.toMatch(/draft|keeps-typing/);
  await page.getByLabel(keep).check();
  await expect.poll(() => onDevice(page)).toContain('draft/education');
  await phone.setOffline(true);
  await save(page);
  await page.getByText(waits).waitFor();
  await phone.setOffline(false);
  await heading(page, 'Emergency Contact');
  await page.getByLabel(keep).waitFor();
  await expect.poll(() => onDevice(page)).not.toContain('draft/education');
  await fillContact(page);
  await expect.poll(() => onDevice(page)).toContain('draft/contact');
  await save(page);
  await heading(page, 'Apply to Program');
  await expect.poll(() => onDevice(page)).not.toContain('draft/contact');
  await phone.close();
});

test('what is typed is not kept beyond the tab by itself', async () => {
  const { phone, email, page } = await openOnPhone(demo, 'BIOGRAPHIC_APPLICANT2', education);
  await fillEducation(page);
  await page.close();
  const again = await openAsIn(phone, demo, email, education);
  await again.getByLabel(keep).waitFor();
  expect(await again.getByLabel('High School Address').inputValue()).toBe('');
  await phone.close();
});
