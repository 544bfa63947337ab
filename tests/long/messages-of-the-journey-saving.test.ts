/** What is said when a form is saved (journey specification, section 8), word for word. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs, openStep, type State } from '../site/applicants.ts';
import { type Demo, dialogText, heading, startDemo } from '../site/demo.ts';
import {
  answer,
  callsOf,
  closeDialog,
  cutTheNetwork,
  line,
  mend,
  path,
  press,
} from '../site/page.ts';
import { attachBiography, fillBiography, fillContact, fillEducation } from '../site/steps.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Step {
  state: State;
  operation: string;
  fill: (page: Page) => Promise<unknown>;
  button?: string;
  next: string;
}

const steps: [name: string, Step][] = [
  [
    'the biography',
    {
      state: 'BIOGRAPHIC_APPLICANT',
      operation: 'save_bio_data',
      fill: async (page) => {
        await fillBiography(page);
        await attachBiography(page);
      },
      next: 'Education Background',
    },
  ],
  [
    'the education background',
    {
      state: 'BIOGRAPHIC_APPLICANT2',
      operation: 'save_education_data',
      fill: fillEducation,
      next: 'Emergency Contact',
    },
  ],
  [
    'the emergency contact',
    {
      state: 'BIOGRAPHIC_APPLICANT3',
      operation: 'save_contact_data',
      fill: fillContact,
      next: 'Apply to Program',
    },
  ],
  [
    'the choice of a program',
    {
      state: 'READY_TO_APPLY',
      operation: 'apply_for_program',
      fill: (page) => page.locator('.radio').first().click(),
      button: 'Apply',
      next: 'Application Submitted',
    },
  ],
];

test.each(steps)(
  '%s: each failure shows the words of the server or ours, and the form stays, or waits for the network',
  async (_name, step) => {
    const { state, operation, fill, button = 'Save and Continue', next } = step;
    const page = await openStep(demo, state);
    const [calls, at] = [callsOf(page), path(page)];
    await fill(page);
    await press(page, button === 'Apply' ? button : 'Continue');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    const call = `applicants/private/${operation}`;
    const closed = 'The college is closed.';
    const failures: [fail: () => Promise<unknown>, message: string][] = [
      [() => answer(page, 400, JSON.stringify({ message: closed }), call), closed],
      [() => answer(page, 409, 'Not now.', call), 'Not now.'],
      [() => answer(page, 500, '', call), 'Error has happened. Please try again later.'],
    ];
    for (const [fail, message] of failures) {
      await fail();
      await press(page, button);
      expect(await dialogText(page)).toEqual(['Error', message]);
      await closeDialog(page);
      await mend(page);
    }
    await cutTheNetwork(page);
    await press(page, button);
    await line(page, 'This form is waiting for the connection');
    expect(path(page)).toBe(at);
    await mend(page);
    await heading(page, next);
    const files = calls.filter((made) => made.includes('upload_v2'));
    expect(files).toHaveLength(state === 'BIOGRAPHIC_APPLICANT' ? 2 : 0);
  },
);

describe('the profile', () => {
  const open = () => openAs(demo, newApplicant('APPLIED'), stepPaths.editProfile);

  test.each([
    [400, 'This phone number is taken.', ['This phone number is taken.']],
    [500, '', []],
  ])('a failure (%i): ours, and below it the words of the server', async (status, body, more) => {
    const page = await open();
    await answer(page, status, body, 'applicants/private/edit_profile/*');
    await press(page, 'Save changes');
    expect(await dialogText(page)).toEqual([
      'Error',
      'Error has happened, please check your input.',
      ...more,
    ]);
    await closeDialog(page);
    expect(path(page)).toBe(stepPaths.editProfile);
  });

  test('no network', async () => {
    const page = await open();
    await page.getByLabel('First name').waitFor();
    await cutTheNetwork(page);
    await press(page, 'Save changes');
    expect(await dialogText(page)).toEqual([
      'Error',
      'Error has happened, please check your connection.',
    ]);
  });

  test('saved: Success, then she is logged out and logs in again', async () => {
    const page = await open();
    await page.getByLabel('First name').fill('Hanna');
    await press(page, 'Save changes');
    expect(await dialogText(page)).toEqual([
      'Success',
      'Your profile has been successfully updated. Please log in again to ensure that the changes are saved.',
    ]);
    await closeDialog(page);
    await heading(page, 'Sign in');
    expect(path(page)).toBe('/login');
    expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });
});
