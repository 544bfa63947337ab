// @vitest-environment happy-dom

import { precreatedEmailIn } from '@one-planet/mocks';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { keepDraft, readDraft } from '../../offline/drafts.ts';
import { readSession, storeSession } from '../../site/stored-session.ts';
import { type State, startAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import { dialogTexts, heading, messages, renderSite } from '../../testing/render-site.tsx';

const path = '/applicant/edit_profile';
const user = '/auth/private';
const profile = '/applicants/private/get_by_email';
const editing = '/applicants/private/edit_profile';
const ready = precreatedEmailIn('READY_TO_APPLY');
const draft = `profile:${ready}`;
const names = {
  firstName: 'ABEBA',
  middleName: 'LEMMA',
  lastName: 'WOLDE',
  phone: '+251911223344',
};

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = (by: UserEvent) => by.click(screen.getByRole('button', { name: /^Sav/ }));

async function retype(by: UserEvent, label: string, text: string): Promise<void> {
  await by.clear(await field(label));
  if (text) await by.type(await field(label), text);
}

const start = (state: State = 'READY_TO_APPLY') => startAs(state);

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
    expect((await field('Phone number')).value).toBe('+251 91 122 3344');
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

test('every field is required', async () => {
  const { network } = await start();
  const { user: by } = await open(network);
  const labels = ['First name', 'Middle name', 'Last name', 'Phone number'];
  for (const label of labels) await retype(by, label, '  ');
  await save(by);
  expect(await messages()).toEqual(labels.map((label) => `${label} is required`));
  expect(network.to(editing)).toHaveLength(0);
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
  async function fail(status: number, body?: unknown) {
    const { network } = await start();
    const { user: by } = await open(network);
    await retype(by, 'First name', 'Hana');
    network.answer(editing, status, body);
    await save(by);
    return { by, network };
  }

  const input = 'Error has happened, please check your input.';

  test.each([
    [400, { message: 'The phone is wrong.' }, [input, 'The phone is wrong.']],
    [400, 'The phone is wrong.', [input, 'The phone is wrong.']],
    [400, undefined, [input]],
    [500, undefined, [input]],
    [0, undefined, ['Error has happened, please check your connection.']],
  ])('by a %i with %j is shown, and what was typed stays', async (status, body, said) => {
    const { by } = await fail(status, body);
    expect(await dialogTexts()).toEqual(['Error', ...said]);
    await by.click(screen.getByRole('button', { name: 'Close' }));
    expect((await field('First name')).value).toBe('Hana');
    expect(readDraft(draft).firstName).toBe('Hana');
    expect(readSession()).not.toBeNull();
  });

  test('because the session is over leads to the login and keeps what was typed', async () => {
    await fail(401);
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
