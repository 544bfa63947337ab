// @vitest-environment happy-dom

import type { ApplicantState } from '@one-planet/contract/lifecycle';
import { oneInEachState, precreatedEmailIn } from '@one-planet/mocks';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { keepDraft, readDraft } from '../../offline/drafts.ts';
import { readSession, storeSession } from '../../offline/stored-session.ts';
import { logInAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  dialogTexts,
  heading,
  messages,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const path = '/applicant/edit_profile';
const user = '/auth/private';
const profile = '/applicants/private/get_by_email';
const editing = '/applicants/private/edit_profile';
const ready = precreatedEmailIn('READY_TO_APPLY');
const draft = `profile:${ready}`;
const names = { firstName: 'ABEBA', middleName: 'LEMMA', lastName: 'WOLDE', phone: '+251911' };

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = (by: UserEvent) => by.click(screen.getByRole('button', { name: /^Sav/ }));

async function retype(by: UserEvent, label: string, text: string): Promise<void> {
  await by.clear(await field(label));
  if (text) await by.type(await field(label), text);
}

async function start(state: Exclude<ApplicantState, 'NOT_ACTIVATED'> = 'READY_TO_APPLY') {
  const network = await startNetwork({ applicants: oneInEachState });
  return { network, ...(await logInAs(network, state)) };
}

/** The login did not answer the applicant's number. */
function forgetId(): void {
  const session = readSession();
  if (session) storeSession({ ...session, id: null }, sessionStorage.getItem('token') ?? '');
}

async function open(network: Network) {
  const rendered = await renderSite(path, { network });
  await heading('Edit Profile');
  return rendered;
}

describe('the fields', () => {
  test.each(['ACTIVATED', 'APPLIED'] as const)('are filled in the state %s', async (state) => {
    const { network, id } = await start(state);
    network.answer(user, 200, names);
    await open(network);
    expect((await field('First name')).value).toBe('ABEBA');
    expect((await field('Middle name')).value).toBe('LEMMA');
    expect((await field('Last name')).value).toBe('WOLDE');
    expect((await field('Phone number')).value).toBe('+251911');
    expect(network.to(user).map(({ path }) => path)).toEqual([`${user}/${id}`]);
    expect(network.to(profile)).toHaveLength(0);
  });

  test.each([403, 404, 500])(
    'come from the profile where the account is refused by a %i',
    async (status) => {
      const { network } = await start();
      network.answer(user, status);
      network.answer(profile, 200, { ...names, status: 'READY_TO_APPLY' });
      await open(network);
      expect((await field('Last name')).value).toBe('WOLDE');
    },
  );

  test('come from the profile where the login had no number', async () => {
    const { network } = await start();
    forgetId();
    network.answer(profile, 200, { ...names, id: 5, status: 'READY_TO_APPLY' });
    await open(network);
    expect((await field('Last name')).value).toBe('WOLDE');
    expect(network.to(user)).toHaveLength(0);
  });

  test('are empty where the backend knows nothing, or something odd', async () => {
    const { network } = await start();
    network.answer(user, 200, { firstName: null, lastName: { first: 1 }, phone: 251911234567 });
    await open(network);
    expect((await field('First name')).value).toBe('');
    expect((await field('Last name')).value).toBe('');
    expect((await field('Phone number')).value).toBe('+251 91 123 4567');
  });

  test('that cannot be read leave a quiet line with a retry', async () => {
    const { network } = await start();
    network.answer(user, 500);
    network.answer(profile, 500);
    const { user: by } = await open(network);
    await screen.findByText("We couldn't load your profile.");
    network.mend();
    await by.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await field('Phone number')).value).toMatch(/^\+251 9/);
  });

  test('hold what was typed before rather than what the server knows', async () => {
    const { network } = await start();
    const { user: by, unmount } = await open(network);
    await retype(by, 'First name', 'ሐና');
    unmount();
    await open(network);
    expect((await field('First name')).value).toBe('ሐና');
    expect((await field('Phone number')).value).toMatch(/^\+251 9/);
  });
});

