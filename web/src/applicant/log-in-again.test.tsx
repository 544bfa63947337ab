// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSession, storeSession } from '../site/stored-session.ts';
import { fill, heading, renderSite, startNetwork } from '../testing/render-site.tsx';

const user = { id: 1, email: 'hana@example.com', firstName: 'HANA', middleName: '' };
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** Opens a page of somebody whose session ends in so many minutes. */
async function openWith(minutes: number) {
  storeSession(user, 'abc.def');
  const endsAt = Date.now() + minutes * minute;
  sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
  const network = await startNetwork();
  network.answer('/applicants/private/get_by_email', 200, { status: 'ACTIVATED' });
  const rendered = await renderSite('/about', { network });
  await heading('About Us');
  return rendered;
}

const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minute);
const warning = (left: string) =>
  screen.findByText(
    `Your session ends in ${left}. Log in again here to stay; nothing on the page is lost.`,
  );
const logIn = {
  token: 'next',
  email: user.email,
  shouldChangePassword: false,
  roles: [null, { name: 'ROLE_APPLICANT' }],
};

test('it warns 5 minutes and 1 minute before the session ends, and then goes home and says so', async () => {
  const { user: by } = await openWith(5.9);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pass(1);
  await warning('5 minutes');
  await by.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await pass(4);
  await warning('1 minute');
  await pass(1);
  await screen.findByText(/^Your session has ended\./);
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(sessionStorage.getItem('token')).toBeNull();
});

test('logging in again in place keeps the page, and lasts 50 more minutes', async () => {
  const { user: by, network } = await openWith(4);
  await warning('5 minutes');
  network.answer('/auth/public/login', 401, { message: 'The password is wrong.' });
  await fill(by, 'Password', 'Wrong-Horse-7');
  await by.click(screen.getByRole('button', { name: 'Log in again' }));
  await screen.findByText('The password is wrong.');
  network.answer('/auth/public/login', 200, logIn);
  await by.click(screen.getByRole('button', { name: 'Log in again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/about');
  await pass(44);
  expect(readSession()?.email).toBe(user.email);
});

test('logging in again in place with a temporary password leads to the page that changes it', async () => {
  const { user: by, network } = await openWith(4);
  network.answer('/auth/public/login', 200, { ...logIn, shouldChangePassword: true });
  await screen.findByRole('dialog', { name: 'Your session ends soon' });
  await fill(by, 'Password', 'Temporary-1');
  await by.click(screen.getByRole('button', { name: 'Log in again' }));
  await heading('Set a new password');
  expect(location.pathname).toBe('/change-password');
});
