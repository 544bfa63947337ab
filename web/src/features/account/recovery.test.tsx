// @vitest-environment happy-dom
import { oneInEachState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { lastMail, password } from '../../testing/accounts.ts';
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
const input = () => screen.getByLabelText<HTMLInputElement>('Email');
const send = () => screen.getByRole('button', { name: 'Send' });
const later = 'Error has happened. Please try again later.';
const noNetwork = 'Please check your internet connection.';

const pages = [
  {
    path: '/forgot_password',
    title: 'Forgot password',
    call: '/auth/public/forgot_password',
    next: '/reset_confirmation',
    nextTitle: 'Check your email',
  },
  {
    path: '/resend_email',
    title: 'Resend Activation Email',
    call: '/applicants/public/resend_email/hana@example.com',
    next: '/resend-email-confirmation',
    nextTitle: 'Activation email sent',
  },
];

const draft = 'draft:account';

describe.each(pages)('$path', ({ path, title, call, next, nextTitle }) => {
  async function open() {
    const rendered = await renderSite(path);
    await heading(title);
    return rendered;
  }

  test('keeps the address when it could not be sent, and takes it to the login once it was', async () => {
    const { user, network } = await open();
    network.cut();
    await fill(user, 'Email', email);
    await user.click(send());
    expect(await dialogTexts()).toEqual(['Error', noNetwork]);
    await closeDialog(user);
    expect(input().value).toBe(email);
    expect(sessionStorage.getItem(draft)).toContain(email);
    network.mend();
    network.answer(call, 200);
    await user.click(send());
    await heading(nextTitle);
    await user.click(screen.getByRole('link', { name: 'Proceed to Login' }));
    await heading('Sign in');
    const typed = () => screen.getByLabelText<HTMLInputElement>('Email Address').value;
    await waitFor(() => expect(typed()).toBe(email));
  });

  test('sends the address without its spaces, once, and says so meanwhile; an answer without a body is a success', async () => {
    const { user, network } = await open();
    const release = network.hold(call, 200, undefined);
    await fill(user, 'Email', `  ${email} `);
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: 'Sending...' }));
    release();
    await heading(nextTitle);
    expect(location.pathname).toBe(next);
    expect(network.sent.map(({ path, body }) => [path, body])).toEqual([[call, { email }]]);
    expect(screen.getByText(email).tagName).toBe('STRONG');
    const on = screen.getByRole('link', { name: 'Proceed to Login' });
    expect(on.getAttribute('href')).toBe('/login');
  });

  test.each([
    ['nothing', '', later],
    ['its own words', '{"message":"The mail server is down."}', 'The mail server is down.'],
    ['an HTML page of a proxy, which is never shown', '<h1>502 Bad Gateway</h1>', later],
  ])('says so after a failure of which the server says %s', async (_what, body, said) => {
    const { user, network } = await open();
    const headers = { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html' };
    network.answerWith(call, () => new Response(body, { status: 502, headers }));
    await fill(user, 'Email', email);
    await user.click(send());
    expect(await dialogTexts()).toEqual(['Error', said]);
  });

  test(`${next} without what the page before left leads to the start`, async () => {
    await renderSite(next);
    await heading('Forgot password');
    expect(location.pathname).toBe('/forgot_password');
  });
});

