import { precreatedEmailIn } from '@one-planet/mocks';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { keepDraft, readDraft } from '../../offline/drafts.ts';
import { createClock } from '../../site/clock.ts';
import { readSession, storeSession } from '../../site/stored-session.ts';
import { type State, startAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  findHeading,
  readDialogTexts,
  readErrorMessages,
  renderSite,
} from '../../testing/render-site.tsx';

const path = '/applicant/edit_profile';
const userPath = '/auth/private';
const profilePath = '/applicants/private/get_by_email';
const editPath = '/applicants/private/edit_profile';
const readyEmail = precreatedEmailIn('READY_TO_APPLY');
const draftName = `profile:${readyEmail}`;
const accountBody = {
  firstName: 'ABEBA',
  middleName: 'LEMMA',
  lastName: 'WOLDE',
  phone: '+251911223344',
};

const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const saveProfile = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Sav/ }));

async function retype(user: UserEvent, label: string, text: string): Promise<void> {
  await user.clear(await findField(label));
  if (text) await user.type(await findField(label), text);
}

const startIn = (state: State = 'READY_TO_APPLY') => startAs(state);

/** Removes the id from the session, as if the backend had not sent it at the login. */
function removeSessionId(): void {
  const session = readSession(createClock());
  if (session)
    storeSession(createClock(), { ...session, id: null }, sessionStorage.getItem('token') ?? '');
}

async function openProfile(network: Network) {
  const rendered = await renderSite(path, { network });
  await findHeading('Edit Profile');
  return rendered;
}

describe('the fields', () => {
  test.each(['ACTIVATED', 'APPLIED'] as const)('are filled in the state %s', async (state) => {
    const { network, id } = await startIn(state);
    network.respond(userPath, 200, accountBody);
    await openProfile(network);
    expect((await findField('First name')).value).toBe('ABEBA');
    expect((await findField('Middle name')).value).toBe('LEMMA');
    expect((await findField('Last name')).value).toBe('WOLDE');
    expect((await findField('Phone number')).value).toBe('+251 91 122 3344');
    expect(network.requestsTo(userPath).map(({ path }) => path)).toEqual([`${userPath}/${id}`]);
    expect(network.requestsTo(profilePath)).toHaveLength(0);
  });

  test.each([403, 404, 500])(
    'come from the profile if the account is refused with a %i',
    async (status) => {
      const { network } = await startIn();
      network.respond(userPath, status);
      network.respond(profilePath, 200, { ...accountBody, status: 'READY_TO_APPLY' });
      await openProfile(network);
      expect((await findField('Last name')).value).toBe('WOLDE');
    },
  );

  test('come from the profile if the session has no id', async () => {
    const { network } = await startIn();
    removeSessionId();
    network.respond(profilePath, 200, { ...accountBody, id: 5, status: 'READY_TO_APPLY' });
    await openProfile(network);
    expect((await findField('Last name')).value).toBe('WOLDE');
    expect(network.requestsTo(userPath)).toHaveLength(0);
  });

  test("are empty if the backend's value is missing or no text", async () => {
    const { network } = await startIn();
    network.respond(userPath, 200, {
      firstName: null,
      lastName: { first: 1 },
      phone: 251911234567,
    });
    await openProfile(network);
    expect((await findField('First name')).value).toBe('');
    expect((await findField('Last name')).value).toBe('');
    expect((await findField('Phone number')).value).toBe('+251 91 123 4567');
  });

  test("have what was typed before rather than the server's values", async () => {
    const { network } = await startIn();
    const { user, unmount } = await openProfile(network);
    await retype(user, 'First name', 'ሐና');
    unmount();
    await openProfile(network);
    expect((await findField('First name')).value).toBe('ሐና');
    expect((await findField('Phone number')).value).toMatch(/^\+251 9/);
  });
});

test('every field is required', async () => {
  const { network } = await startIn();
  const { user } = await openProfile(network);
  const labels = ['First name', 'Middle name', 'Last name', 'Phone number'];
  for (const label of labels) await retype(user, label, '  ');
  await saveProfile(user);
  expect(await readErrorMessages()).toEqual(labels.map((label) => `${label} is required`));
  expect(network.requestsTo(editPath)).toHaveLength(0);
});

