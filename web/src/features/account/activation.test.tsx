// @vitest-environment happy-dom
import type { Dialect } from '@one-planet/contract/wire';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { examKey } from '../../offline/exam-storage.ts';
import { ownerOf } from '../../site/stored-session.ts';
import { password, register } from '../../testing/accounts.ts';
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
    const link = await register(network, email);
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
    const link = await register(network, email);
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
  const link = await register(network, email);
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

const unsure = 'We could not check your link';
const used = 'This link was opened before';

test.each([
  [400, 'Bad token', unknown, 'Wrong token', 'Application Form'],
  [404, undefined, unknown, 'Wrong token', 'Application Form'],
  [500, { message: 'NullPointerException' }, unknown, unsure, 'Application Form'],
  [409, undefined, expect.stringMatching(/./), used, 'Sign in'],
  [409, { message: active }, active, used, 'Sign in'],
])(
  'a link answered with %i and %j says %j, over "%s", and leads to: %s',
  async (status, body, said, title, next) => {
    const network = await start();
    network.answer('/applicants/public/active/', status, body);
    const token = encodeURIComponent(`${status} ${typeof body}`);
    const { user } = await renderSite(`/applicant/activate/${token}`, { network });
    await heading(title);
    expect((await dialogTexts()).slice(0, 2)).toEqual(['Error', said]);
    const home = within(screen.getByRole('main')).getByRole('link', { name: 'Go to Home' });
    expect(home.getAttribute('href')).toBe('/');
    await closeDialog(user);
    await heading(next);
  },
);

test('a link whose answer is no answer can be tried again from the message', async () => {
  const network = await start();
  const link = await register(network, email);
  network.answer('/applicants/public/active/', 503);
  const { user } = await renderSite(link, { network });
  await heading(unsure);
  expect(screen.queryByText(/Your link still works/)).toBeNull();
  network.mend();
  await user.click(inDialog().getByRole('button', { name: 'Try again' }));
  await heading('Set your password');
});

const inDialog = () => within(screen.getByRole('dialog'));

