// @vitest-environment happy-dom
import type { Dialect } from '@one-planet/contract/wire';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { password, registered } from '../../testing/accounts.ts';
import type { Network } from '../../testing/network.ts';
import {
  closeDialog,
  dialogTexts,
  fill,
  heading,
  messages,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const email = 'hana@example.com';

async function save(user: UserEvent): Promise<void> {
  await fill(user, 'Password', password);
  await fill(user, 'Confirm password', password);
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

/** Calls the API without the site. @returns the status */
async function call({ backend }: Network, path: string, body: object): Promise<number> {
  const request = new Request(`http://mock.test/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await backend.fetch(request)).status;
}
const logInStatus = (network: Network) => call(network, '/auth/public/login', { email, password });

// One page load spends a link once, and a seed makes the same links: each test has a seed of its own.
let seed = 0;
const start = (dialect?: Dialect) => {
  seed += 1;
  return startNetwork({ seed, ...(dialect ? { dialect } : {}) });
};

describe('where React does everything twice', () => {
  test('the link is spent once, and the password is created with what it answered', async () => {
    const network = await start();
    const link = await registered(network, email);
    const entries = history.length;
    const { user } = await renderSite(link, { network, strict: true });
    await heading('Set your password');
    expect(location.pathname).toBe('/applicant/password_confirmation');
    // The link is not left in the history.
    expect(history.length).toBe(entries);
    expect(network.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', link.replace('/applicant/activate/', '/applicants/public/active/'), undefined],
    ]);
    const { token } = history.state as { token: string };
    await save(user);
    await heading('Password Registration Successful');
    const [created] = network.to('/applicants/public/create_password/');
    expect(created?.path).toBe(`/applicants/public/create_password/${token}`);
    expect(created?.body).toEqual({ name: email, email, password });
    expect(network.sent).toHaveLength(2);
    expect(await logInStatus(network)).toBe(200);
  });

  test('where activation sets the password, nothing is sent before it is typed, and then once', async () => {
    const network = await start({ operations: { 'applicants.activate': { withPassword: true } } });
    const link = await registered(network, email);
    const { user } = await renderSite(link, { network, strict: true });
    await heading('Set your password');
    expect(screen.getByText(/your account is activated with it/)).toBeTruthy();
    expect(network.sent).toEqual([]);
    await save(user);
    await heading('Password Registration Successful');
    expect(network.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', link.replace('/applicant/activate/', '/applicants/public/active/'), { password }],
    ]);
    expect(await logInStatus(network)).toBe(200);
  });
});

test('while the link is looked at, the page says so; an answer without a token of its own is gone on with by that of the link', async () => {
  const network = await start();
  const answer = { status: 'NOT_ACTIVATED', email };
  const release = network.hold('/applicants/public/active/', 200, answer);
  network.answer('/applicants/public/create_password/', 200);
  const { user } = await renderSite('/applicant/activate/link%2Ftoken', { network });
  await heading('Activating your account');
  release();
  await heading('Set your password');
  await save(user);
  await heading('Password Registration Successful');
  expect(network.sent.map(({ path }) => path)).toEqual([
    '/applicants/public/active/link/token',
    '/applicants/public/create_password/link/token',
  ]);
});

test.each([null, 'activated', { email: {}, token: {} }])(
  'where the answer is %j, the password page asks for the email address',
  async (body) => {
    const network = await start();
    network.answer('/applicants/public/active/', 200, body);
    network.answer('/applicants/public/create_password/', 200);
    const { user } = await renderSite('/applicant/activate/odd', { network });
    await heading('Set your password');
    await save(user);
    expect(await messages()).toEqual(['Email is required']);
    await fill(user, 'Email', email);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await heading('Password Registration Successful');
    expect(network.sent.at(-1)?.body).toEqual({ name: email, email, password });
  },
);

test('an answer of another status than NOT_ACTIVATED leads to the login', async () => {
  const network = await start();
  network.answer('/applicants/public/active/', 200, { status: 'ACTIVATED', email, token: 'x' });
  await renderSite('/applicant/activate/active-already', { network });
  await heading('Sign in');
  expect(location.pathname).toBe('/Login');
});

test('a link that finds no network can be tried again', async () => {
  const network = await start();
  const link = await registered(network, email);
  network.cut();
  const { user } = await renderSite(link, { network });
  expect(await dialogTexts()).toEqual([
    'Error',
    'There is some problem, please check your internet connection.',
  ]);
  await closeDialog(user);
  network.mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Set your password');
});

const unknown = 'Activation information is not found. Please register on the application form.';
const active = 'This account is already activated.';

test.each([
  [400, 'Bad token', unknown, 'Application Form'],
  [404, undefined, unknown, 'Application Form'],
  [500, { message: 'NullPointerException' }, unknown, 'Application Form'],
  [409, undefined, expect.stringMatching(/./), 'Sign in'],
  [409, { message: active }, active, 'Sign in'],
])('a link answered with %i and %j says %j, and leads to: %s', async (status, body, said, next) => {
  const network = await start();
  network.answer('/applicants/public/active/', status, body);
  const token = encodeURIComponent(`${status} ${typeof body}`);
  const { user } = await renderSite(`/applicant/activate/${token}`, { network });
  await heading('Wrong token');
  expect(await dialogTexts()).toEqual(['Error', said]);
  const home = within(screen.getByRole('main')).getByRole('link', { name: 'Go to Home' });
  expect(home.getAttribute('href')).toBe('/');
  await closeDialog(user);
  await heading(next);
});

test('a password that exists already is said to exist, and leads to the login', async () => {
  const network = await start();
  const { user } = await renderSite(await registered(network, email), { network });
  await heading('Set your password');
  const { token } = history.state as { token: string };
  await call(network, `/applicants/public/create_password/${token}`, {
    name: email,
    email,
    password,
  });
  await save(user);
  expect(await dialogTexts()).toEqual(['Error', 'Password is already created for this account.']);
  await closeDialog(user);
  await heading('Sign in');
});

describe('the password form', () => {
  const historyState = { status: 'NOT_ACTIVATED', token: 'abc', email, firstName: 'HANA' };
  const path = '/applicant/password_confirmation';
  const creating = '/applicants/public/create_password/';

  async function open(network: Network) {
    const rendered = await renderSite(path, { network, historyState });
    await heading('Set your password');
    return rendered;
  }

  test.each([200, 201])(
    'says saving... and is done with a %i without a body, once',
    async (status) => {
      const network = await start();
      const release = network.hold(creating, status, undefined);
      const { user } = await open(network);
      await save(user);
      await user.click(await screen.findByRole('button', { name: 'saving...' }));
      release();
      await heading('Password Registration Successful');
      expect(network.sent).toHaveLength(1);
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('link', { name: 'Take DLT' }).getAttribute('href')).toBe(
        '/applicant/take_exam',
      );
    },
  );

  test('refuses nothing, and two passwords that differ', async () => {
    const { user } = await open(await start());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await messages()).toEqual([
      'Password can not be empty',
      'Confirm password can not be empty',
    ]);
    await fill(user, 'Password', password);
    await fill(user, 'Confirm password', `${password}!`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await messages()).toEqual(['Passwords must match']);
  });

  test.each([
    [404, { message: 'This address is not known.' }, 'This address is not known.'],
    [500, undefined, 'Error has happened. Please try again later.'],
    [0, undefined, 'Please check your internet connection.'],
  ])('says why after a %i with %j, and stays', async (status, body, said) => {
    const network = await start();
    network.answer(creating, status, body);
    const { user } = await open(network);
    await save(user);
    expect(await dialogTexts()).toEqual(['Error', said]);
    await closeDialog(user);
    expect(location.pathname).toBe(path);
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(password);
  });

  test('shows and hides each password by itself, and keeps none in the tab', async () => {
    const { user } = await open(await start());
    await fill(user, 'Password', password);
    const toggle = screen.getAllByRole('button', { name: 'Show the password' })[0] as HTMLElement;
    const types = () =>
      ['Password', 'Confirm password'].map((label) =>
        screen.getByLabelText(label).getAttribute('type'),
      );
    await user.click(toggle);
    expect(types()).toEqual(['text', 'password']);
    await user.click(screen.getByRole('button', { name: 'Hide the password' }));
    expect(types()).toEqual(['password', 'password']);
    expect(JSON.stringify(sessionStorage)).not.toContain(password);
  });

  test.each([null, {}, { status: 'ACTIVATED', token: 'abc' }])(
    'is not shown with %j as what a page before left: on to the login',
    async (state) => {
      await renderSite(path, { historyState: state });
      await heading('Sign in');
      expect(location.pathname).toBe('/Login');
    },
  );
});