describe('a success', () => {
  const successTexts = [
    'Success',
    'Your profile has been successfully updated. Please log in again to ensure that the changes are saved.',
  ];

  test('is shown; closing its dialog ends the session and opens the login page', async () => {
    const { network, email, id } = await startIn();
    keepDraft(`education:${readyEmail}`, { highSchoolAddress: 'Arada' });
    const { user } = await openProfile(network);
    await retype(user, 'First name', ' Hana ');
    await retype(user, 'Middle name', 'Tesfaye');
    await retype(user, 'Last name', 'Bekele');
    await retype(user, 'Phone number', '+251911234567');
    await saveProfile(user);
    expect(await readDialogTexts()).toEqual(successTexts);
    expect(network.requestsTo(editPath)).toMatchObject([
      {
        method: 'PUT',
        path: `${editPath}/${id}`,
        body: {
          firstName: 'Hana',
          middleName: 'Tesfaye',
          lastName: 'Bekele',
          phone: '+251911234567',
          email,
        },
      },
    ]);
    expect(readSession(createClock())).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await findHeading('Sign in');
    expect(location.pathname + location.search).toBe('/login');
    expect(readSession(createClock())).toBeNull();
    expect(readDraft(draftName)).toEqual({});
    expect(readDraft(`education:${readyEmail}`)).toEqual({});
  });

  test("may be a 204; without an id in the session the profile's is sent", async () => {
    const { network } = await startIn();
    removeSessionId();
    network.respond(profilePath, 200, { ...accountBody, id: 'a-5', status: 'READY_TO_APPLY' });
    network.respond(editPath, 204);
    const { user } = await openProfile(network);
    await findField('First name');
    await saveProfile(user);
    expect(await readDialogTexts()).toEqual(successTexts);
    expect(network.requestsTo(editPath)[0]?.path).toBe(`${editPath}/a-5`);
  });
});

describe('a failure', () => {
  async function failToSave(status: number, body?: unknown) {
    const { network } = await startIn();
    const { user } = await openProfile(network);
    await retype(user, 'First name', 'Hana');
    network.respond(editPath, status, body);
    await saveProfile(user);
    return { user, network };
  }

  const checkInputText = 'Error has happened, please check your input.';

  test.each([
    [400, { message: 'The phone is wrong.' }, [checkInputText, 'The phone is wrong.']],
    [400, 'The phone is wrong.', [checkInputText, 'The phone is wrong.']],
    [400, undefined, [checkInputText]],
    [500, undefined, [checkInputText]],
    [0, undefined, ['Error has happened, please check your connection.']],
  ])('of %i with %j is shown, and what was typed stays', async (status, body, messageTexts) => {
    const { user } = await failToSave(status, body);
    expect(await readDialogTexts()).toEqual(['Error', ...messageTexts]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect((await findField('First name')).value).toBe('Hana');
    expect(readDraft(draftName).firstName).toBe('Hana');
    expect(readSession(createClock())).not.toBeNull();
  });

  test('of 401 leads to the login and keeps what was typed', async () => {
    await failToSave(401);
    await findHeading('Sign in');
    expect(location.search).toBe('?redirectUrl=%2Fapplicant%2Fedit_profile');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(readDraft(draftName).firstName).toBe('Hana');
  });
});

test('without an id the button is disabled, and pressing it shows why', async () => {
  const { network } = await startIn();
  removeSessionId();
  network.respond(profilePath, 200, { ...accountBody, id: null, status: 'READY_TO_APPLY' });
  const { user } = await openProfile(network);
  await retype(user, 'First name', 'Hana');
  const button = screen.getByRole('button', { name: 'Save changes' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await saveProfile(user);
  expect(await readDialogTexts()).toEqual(['Error', expect.stringMatching(/cannot be saved now/)]);
  expect(network.requestsTo(editPath)).toHaveLength(0);
  expect(readDraft(draftName).firstName).toBe('Hana');
});