describe('a link that was opened before', () => {
  /** As a scanner of links does, or the browser of a mail program. */
  async function openAgain(network: Network) {
    const link = await register(network, email);
    const token = link.split('/').at(-1) ?? '';
    expect(await call(network, `/applicants/public/active/${token}`, {})).toBe(200);
    const rendered = await renderSite(link, { network });
    await screen.findByRole('dialog', { name: 'Error' });
    return { ...rendered, token };
  }

  test("leads to the password form with its own token; the address is this tab's, or asked for", async () => {
    const network = await start();
    const { user, token } = await openAgain(network);
    expect((await dialogTexts())[1]).toBe(active);
    await user.click(inDialog().getByRole('link', { name: 'Set a password' }));
    await heading('Set your password');
    await fill(user, 'Email', email);
    await save(user);
    await heading('Password Registration Successful');
    const [created] = network.to('/applicants/public/create_password/');
    expect(created?.path).toBe(`/applicants/public/create_password/${token}`);
    expect(await logInStatus(network)).toBe(200);
  });

  test('never sets a password for the address that somebody else has typed on this device', async () => {
    sessionStorage.setItem('draft:account', JSON.stringify({ email: 'brother@example.com' }));
    const network = await start();
    const { user } = await openAgain(network);
    await user.click(inDialog().getByRole('link', { name: 'Set a password' }));
    await heading('Set your password');
    const field = screen.getByLabelText<HTMLInputElement>('Email');
    expect(field.value).toBe('brother@example.com');
    await user.clear(field);
    await fill(user, 'Email', email);
    await save(user);
    await heading('Password Registration Successful');
    expect(network.to('/applicants/public/create_password/')[0]?.body).toMatchObject({ email });
  });

  test('leads to a new link, for the address that was typed in this tab', async () => {
    sessionStorage.setItem('draft:account', JSON.stringify({ email }));
    const network = await start();
    const { user } = await openAgain(network);
    await user.click(inDialog().getByRole('link', { name: 'Send the link again' }));
    await heading('Resend Activation Email');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
  });

  test('leads to the login; where there is a password, the form says so', async () => {
    const network = await start();
    const { user, token } = await openAgain(network);
    const body = { name: email, email, password: 'Another-Horse-8' };
    await call(network, `/applicants/public/create_password/${token}`, body);
    expect(inDialog().getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    // Its ways on stand behind the dialog, too.
    for (const name of ['Sign in', 'Set a password', 'Send the link again'])
      expect(within(screen.getByRole('main')).getAllByRole('link', { name })).toHaveLength(2);
    await user.click(inDialog().getByRole('link', { name: 'Set a password' }));
    await heading('Set your password');
    await fill(user, 'Email', email);
    await save(user);
    expect(await dialogTexts()).toEqual(['Error', 'Password is already created for this account.']);
  });
});

test('a link that is not known offers a new one', async () => {
  const { user } = await renderSite('/applicant/activate/nobody', { network: await start() });
  await heading('Wrong token');
  await user.click(inDialog().getByRole('link', { name: 'Send the link again' }));
  await heading('Resend Activation Email');
});

describe('what follows a link in a sentence', () => {
  test.each(['.', '።', '%E2%80%8B', ')', '**', '%22', '%3E', '_', '_.', '%C2%AD.', ').'])(
    '%s does no harm',
    async (tail) => {
      const network = await start();
      const link = await register(network, email);
      await renderSite(`${link}${tail}`, { network });
      await heading('Set your password');
      expect(network.to('/applicants/public/active/').length).toBeGreaterThan(1);
    },
  );

  test('is part of a token that works with it', async () => {
    const network = await start();
    network.answer('/applicants/public/active/', 200, { status: 'NOT_ACTIVATED', email });
    await renderSite('/applicant/activate/abc_.', { network });
    await heading('Set your password');
    expect(network.sent.map(({ path }) => path)).toEqual(['/applicants/public/active/abc_.']);
  });

  test.each([
    [406, 'Password is already created for this account.'],
    [400, 'The password is too common.'],
  ])('is not looked for after a %i to a token that ends in a sign', async (status, message) => {
    const network = await start();
    network.answer('/applicants/public/create_password/abc==', status, { message });
    network.answer('/auth/public/login', 401, { message: 'no' });
    const historyState = { status: 'NOT_ACTIVATED', token: 'abc==', email };
    const path = '/applicant/password_confirmation';
    const { user } = await renderSite(path, { network, historyState });
    await heading('Set your password');
    await save(user);
    expect((await dialogTexts()).slice(0, 2)).toEqual(['Error', message]);
    expect(network.to('/applicants/public/create_password/')).toHaveLength(1);
  });

  test('keeps the first refusal where nobody knows the shorter token either', async () => {
    const network = await start();
    await renderSite('/applicant/activate/nobody_.', { network });
    await heading('Wrong token');
    const tokens = network
      .to('/applicants/public/active/')
      .map(({ path }) => path.split('/').at(-1));
    expect(tokens).toEqual(['nobody_.', 'nobody_', 'nobody']);
  });

  test('does no harm where activation sets the password', async () => {
    const network = await start({ operations: { 'applicants.activate': { withPassword: true } } });
    const { user } = await renderSite(`${await register(network, email)}.`, { network });
    await heading('Set your password');
    await save(user);
    await heading('Password Registration Successful');
    expect(await logInStatus(network)).toBe(200);
  });
});

describe('where somebody is logged in', () => {
  test('the page says so, and goes on with the link once she is logged out', async () => {
    const network = await start();
    const link = await register(network, email);
    const { user } = await renderSite(link, { network, loggedIn: true });
    await heading('You are logged in');
    screen.getByText(/^HANA is logged in here, and the link you opened activates an account\./);
    expect(network.to('/applicants/public/active/')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Log out and go on' }));
    await heading('Set your password');
    expect(sessionStorage.getItem('token')).toBeNull();
  });

  test('she may stay logged in, and a running test is not lost by a link', async () => {
    const network = await start();
    const link = await register(network, email);
    localStorage.setItem(examKey(ownerOf(email)), JSON.stringify({ deadline: Date.now() }));
    await renderSite(link, { network, loggedIn: true });
    await heading('You are logged in');
    expect(screen.queryByRole('button', { name: 'Log out and go on' })).toBeNull();
    screen.getByText(/^A test is running here\./);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Stay logged in' }).getAttribute('href')).toBe('/');
    localStorage.clear();
  });
});

describe('a password that exists already', () => {
  async function createdBefore(before: string) {
    const network = await start();
    const { user } = await renderSite(await register(network, email), { network });
    await heading('Set your password');
    const { token } = history.state as { token: string };
    const body = { name: email, email, password: before };
    await call(network, `/applicants/public/create_password/${token}`, body);
    await save(user);
    return user;
  }

  test('is said to exist, and leads to the login', async () => {
    const user = await createdBefore('Another-Horse-8');
    expect(await dialogTexts()).toEqual(['Error', 'Password is already created for this account.']);
    await closeDialog(user);
    await heading('Sign in');
  });

  test('and is the one that was typed, because its answer was lost, logs in', async () => {
    await createdBefore(password);
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sessionStorage.getItem('token')).not.toBeNull();
    localStorage.clear();
  });
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
    [400, { message: 'This address is not known.' }, 'This address is not known.'],
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
