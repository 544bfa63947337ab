import type { Dialect } from '@one-planet/contract/wire';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { examKeyOf } from '../../offline/exam-storage.ts';
import { ownerHashOf } from '../../site/owner.ts';
import { password, register } from '../../testing/accounts.ts';
import type { Network } from '../../testing/network.ts';
import {
  closeDialog,
  fillField,
  findHeading,
  readDialogTexts,
  readErrorMessages,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const email = 'hana@example.com';

async function savePassword(user: UserEvent): Promise<void> {
  await fillField(user, 'Password', password);
  await fillField(user, 'Confirm password', password);
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

/** Calls the API without the site. @returns the response's status */
async function callApi({ backend }: Network, path: string, body: object): Promise<number> {
  const request = new Request(`http://mock.test/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await backend.fetch(request)).status;
}
const logInForStatus = (network: Network) =>
  callApi(network, '/auth/public/login', { email, password });

/** @returns what the password page was given, which is not in the history any more */
function readSecretState(): { token: string } {
  expect(history.state).toBeNull();
  return JSON.parse(sessionStorage.getItem('secret-state') ?? '{}').state;
}

// The page remembers which tokens it has sent, and equal seeds make equal tokens: each test has a seed of its own.
let seed = 0;
const startNetworkWithNewSeed = (dialect?: Dialect) => {
  seed += 1;
  return startNetwork({ seed, ...(dialect ? { dialect } : {}) });
};

describe("in React's strict mode, which runs effects twice", () => {
  test('the link is sent once, and the password is created with the token of the response', async () => {
    const network = await startNetworkWithNewSeed();
    const activationLink = await register(network, email);
    const historyLength = history.length;
    const { user } = await renderSite(activationLink, { network, strict: true });
    await findHeading('Set your password');
    expect(location.pathname).toBe('/applicant/password_confirmation');
    // The password page has replaced the link in the history.
    expect(history.length).toBe(historyLength);
    expect(network.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        activationLink.replace('/applicant/activate/', '/applicants/public/active/'),
        undefined,
      ],
    ]);
    const { token } = readSecretState();
    await savePassword(user);
    await findHeading('Password Registration Successful');
    const [createRequest] = network.requestsTo('/applicants/public/create_password/');
    expect(createRequest?.path).toBe(`/applicants/public/create_password/${token}`);
    expect(createRequest?.body).toEqual({ name: email, email, password });
    expect(network.requests).toHaveLength(2);
    expect(await logInForStatus(network)).toBe(200);
  });

  test('if activation sets the password, one request is sent, after the password was typed', async () => {
    const network = await startNetworkWithNewSeed({
      operations: { 'applicants.activate': { withPassword: true } },
    });
    const link = await register(network, email);
    const { user } = await renderSite(link, { network, strict: true });
    await findHeading('Set your password');
    expect(screen.getByText(/your account is activated with it/)).toBeTruthy();
    expect(network.requests).toEqual([]);
    await savePassword(user);
    await findHeading('Password Registration Successful');
    expect(network.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', link.replace('/applicant/activate/', '/applicants/public/active/'), { password }],
    ]);
    expect(await logInForStatus(network)).toBe(200);
  });
});

test("the page says that the link is being checked; if the response has no token, the link's own is used", async () => {
  const network = await startNetworkWithNewSeed();
  const activationBody = { status: 'NOT_ACTIVATED', email };
  const release = network.delay('/applicants/public/active/', 200, activationBody);
  network.respond('/applicants/public/create_password/', 200);
  const { user } = await renderSite('/applicant/activate/link%2Ftoken', { network });
  await findHeading('Activating your account');
  release();
  await findHeading('Set your password');
  await savePassword(user);
  await findHeading('Password Registration Successful');
  expect(network.requests.map(({ path }) => path)).toEqual([
    '/applicants/public/active/link/token',
    '/applicants/public/create_password/link/token',
  ]);
});

test.each([null, 'activated', { email: {}, token: {} }])(
  'after a response of %j the password page asks for the email address',
  async (body) => {
    const network = await startNetworkWithNewSeed();
    network.respond('/applicants/public/active/', 200, body);
    network.respond('/applicants/public/create_password/', 200);
    const { user } = await renderSite('/applicant/activate/odd', { network });
    await findHeading('Set your password');
    await savePassword(user);
    expect(await readErrorMessages()).toEqual(['Email is required']);
    await fillField(user, 'Email', email);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await findHeading('Password Registration Successful');
    expect(network.requests.at(-1)?.body).toEqual({ name: email, email, password });
  },
);

test('a response with another status than NOT_ACTIVATED leads to the login', async () => {
  const network = await startNetworkWithNewSeed();
  network.respond('/applicants/public/active/', 200, { status: 'ACTIVATED', email, token: 'x' });
  await renderSite('/applicant/activate/active-already', { network });
  await findHeading('Sign in');
  expect(location.pathname).toBe('/Login');
});

test('a link that was opened without a network can be tried again', async () => {
  const network = await startNetworkWithNewSeed();
  const link = await register(network, email);
  network.respond('/applicants/public/active/', 0);
  const { user } = await renderSite(link, { network });
  expect(await readDialogTexts()).toEqual([
    'Error',
    'There is some problem, please check your internet connection.',
  ]);
  await closeDialog(user);
  network.restore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await findHeading('Set your password');
});

const notFoundText =
  'Activation information is not found. Please register on the application form.';
const alreadyActiveText = 'This account is already activated.';

const unsureTitle = 'We could not check your link';
const usedTitle = 'This link was opened before';

test.each([
  [400, 'Bad token', notFoundText, 'Wrong token', 'Application Form'],
  [404, undefined, notFoundText, 'Wrong token', 'Application Form'],
  [500, { message: 'NullPointerException' }, notFoundText, unsureTitle, 'Application Form'],
  [409, undefined, expect.stringMatching(/./), usedTitle, 'Sign in'],
  [409, { message: alreadyActiveText }, alreadyActiveText, usedTitle, 'Sign in'],
])(
  'after a response of %i with %j the message is %j on the page "%s", and closing it leads to: %s',
  async (status, body, message, title, nextTitle) => {
    const network = await startNetworkWithNewSeed();
    network.respond('/applicants/public/active/', status, body);
    const token = encodeURIComponent(`${status} ${typeof body}`);
    const { user } = await renderSite(`/applicant/activate/${token}`, { network });
    await findHeading(title);
    expect((await readDialogTexts()).slice(0, 2)).toEqual(['Error', message]);
    const homeLink = within(screen.getByRole('main')).getByRole('link', { name: 'Go to Home' });
    expect(homeLink.getAttribute('href')).toBe('/');
    await closeDialog(user);
    await findHeading(nextTitle);
  },
);

test('after a 503 the link can be tried again from the message', async () => {
  const network = await startNetworkWithNewSeed();
  const link = await register(network, email);
  network.respond('/applicants/public/active/', 503);
  const { user } = await renderSite(link, { network });
  await findHeading(unsureTitle);
  expect(screen.queryByText(/Your link still works/)).toBeNull();
  network.restore();
  await user.click(inDialog().getByRole('button', { name: 'Try again' }));
  await findHeading('Set your password');
});

const inDialog = () => within(screen.getByRole('dialog'));

describe('a link that was opened before', () => {
  /** Opens a link after the API has already got its token, e.g. from a mail program or a scanner of links. */
  async function openUsedLink(network: Network) {
    const link = await register(network, email);
    const token = link.split('/').at(-1) ?? '';
    expect(await callApi(network, `/applicants/public/active/${token}`, {})).toBe(200);
    const rendered = await renderSite(link, { network });
    await screen.findByRole('dialog', { name: 'Error' });
    return { ...rendered, token };
  }

  test('leads to the password form with its token, which asks for the email address', async () => {
    const network = await startNetworkWithNewSeed();
    const { user, token } = await openUsedLink(network);
    expect((await readDialogTexts())[1]).toBe(alreadyActiveText);
    await user.click(inDialog().getByRole('link', { name: 'Set a password' }));
    await findHeading('Set your password');
    await fillField(user, 'Email', email);
    await savePassword(user);
    await findHeading('Password Registration Successful');
    const [createRequest] = network.requestsTo('/applicants/public/create_password/');
    expect(createRequest?.path).toBe(`/applicants/public/create_password/${token}`);
    expect(await logInForStatus(network)).toBe(200);
  });

  test("does not set a password for another applicant's address that was typed in this tab", async () => {
    sessionStorage.setItem('draft:account', JSON.stringify({ email: 'brother@example.com' }));
    const network = await startNetworkWithNewSeed();
    const { user } = await openUsedLink(network);
    await user.click(inDialog().getByRole('link', { name: 'Set a password' }));
    await findHeading('Set your password');
    const emailInput = screen.getByLabelText<HTMLInputElement>('Email');
    expect(emailInput.value).toBe('brother@example.com');
    await user.clear(emailInput);
    await fillField(user, 'Email', email);
    await savePassword(user);
    await findHeading('Password Registration Successful');
    expect(network.requestsTo('/applicants/public/create_password/')[0]?.body).toMatchObject({
      email,
    });
  });

  test('leads to the page that sends a new link, with the address that was typed in this tab', async () => {
    sessionStorage.setItem('draft:account', JSON.stringify({ email }));
    const network = await startNetworkWithNewSeed();
    const { user } = await openUsedLink(network);
    await user.click(inDialog().getByRole('link', { name: 'Send the link again' }));
    await findHeading('Resend Activation Email');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
  });

  test('leads to the login; if the account already has a password, the password form says so', async () => {
    const network = await startNetworkWithNewSeed();
    const { user, token } = await openUsedLink(network);
    const body = { name: email, email, password: 'Another-Horse-8' };
    await callApi(network, `/applicants/public/create_password/${token}`, body);
    expect(inDialog().getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    // The links are in the dialog and on the page behind it.
    for (const name of ['Sign in', 'Set a password', 'Send the link again'])
      expect(within(screen.getByRole('main')).getAllByRole('link', { name })).toHaveLength(2);
    await user.click(inDialog().getByRole('link', { name: 'Set a password' }));
    await findHeading('Set your password');
    await fillField(user, 'Email', email);
    await savePassword(user);
    expect(await readDialogTexts()).toEqual([
      'Error',
      'Password is already created for this account.',
    ]);
  });
});

test('an unknown link leads to the page that sends a new one', async () => {
  const { user } = await renderSite('/applicant/activate/nobody', {
    network: await startNetworkWithNewSeed(),
  });
  await findHeading('Wrong token');
  await user.click(inDialog().getByRole('link', { name: 'Send the link again' }));
  await findHeading('Resend Activation Email');
});

describe('a character that follows a link in a text', () => {
  test.each(['.', '።', '%E2%80%8B', ')', '**', '%22', '%3E', '_', '_.', '%C2%AD.', ').'])(
    '%s is removed from the token',
    async (tail) => {
      const network = await startNetworkWithNewSeed();
      const link = await register(network, email);
      await renderSite(`${link}${tail}`, { network });
      await findHeading('Set your password');
      expect(network.requestsTo('/applicants/public/active/').length).toBeGreaterThan(1);
    },
  );

  test('stays if the server knows the token with it', async () => {
    const network = await startNetworkWithNewSeed();
    network.respond('/applicants/public/active/', 200, { status: 'NOT_ACTIVATED', email });
    await renderSite('/applicant/activate/abc_.', { network });
    await findHeading('Set your password');
    expect(network.requests.map(({ path }) => path)).toEqual(['/applicants/public/active/abc_.']);
  });

  test.each([
    [406, 'Password is already created for this account.'],
    [400, 'The password is too common.'],
  ])('is not removed after a %i, which does not mean an unknown token', async (status, message) => {
    const network = await startNetworkWithNewSeed();
    network.respond('/applicants/public/create_password/abc==', status, { message });
    network.respond('/auth/public/login', 401, { message: 'no' });
    const historyState = { status: 'NOT_ACTIVATED', token: 'abc==', email };
    const passwordFormPath = '/applicant/password_confirmation';
    const { user } = await renderSite(passwordFormPath, { network, historyState });
    await findHeading('Set your password');
    await savePassword(user);
    expect((await readDialogTexts()).slice(0, 2)).toEqual(['Error', message]);
    expect(network.requestsTo('/applicants/public/create_password/')).toHaveLength(1);
  });

  test('is removed in two steps; if no token is known, the first refusal counts', async () => {
    const network = await startNetworkWithNewSeed();
    await renderSite('/applicant/activate/nobody_.', { network });
    await findHeading('Wrong token');
    const tokens = network
      .requestsTo('/applicants/public/active/')
      .map(({ path }) => path.split('/').at(-1));
    expect(tokens).toEqual(['nobody_.', 'nobody_', 'nobody']);
  });

  test('is removed if activation sets the password', async () => {
    const network = await startNetworkWithNewSeed({
      operations: { 'applicants.activate': { withPassword: true } },
    });
    const { user } = await renderSite(`${await register(network, email)}.`, { network });
    await findHeading('Set your password');
    await savePassword(user);
    await findHeading('Password Registration Successful');
    expect(await logInForStatus(network)).toBe(200);
  });
});

describe('if an applicant is logged in', () => {
  test('the page says so, and sends the link once she has logged out', async () => {
    const network = await startNetworkWithNewSeed();
    const link = await register(network, email);
    const { user } = await renderSite(link, { network, isLoggedIn: true });
    await findHeading('You are logged in');
    screen.getByText(/^Hana is logged in here, and the link you opened activates an account\./);
    expect(network.requestsTo('/applicants/public/active/')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Log out and go on' }));
    await findHeading('Set your password');
    expect(sessionStorage.getItem('token')).toBeNull();
  });

  test('she can stay logged in, and cannot log out while a test is running', async () => {
    const network = await startNetworkWithNewSeed();
    const link = await register(network, email);
    localStorage.setItem(examKeyOf(ownerHashOf(email)), JSON.stringify({ deadline: Date.now() }));
    await renderSite(link, { network, isLoggedIn: true });
    await findHeading('You are logged in');
    expect(screen.queryByRole('button', { name: 'Log out and go on' })).toBeNull();
    screen.getByText(/^A test is running here\./);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Stay logged in' }).getAttribute('href')).toBe('/');
    localStorage.clear();
  });
});

describe('a password that exists already', () => {
  async function saveAfterCreation(existingPassword: string) {
    const network = await startNetworkWithNewSeed();
    const { user } = await renderSite(await register(network, email), { network });
    await findHeading('Set your password');
    const { token } = readSecretState();
    const body = { name: email, email, password: existingPassword };
    await callApi(network, `/applicants/public/create_password/${token}`, body);
    await savePassword(user);
    return user;
  }

  test('is named in a message, which leads to the login', async () => {
    const user = await saveAfterCreation('Another-Horse-8');
    expect(await readDialogTexts()).toEqual([
      'Error',
      'Password is already created for this account.',
    ]);
    await closeDialog(user);
    await findHeading('Sign in');
  });

  test('logs in if it is the one that was typed, because its response was lost', async () => {
    await saveAfterCreation(password);
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sessionStorage.getItem('token')).not.toBeNull();
    localStorage.clear();
  });
});

describe('the password form', () => {
  const historyState = { status: 'NOT_ACTIVATED', token: 'abc', email, firstName: 'HANA' };
  const path = '/applicant/password_confirmation';
  const createPasswordPath = '/applicants/public/create_password/';

  async function openPasswordForm(network: Network) {
    const rendered = await renderSite(path, { network, historyState });
    await findHeading('Set your password');
    return rendered;
  }

  test.each([200, 201])(
    'says saving... and sends one request, for which a %i without a body is a success',
    async (status) => {
      const network = await startNetworkWithNewSeed();
      const release = network.delay(createPasswordPath, status, undefined);
      const { user } = await openPasswordForm(network);
      await savePassword(user);
      await user.click(await screen.findByRole('button', { name: 'saving...' }));
      release();
      await findHeading('Password Registration Successful');
      expect(network.requests).toHaveLength(1);
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('link', { name: 'Take DLT' }).getAttribute('href')).toBe(
        '/applicant/take_exam',
      );
    },
  );

  test('refuses empty passwords, and two that differ', async () => {
    const { user } = await openPasswordForm(await startNetworkWithNewSeed());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await readErrorMessages()).toEqual([
      'Password can not be empty',
      'Confirm password can not be empty',
    ]);
    await fillField(user, 'Password', password);
    await fillField(user, 'Confirm password', `${password}!`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await readErrorMessages()).toEqual(['Passwords must match']);
  });

  test.each([
    [400, { message: 'This address is not known.' }, 'This address is not known.'],
    [500, undefined, 'Error has happened. Please try again later.'],
    [0, undefined, 'Please check your internet connection.'],
  ])('stays after a %i with %j, and a message says why', async (status, body, message) => {
    const network = await startNetworkWithNewSeed();
    network.respond(createPasswordPath, status, body);
    const { user } = await openPasswordForm(network);
    await savePassword(user);
    expect(await readDialogTexts()).toEqual(['Error', message]);
    await closeDialog(user);
    expect(location.pathname).toBe(path);
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(password);
  });

  test('shows and hides each password separately, and stores none in the tab', async () => {
    const { user } = await openPasswordForm(await startNetworkWithNewSeed());
    await fillField(user, 'Password', password);
    const readInputTypes = () =>
      ['Password', 'Confirm password'].map((label) =>
        screen.getByLabelText(label).getAttribute('type'),
      );
    await user.click(screen.getByRole('button', { name: 'Show: Password' }));
    expect(readInputTypes()).toEqual(['text', 'password']);
    await user.click(screen.getByRole('button', { name: 'Hide: Password' }));
    expect(readInputTypes()).toEqual(['password', 'password']);
    expect(JSON.stringify(sessionStorage)).not.toContain(password);
  });

  test.each([null, {}, { status: 'ACTIVATED', token: 'abc' }])(
    'redirects to the login if the history state is %j',
    async (state) => {
      await renderSite(path, { historyState: state });
      await findHeading('Sign in');
      expect(location.pathname).toBe('/Login');
    },
  );
});