describe('the rules', () => {
  test('every field is required', async () => {
    const { network } = await start();
    const { user: by } = await open(network);
    const labels = ['First name', 'Middle name', 'Last name', 'Phone number'];
    for (const label of labels) await retype(by, label, '  ');
    await save(by);
    expect(await messages()).toEqual(labels.map((label) => `${label} is required`));
    expect(network.to(editing)).toHaveLength(0);
  });
});

describe('a success', () => {
  const success = [
    'Success',
    'Your profile has been successfully updated. Please log in again to ensure that the changes are saved.',
  ];

  test('is shown; closing it ends the session and leads to the plain login page', async () => {
    const { network, email, id } = await start();
    keepDraft(`education:${ready}`, { highSchoolAddress: 'Arada' });
    const { user: by } = await open(network);
    await retype(by, 'First name', ' Hana ');
    await retype(by, 'Middle name', 'Tesfaye');
    await retype(by, 'Last name', 'Bekele');
    await retype(by, 'Phone number', '+251911234567');
    await save(by);
    expect(await dialogTexts()).toEqual(success);
    expect(network.to(editing)).toMatchObject([
      {
        method: 'PUT',
        path: `${editing}/${id}`,
        body: {
          firstName: 'Hana',
          middleName: 'Tesfaye',
          lastName: 'Bekele',
          phone: '+251911234567',
          email,
        },
      },
    ]);
    expect(readSession()).not.toBeNull();
    await by.click(screen.getByRole('button', { name: 'Close' }));
    await heading('Sign in');
    expect(location.pathname + location.search).toBe('/login');
    expect(readSession()).toBeNull();
    expect(readDraft(draft)).toEqual({});
    expect(readDraft(`education:${ready}`)).toEqual({});
  });

  test('may be a 204, and is saved with the number of the profile', async () => {
    const { network } = await start();
    forgetId();
    network.answer(profile, 200, { ...names, id: 'a-5', status: 'READY_TO_APPLY' });
    network.answer(editing, 204);
    const { user: by } = await open(network);
    await field('First name');
    await save(by);
    expect(await dialogTexts()).toEqual(success);
    expect(network.to(editing)[0]?.path).toBe(`${editing}/a-5`);
  });
});

describe('a failure', () => {
  async function fail(prepare: (network: Network) => void) {
    const { network } = await start();
    const { user: by } = await open(network);
    await retype(by, 'First name', 'Hana');
    prepare(network);
    await save(by);
    return { by, network };
  }

  test.each([
    [400, { message: 'The phone is wrong.' }, ['The phone is wrong.']],
    [400, 'The phone is wrong.', ['The phone is wrong.']],
    [400, undefined, []],
    [500, undefined, []],
  ])('by a %i with %j is shown, and what was typed stays', async (status, body, more) => {
    const { by } = await fail((network) => network.answer(editing, status, body));
    expect(await dialogTexts()).toEqual([
      'Error',
      'Error has happened, please check your input.',
      ...more,
    ]);
    await by.click(screen.getByRole('button', { name: 'Close' }));
    expect((await field('First name')).value).toBe('Hana');
    expect(readDraft(draft).firstName).toBe('Hana');
    expect(readSession()).not.toBeNull();
  });

  test('of the network is shown', async () => {
    await fail((network) => network.cut());
    expect(await dialogTexts()).toEqual([
      'Error',
      'Error has happened, please check your connection.',
    ]);
    expect(readDraft(draft).firstName).toBe('Hana');
  });

  test('because the session is over leads to the login and keeps what was typed', async () => {
    await fail((network) => network.answer(editing, 401));
    await heading('Sign in');
    expect(location.search).toBe('?redirectUrl=%2Fapplicant%2Fedit_profile');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(readDraft(draft).firstName).toBe('Hana');
  });
});

test('without a number nothing can be saved, which is said before and after', async () => {
  const { network } = await start();
  forgetId();
  network.answer(profile, 200, { ...names, id: null, status: 'READY_TO_APPLY' });
  const { user: by } = await open(network);
  await retype(by, 'First name', 'Hana');
  const button = screen.getByRole('button', { name: 'Save changes' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await save(by);
  expect(await dialogTexts()).toEqual(['Error', expect.stringMatching(/cannot be saved now/)]);
  expect(network.to(editing)).toHaveLength(0);
  expect(readDraft(draft).firstName).toBe('Hana');
});
