// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { password } from '../../testing/accounts.ts';
import { fill, heading, renderSite, startNetwork } from '../../testing/render-site.tsx';

const email = 'hana@example.com';
const input = () => screen.getByLabelText<HTMLInputElement>('Email');
const send = () => screen.getByRole('button', { name: 'Send' });

const pages = [
  {
    path: '/forgot_password',
    title: 'Forgot password',
    call: '/auth/public/forgot_password',
    draft: 'draft:forgot-password',
    next: '/reset_confirmation',
    nextTitle: 'Check your e-mail',
  },
  {
    path: '/resend_email',
    title: 'Resend Activation Email',
    call: '/applicants/public/resend_email/hana@example.com',
    draft: 'draft:resend-email',
    next: '/resend-email-confirmation',
    nextTitle: 'Activation e-mail sent',
  },
];

describe.each(pages)('$path', ({ path, title, call, draft, next, nextTitle }) => {
  async function open() {
    const rendered = await renderSite(path);
    await heading(title);
    return rendered;
  }

  test('keeps the address in this tab, and it is there again', async () => {
    const { user, unmount } = await open();
    await fill(user, 'Email', email);
    expect(sessionStorage.getItem(draft)).toContain(email);
    unmount();
    await open();
    await waitFor(() => expect(input().value).toBe(email));
  });

  test('keeps the address when it could not be sent, and forgets it once it was', async () => {
    const { user, network } = await open();
    network.cut();
    await fill(user, 'Email', email);
    await user.click(send());
    const dialog = within(await screen.findByRole('dialog', { name: 'Error' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(input().value).toBe(email);
    expect(sessionStorage.getItem(draft)).toContain(email);
    network.mend();
    network.answer(call, 200);
    await user.click(send());
    await heading(nextTitle);
    expect(sessionStorage.getItem(draft)).toBeNull();
  });

  test('sends the address without its spaces; an answer without a body is a success', async () => {
    const { user, network } = await open();
    network.answer(call, 200);
    await fill(user, 'Email', `  ${email} `);
    await user.click(send());
    await heading(nextTitle);
    expect(location.pathname).toBe(next);
    expect(network.sent.map(({ path, body }) => [path, body])).toEqual([[call, { email }]]);
    expect(screen.getByText(email).tagName).toBe('STRONG');
    const on = screen.getByRole('link', { name: 'Proceed to Login' });
    expect(on.getAttribute('href')).toBe('/login');
  });

  test('says Sending... while it is sent, once', async () => {
    const { user, network } = await open();
    const release = network.hold(call, 200, {});
    await fill(user, 'Email', email);
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: 'Sending...' }));
    release();
    await heading(nextTitle);
    expect(network.sent).toHaveLength(1);
  });

  test('a failure of which the server says nothing is told in our words', async () => {
    const { user, network } = await open();
    network.answer(call, 500);
    await fill(user, 'Email', email);
    await user.click(send());
    await screen.findByText('Error has happened. Please try again later.');
  });

  test('an HTML page of a proxy is never shown', async () => {
    const { user, network } = await open();
    network.answerWith(
      call,
      () => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 }),
    );
    await fill(user, 'Email', email);
    await user.click(send());
    await screen.findByText('Error has happened. Please try again later.');
    expect(screen.queryByText(/Bad Gateway/)).toBeNull();
  });

  test(`${next} without what the page before left leads to the start`, async () => {
    await renderSite(next);
    await heading('Forgot password');
    expect(location.pathname).toBe('/forgot_password');
  });
});

test('the two pages keep their addresses apart', async () => {
  const { user } = await renderSite('/forgot_password');
  await heading('Forgot password');
  await fill(user, 'Email', email);
  await user.click(screen.getByRole('link', { name: 'Login' }));
  await heading('Sign in');
  await user.click(screen.getByRole('link', { name: 'Resend Activation Email' }));
  await heading('Resend Activation Email');
  expect(input().value).toBe('');
});

test('a forgotten password that is refused without a word still leads to the activation e-mail', async () => {
  const network = await startNetwork();
  network.answer('/auth/public/forgot_password', 400);
  const { user } = await renderSite('/forgot_password', { network });
  await heading('Forgot password');
  await fill(user, 'Email', email);
  await user.click(send());
  const dialog = within(await screen.findByRole('dialog', { name: 'Error' }));
  expect(dialog.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
    'Click close to go to resend Activation email.',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await heading('Resend Activation Email');
});

describe('/change-password', () => {
  const historyState = { email, token: 'temporary.token', shouldChangePassword: true };

  async function save(status: number, body?: unknown) {
    const network = await startNetwork();
    network.answer('/auth/private/change_password', status, body);
    const rendered = await renderSite('/change-password', { network, historyState });
    await heading('Set a new password');
    await fill(rendered.user, 'New password', password);
    await fill(rendered.user, 'Confirm password', password);
    await rendered.user.click(screen.getByRole('button', { name: 'Save' }));
    return rendered;
  }

  test.each([200, 201, 204])('is done with a %i without a body', async (status) => {
    const { network } = await save(status);
    await heading('Congratulations!');
    expect(location.pathname).toBe('/change-password-confirmation');
    expect(network.sent).toEqual([
      {
        method: 'POST',
        path: '/auth/private/change_password',
        body: { email, password },
        authorization: 'Bearer temporary.token',
      },
    ]);
    expect(JSON.stringify(history.state)).not.toContain('temporary.token');
  });

  test('a failure of which the server says nothing is told in our words; the form stays', async () => {
    const { user } = await save(500);
    const dialog = within(await screen.findByRole('dialog', { name: 'Error' }));
    expect(dialog.getByRole('paragraph').textContent).toBe(
      'Error has happened. Please try again later.',
    );
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(password);
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
