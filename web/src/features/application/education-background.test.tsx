import { educationForm } from '@one-planet/contract';
import { applicantsForEveryState, precreatedEmailIn } from '@one-planet/mocks';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openForm } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  checkAndSend,
  fillField,
  findHeading,
  messagesWhenEmpty,
  readErrorMessages,
  startNetwork,
} from '../../testing/render-site.tsx';

const path = '/applicant/education_background';
const savePath = '/applicants/private/save_education_data';
const draftKey = `draft:education:${precreatedEmailIn('BIOGRAPHIC_APPLICANT2')}`;

const typedTexts = {
  'Last Attended High School': 'Menelik II Secondary School',
  'High School Address': 'Arada, Addis Ababa',
  'Grade 10 Result': '3.6',
  'Grade 10 Exam Taken Year': '2019',
  'Grade 12 Result': '512',
  'Grade 12 Exam Taken Year': '2021',
};

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = (user: UserEvent) => checkAndSend(user, 'Continue', 'Save and Continue');

const openEducation = (network?: Network, applicantNumber?: number) =>
  openForm(path, 'BIOGRAPHIC_APPLICANT2', network, applicantNumber);

async function fillForm(user: UserEvent, changes: Record<string, string> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...typedTexts, ...changes })) {
    if (text) await fillField(user, label, text);
  }
}

test('results and years are sent as numbers, and the emergency contact comes next', async () => {
  const { user, network } = await openEducation();
  expect(screen.getByText('Step 6 of 9: education background')).toBeTruthy();
  // Hints name the ranges, and phones show a keyboard for numbers.
  expect(screen.getByText(/^From 0 to 4 in steps of 0\.1, for example 3\.5\./)).toBeTruthy();
  expect(screen.getByText('From 0 to 700.')).toBeTruthy();
  expect(getField('Grade 10 Result').inputMode).toBe('decimal');
  expect(getField('Grade 12 Exam Taken Year').inputMode).toBe('numeric');
  await fillForm(user, {
    'Last Attended High School': '  ተፈሪ መኮንን ',
    'Grade 10 Result': ' 3,5 ',
    'Grade 12 Result': '512,5',
  });
  await save(user);
  await findHeading('Emergency Contact');
  expect(location.pathname).toBe('/applicant/emergency_contact');
  expect(network.requestsTo(savePath).map(({ method, body }) => [method, body])).toEqual([
    [
      'POST',
      {
        lastAttendedHighSchool: 'ተፈሪ መኮንን',
        highSchoolAddress: 'Arada, Addis Ababa',
        grade10Result: 3.5,
        grade10Year: 2019,
        grade12Result: 512.5,
        grade12Year: 2021,
      },
    ],
  ]);
  expect(sessionStorage.getItem(draftKey)).toBeNull();
});

test('empty fields, invalid numbers, and grade 12 too soon after grade 10 are refused and not sent', async () => {
  const { user, network } = await openEducation();
  await save(user);
  expect(await readErrorMessages()).toEqual(messagesWhenEmpty(educationForm));
  expect(getField('Grade 10 Result').getAttribute('aria-invalid')).toBe('true');
  await fillForm(user, { 'Grade 10 Result': '3,5,1', 'Grade 12 Exam Taken Year': '2020' });
  await save(user);
  expect(await readErrorMessages()).toEqual([
    'Grade 10 Result must be a number, for example 3.5',
    'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
  ]);
  expect(network.requestsTo(savePath)).toHaveLength(0);
});

test('without a network the form waits, can be taken back, and is sent once the network is back', async () => {
  const { user, network } = await openEducation();
  await fillForm(user);
  network.cut();
  await save(user);
  await screen.findByText('This form is waiting for the connection');
  expect(sessionStorage.getItem(draftKey)).toContain('Menelik');
  await user.click(screen.getAllByRole('button', { name: 'Take back' })[0] as HTMLElement);
  await waitFor(() => expect(getField('High School Address').value).toBe('Arada, Addis Ababa'));
  await save(user);
  await screen.findByText('This form is waiting for the connection');
  network.restore();
  dispatchEvent(new Event('online'));
  await findHeading('Emergency Contact');
  expect(network.requestsTo(savePath).at(-1)?.body).toMatchObject({ grade12Result: 512 });
  expect(sessionStorage.getItem(draftKey)).toBeNull();
});

test('what was typed is restored when the page is opened again, but not for another applicant in the tab', async () => {
  const network = await startNetwork({ applicants: 2 * applicantsForEveryState });
  const { user, unmount } = await openEducation(network);
  await fillForm(user);
  unmount();
  const reopenedSite = await openEducation(network);
  for (const [label, text] of Object.entries(typedTexts)) expect(getField(label).value).toBe(text);
  reopenedSite.unmount();
  await openEducation(network, 2);
  expect(getField('High School Address').value).toBe('');
});
