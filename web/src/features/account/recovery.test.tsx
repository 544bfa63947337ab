import { applicantsForEveryState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { lastMail, password } from '../../testing/accounts.ts';
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
const getEmailInput = () => screen.getByLabelText<HTMLInputElement>('Email');
const getSendButton = () => screen.getByRole('button', { name: 'Send' });
const tryLaterText = 'Error has happened. Please try again later.';
const noNetworkText = 'Please check your internet connection.';

const emailPages = [
  {
    path: '/forgot_password',
    title: 'Forgot password',
    apiPath: '/auth/public/forgot_password',
    nextPath: '/reset_confirmation',
    nextTitle: 'Check your email',
  },
  {
    path: '/resend_email',
    title: 'Resend Activation Email',
    apiPath: '/applicants/public/resend_email/hana@example.com',
    nextPath: '/resend-email-confirmation',
    nextTitle: 'Activation email sent',
  },
];

const draftKey = 'draft:account';

describe.each(emailPages)('$path', ({ path, title, apiPath, nextPath, nextTitle }) => {
  async function openPage() {
    const rendered = await renderSite(path);
    await findHeading(title);
    return rendered;
  }

  test('keeps the address after a failed request, and fills it in at the login after a successful one', async () => {
    const { user, network } = await openPage();
    network.respond(apiPath, 0);
    await fillField(user, 'Email', email);
    await user.click(getSendButton());
    expect(await readDialogTexts()).toEqual(['Error', noNetworkText]);
    await closeDialog(user);
    expect(getEmailInput().value).toBe(email);
    expect(sessionStorage.getItem(draftKey)).toContain(email);
    network.restore();
    network.respond(apiPath, 200);
    await user.click(getSendButton());
    await findHeading(nextTitle);
    await user.click(screen.getByRole('link', { name: 'Proceed to Login' }));
    await findHeading('Sign in');
    const readLoginEmail = () => screen.getByLabelText<HTMLInputElement>('Email Address').value;
    await waitFor(() => expect(readLoginEmail()).toBe(email));
  });

  test('sends the address once, without spaces, and says so meanwhile; a response without a body is a success', async () => {
    const { user, network } = await openPage();
    const release = network.delay(apiPath, 200, undefined);
    await fillField(user, 'Email', `  ${email} `);
    await user.click(getSendButton());
    await user.click(await screen.findByRole('button', { name: 'Sending...' }));
    release();
    await findHeading(nextTitle);
    expect(location.pathname).toBe(nextPath);
    expect(network.requests.map(({ path, body }) => [path, body])).toEqual([[apiPath, { email }]]);
    expect(screen.getByText(email).tagName).toBe('STRONG');
    const loginLink = screen.getByRole('link', { name: 'Proceed to Login' });
    expect(loginLink.getAttribute('href')).toBe('/login');
  });

  test.each([
    ['no body', '', tryLaterText],
    ['a message', '{"message":"The mail server is down."}', 'The mail server is down.'],
    ['an HTML page of a proxy, which is never shown', '<h1>502 Bad Gateway</h1>', tryLaterText],
  ])('shows a message after a 502 with %s', async (_case, body, message) => {
    const { user, network } = await openPage();
    const headers = { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html' };
    network.respondWith(apiPath, () => new Response(body, { status: 502, headers }));
    await fillField(user, 'Email', email);
    await user.click(getSendButton());
    expect(await readDialogTexts()).toEqual(['Error', message]);
  });

  test(`${nextPath} without a history state redirects to the forgotten password`, async () => {
    await renderSite(nextPath);
    await findHeading('Forgot password');
    expect(location.pathname).toBe('/forgot_password');
  });
});

test('after a login with a temporary password, only the new password works', async () => {
  const network = await startNetwork({ applicants: applicantsForEveryState });
  const applicantEmail = precreatedEmailIn('ACTIVATED');
  const { user } = await renderSite('/forgot_password', { network });
  await findHeading('Forgot password');
  await fillField(user, 'Email', applicantEmail);
  await user.click(getSendButton());
  await findHeading('Check your email');
  const signIn = async (typedPassword = '') => {
    await fillField(user, 'Password', typedPassword);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
  };
  await user.click(screen.getByRole('link', { name: 'Proceed to Login' }));
  await findHeading('Sign in');
  await signIn((await lastMail(network, applicantEmail))?.temporaryPassword);
  await findHeading('Set a new password');
  await fillField(user, 'New password', password);
  await fillField(user, 'Confirm password', password);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await findHeading('Congratulations!');
  await user.click(screen.getByRole('link', { name: 'Proceed to Login' }));
  await findHeading('Sign in');
  await user.clear(screen.getByLabelText('Email Address'));
  await fillField(user, 'Email Address', applicantEmail);
  await signIn(precreatedPassword);
  expect(await readDialogTexts()).toEqual(['Oops', expect.stringMatching(/password/i)]);
  await closeDialog(user);
  await user.clear(screen.getByLabelText('Password'));
  await signIn(password);
  await screen.findByRole('button', { name: 'Logout' });
});

test('an email address that was typed once is filled in on every account page', async () => {
  const { user } = await renderSite('/forgot_password');
  await findHeading('Forgot password');
  await fillField(user, 'Email', email);
  await user.click(screen.getByRole('link', { name: 'Login' }));
  await findHeading('Sign in');
  await user.click(screen.getByRole('link', { name: 'Resend Activation Email' }));
  await findHeading('Resend Activation Email');
  await waitFor(() => expect(getEmailInput().value).toBe(email));
});

test.each([
  [undefined, []],
  [{ message: 'Nobody has this address.' }, ['Nobody has this address.']],
])(
  'a request for a temporary password that is refused with %j leads to the activation email',
  async (body, messageTexts) => {
    const network = await startNetwork();
    network.respond('/auth/public/forgot_password', 400, body);
    const { user } = await renderSite('/forgot_password', { network });
    await findHeading('Forgot password');
    await fillField(user, 'Email', email);
    await user.click(getSendButton());
    const resendHint = 'Click close to go to resend Activation email.';
    expect(await readDialogTexts()).toEqual(['Error', ...messageTexts, resendHint]);
    await closeDialog(user);
    await findHeading('Resend Activation Email');
  },
);

describe('/change-password', () => {
  const historyState = { email, token: 'temporary.token', shouldChangePassword: true };

  const changePasswordPath = '/auth/private/change_password';

  async function savePassword({
    status = 200,
    body = undefined as unknown,
    confirmed: confirmPassword = password,
  }) {
    const network = await startNetwork();
    network.respond(changePasswordPath, status, body);
    const rendered = await renderSite('/change-password', { network, historyState });
    await findHeading('Set a new password');
    await fillField(rendered.user, 'New password', password);
    await fillField(rendered.user, 'Confirm password', confirmPassword);
    await rendered.user.click(screen.getByRole('button', { name: 'Save' }));
    return rendered;
  }

  test.each([200, 201, 204])('takes a %i without a body for a success', async (status) => {
    const { network } = await savePassword({ status });
    await findHeading('Congratulations!');
    expect(location.pathname).toBe('/change-password-confirmation');
    expect(network.requests).toEqual([
      {
        method: 'POST',
        path: changePasswordPath,
        body: { email, password },
        authorization: 'Bearer temporary.token',
      },
    ]);
    expect(JSON.stringify(history.state)).not.toContain('temporary.token');
  });

  test.each([
    [500, undefined, tryLaterText],
    [400, { message: 'The password was used before.' }, 'The password was used before.'],
    [0, undefined, noNetworkText],
  ])('a failure of %i with %j is shown; the form stays', async (status, body, message) => {
    const { user } = await savePassword({ status, body });
    expect(await readDialogTexts()).toEqual(['Error', message]);
    await closeDialog(user);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(password);
  });

  test('two passwords that differ are refused at the field and in a dialog', async () => {
    const { network } = await savePassword({ confirmed: `${password}!` });
    expect(await readDialogTexts()).toEqual([
      'Error',
      'Password and Confirm password should be the same',
    ]);
    expect(await readErrorMessages()).toEqual(['Passwords must match']);
    expect(network.requests).toEqual([]);
  });

  test.each([null, { email }, { email, token: 'x', shouldChangePassword: false }])(
    'with the history state %j redirects to the login',
    async (state) => {
      await renderSite('/change-password', { historyState: state });
      await findHeading('Sign in');
      expect(location.pathname).toBe('/login');
    },
  );
});
