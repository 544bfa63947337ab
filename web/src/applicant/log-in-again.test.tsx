import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '../site/clock.ts';
import { readSession, storeSession } from '../site/stored-session.ts';
import { fillField, findHeading, renderSite, startNetwork } from '../testing/render-site.tsx';

const sessionUser = { id: 1, email: 'hana@example.com', firstName: 'HANA', middleName: '' };
const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** Opens a page as an applicant whose session ends in so many minutes. */
async function openWithSessionEndingIn(minutes: number) {
  storeSession(createClock(), sessionUser, 'abc.def');
  const endsAt = Date.now() + minutes * minuteMs;
  sessionStorage.setItem('user-data', JSON.stringify({ ...sessionUser, endsAt }));
  const network = await startNetwork();
  network.respond('/applicants/private/get_by_email', 200, { status: 'ACTIVATED' });
  const rendered = await renderSite('/about', { network });
  await findHeading('About Us');
  return rendered;
}

const passMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs);
const findWarning = (timeLeft: string) =>
  screen.findByText(
    `Your session ends in ${timeLeft}. Log in again here to stay; nothing on the page is lost.`,
  );
const loginBody = {
  token: 'next',
  email: sessionUser.email,
  shouldChangePassword: false,
  roles: [null, { name: 'ROLE_APPLICANT' }],
};

test('a dialog warns 5 minutes and 1 minute before the session ends; then the home page says that it has ended', async () => {
  const { user } = await openWithSessionEndingIn(5.9);
  expect(screen.queryByRole('dialog')).toBeNull();
  await passMinutes(1);
  await findWarning('5 minutes');
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await passMinutes(4);
  await findWarning('1 minute');
  await passMinutes(1);
  await screen.findByText(/^Your session has ended\./);
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(sessionStorage.getItem('token')).toBeNull();
});

test('logging in again in the dialog keeps the page, and the session lasts 50 more minutes', async () => {
  const { user, network, site } = await openWithSessionEndingIn(4);
  await findWarning('5 minutes');
  network.respond('/auth/public/login', 401, { message: 'The password is wrong.' });
  await fillField(user, 'Password', 'Wrong-Horse-7');
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  await screen.findByText('The password is wrong.');
  network.respond('/auth/public/login', 200, loginBody);
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/about');
  await passMinutes(44);
  expect(readSession(site.clock)?.email).toBe(sessionUser.email);
});

test('logging in again in the dialog with a temporary password leads to the page that changes it', async () => {
  const { user, network } = await openWithSessionEndingIn(4);
  network.respond('/auth/public/login', 200, { ...loginBody, shouldChangePassword: true });
  await screen.findByRole('dialog', { name: 'Your session ends soon' });
  await fillField(user, 'Password', 'Temporary-1');
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  await findHeading('Set a new password');
  expect(location.pathname).toBe('/change-password');
});