test('a temporary password leads to a new one, which then works, and no other', async () => {
  const network = await startNetwork({ applicants: oneInEachState });
  const hers = precreatedEmailIn('ACTIVATED');
  const { user } = await renderSite('/forgot_password', { network });
  await heading('Forgot password');
  await fill(user, 'Email', hers);
  await user.click(send());
  await heading('Check your email');
  const signIn = async (typed = '') => {
    await fill(user, 'Password', typed);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
  };
  await user.click(screen.getByRole('link', { name: 'Proceed to Login' }));
  await heading('Sign in');
  await signIn((await lastMail(network, hers))?.temporaryPassword);
  await heading('Set a new password');
  await fill(user, 'New password', password);
  await fill(user, 'Confirm password', password);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await heading('Congratulations!');
  await user.click(screen.getByRole('link', { name: 'Proceed to Login' }));
  await heading('Sign in');
  await user.clear(screen.getByLabelText('Email Address'));
  await fill(user, 'Email Address', hers);
  await signIn(precreatedPassword);
  expect(await dialogTexts()).toEqual(['Oops', expect.stringMatching(/password/i)]);
  await closeDialog(user);
  await user.clear(screen.getByLabelText('Password'));
  await signIn(password);
  await screen.findByRole('button', { name: 'Logout' });
});

test('the address typed once is there on every page of accounts', async () => {
  const { user } = await renderSite('/forgot_password');
  await heading('Forgot password');
  await fill(user, 'Email', email);
  await user.click(screen.getByRole('link', { name: 'Login' }));
  await heading('Sign in');
  await user.click(screen.getByRole('link', { name: 'Resend Activation Email' }));
  await heading('Resend Activation Email');
  await waitFor(() => expect(input().value).toBe(email));
});

test.each([
  [undefined, []],
  [{ message: 'Nobody has this address.' }, ['Nobody has this address.']],
])(
  'a forgotten password that is refused with %j leads to the activation email',
  async (body, said) => {
    const network = await startNetwork();
    network.answer('/auth/public/forgot_password', 400, body);
    const { user } = await renderSite('/forgot_password', { network });
    await heading('Forgot password');
    await fill(user, 'Email', email);
    await user.click(send());
    const hint = 'Click close to go to resend Activation email.';
    expect(await dialogTexts()).toEqual(['Error', ...said, hint]);
    await closeDialog(user);
    await heading('Resend Activation Email');
  },
);

describe('/change-password', () => {
  const historyState = { email, token: 'temporary.token', shouldChangePassword: true };

  const call = '/auth/private/change_password';

  async function save({ status = 200, body = undefined as unknown, confirmed = password }) {
    const network = await startNetwork();
    network.answer(call, status, body);
    const rendered = await renderSite('/change-password', { network, historyState });
    await heading('Set a new password');
    await fill(rendered.user, 'New password', password);
    await fill(rendered.user, 'Confirm password', confirmed);
    await rendered.user.click(screen.getByRole('button', { name: 'Save' }));
    return rendered;
  }

  test.each([200, 201, 204])('is done with a %i without a body', async (status) => {
    const { network } = await save({ status });
    await heading('Congratulations!');
    expect(location.pathname).toBe('/change-password-confirmation');
    expect(network.sent).toEqual([
      {
        method: 'POST',
        path: call,
        body: { email, password },
        authorization: 'Bearer temporary.token',
      },
    ]);
    expect(JSON.stringify(history.state)).not.toContain('temporary.token');
  });

  test.each([
    [500, undefined, later],
    [400, { message: 'The password was used before.' }, 'The password was used before.'],
    [0, undefined, noNetwork],
  ])('a failure by %i with %j is shown; the form stays', async (status, body, said) => {
    const { user } = await save({ status, body });
    expect(await dialogTexts()).toEqual(['Error', said]);
    await closeDialog(user);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(password);
  });

  test('two passwords that differ are refused at the field and in a dialog', async () => {
    const { network } = await save({ confirmed: `${password}!` });
    expect(await dialogTexts()).toEqual([
      'Error',
      'Password and Confirm password should be the same',
    ]);
    expect(await messages()).toEqual(['Passwords must match']);
    expect(network.sent).toEqual([]);
  });

  test.each([null, { email }, { email, token: 'x', shouldChangePassword: false }])(
    'with %j as what the login left leads to the login',
    async (state) => {
      await renderSite('/change-password', { historyState: state });
      await heading('Sign in');
      expect(location.pathname).toBe('/login');
    },
  );
});
