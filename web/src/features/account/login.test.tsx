// @vitest-environment happy-dom
import { oneInEachState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
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

const email = precreatedEmailIn('ACTIVATED');
const password = precreatedPassword;
const applicant = [{ name: 'ROLE_APPLICANT' }];

/** Signs in where the backend answers like this; without an answer, as it does. */
async function signIn(answer?: unknown, typed = email) {
  const network = await startNetwork(
    answer === undefined ? { applicants: oneInEachState } : undefined,
  );
  if (answer !== undefined) {
    network.answer('/auth/public/login', 200, answer);
    network.answer('/applicants/private/get_by_email/', 200, { status: 'ACTIVATED' });
  }
  const rendered = await renderSite('/login', { network });
  await heading('Sign in');
  await fill(rendered.user, 'Email Address', typed);
  await fill(rendered.user, 'Password', password);
  await rendered.user.click(screen.getByRole('button', { name: 'Sign In' }));
  return rendered;
}

const stored = () => Object.keys(sessionStorage).filter((key) => !key.startsWith('draft:'));

describe('somebody whose answer', () => {
  test.each([
    ['has no roles', { token: 'abc', email, shouldChangePassword: false }],
    ['has roles that are null', { token: 'abc', email, shouldChangePassword: false, roles: null }],
    ['has an empty list of roles', { token: 'abc', email, shouldChangePassword: false, roles: [] }],
    [
      'has another role',
      { token: 'abc', email, shouldChangePassword: true, roles: [{ name: 'ROLE_DEAN' }] },
    ],
  ])('%s belongs to the staff portal', async (_name, answer) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { network } = await signIn(answer);
    await screen.findByText('Taking you to your portal.');
    expect(assign.mock.calls).toEqual([['https://staff.oneplanet.example/login?token=abc']]);
    expect(network.sent.map(({ path }) => path)).toEqual(['/auth/public/login']);
    expect(stored()).toEqual([]);
  });

  test.each([
    ['has no token', { email, shouldChangePassword: false, roles: applicant }],
    ['has an empty token', { token: '', email, shouldChangePassword: false, roles: applicant }],
    ['has null for a token', { token: null, email, shouldChangePassword: false, roles: applicant }],
    ['is null', null],
    ['is a list', []],
  ])('%s is not logged in, and reads why', async (_name, answer) => {
    const { network } = await signIn(answer);
    const dialog = within(await screen.findByRole('dialog', { name: 'Oops' }));
    expect(dialog.getByRole('paragraph').textContent).toBe(
      'something went wrong please try again.',
    );
    expect(stored()).toEqual([]);
    expect(network.to('/applicants/')).toEqual([]);
    expect(location.pathname).toBe('/login');
  });

  test.each([
    ['is missing', {}],
    ['is null', { email: null }],
    ['is empty', { email: '' }],
  ])('has an email address that %s is who she said she is', async (_name, without) => {
    const answer = { token: 'abc', shouldChangePassword: false, roles: applicant, ...without };
    const { network } = await signIn(answer, ` ${email} `);
    await screen.findByRole('button', { name: 'Logout' });
    const [profile] = network.to('/applicants/private/get_by_email/');
    expect(profile?.path).toBe(`/applicants/private/get_by_email/${email}`);
    expect(profile?.authorization).toBe('Bearer abc');
    expect(JSON.parse(sessionStorage.getItem('user-data') ?? '')).toMatchObject({ email });
  });
});

describe('a profile', () => {
  const answer = { token: 'abc', email, shouldChangePassword: false, roles: applicant };

  async function signInWithProfile(status: number, body?: unknown) {
    const network = await startNetwork();
    network.answer('/auth/public/login', 200, answer);
    network.answer('/applicants/private/get_by_email/', status, body);
    const { user } = await renderSite('/login?redirectUrl=%2Fabout', { network });
    await heading('Sign in');
    await fill(user, 'Email Address', email);
    await fill(user, 'Password', password);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
  }

  test.each([
    ['fails with 500', 500, { message: 'NullPointerException' }],
    ['is refused', 403, undefined],
    ['is not there', 404, { message: 'No profile.' }],
    ['has no names', 200, { status: 'ACTIVATED' }],
    [
      'has names that are null',
      200,
      { status: 'ACTIVATED', id: null, firstName: null, middleName: null },
    ],
    ['has a status nobody knows', 200, { status: 'ON_HOLD' }],
  ])('that %s stops nobody', async (_name, status, body) => {
    await signInWithProfile(status, body);
    await screen.findByText('Welcome');
    await heading('About Us');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage.getItem('token')).toBe('abc');
  });

  test('of somebody admitted leads to the student portal, whatever her password', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await signInWithProfile(200, { status: 'ADMITTED' });
    await waitFor(() =>
      expect(assign.mock.calls).toEqual([['https://student.oneplanet.example/login?token=abc']]),
    );
    expect(stored()).toEqual([]);
  });
});

describe('a login', () => {
  const call = '/auth/public/login';
  const nobody = 'nobody@example.com';

  test.each<[string, (network: Network) => void, RegExp, typed?: string]>([
    [
      'answered with 417 in JSON',
      (network) => network.answer(call, 417, { message: 'Activate your account first.' }),
      /^Activate your account first\.$/,
    ],
    ['of an unknown user', () => {}, /^User is not recognized\.$/],
    ['with a wrong password', () => {}, /password/i, email],
    [
      'answered with any other status',
      (network) => network.answer(call, 500, 'oops'),
      /^Error has happened\. Please check your connection\.$/,
    ],
    ['without a network', (network) => network.cut(), /^something went wrong please try again\.$/],
  ])('%s says why, and keeps the address', async (_how, fail, said, typed = nobody) => {
    const network = await startNetwork({ applicants: oneInEachState });
    fail(network);
    const { user } = await renderSite('/login', { network });
    await heading('Sign in');
    await fill(user, 'Email Address', typed);
    await fill(user, 'Password', 'Wrong-Horse-7');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await dialogTexts()).toEqual(['Oops', expect.stringMatching(said)]);
    await closeDialog(user);
    expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe(typed);
    expect(location.pathname).toBe('/login');
  });

  test('needs an address that is one, and a password', async () => {
    const { user } = await renderSite('/login');
    await heading('Sign in');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await messages()).toEqual(['Email is required', 'Password is required']);
    await fill(user, 'Email Address', 'hana@example');
    await fill(user, 'Password', password);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await messages()).toEqual(['Please enter a valid email']);
  });
});

test('an applicant is welcomed by her name and led on', async () => {
  const { user } = await signIn();
  await heading('Your application');
  expect((await screen.findByText(/^Welcome \S/)).textContent).toMatch(/^Welcome \p{Lu}+$/u);
  // Should the session end; a logout takes it away.
  expect(sessionStorage.getItem('draft:account')).toBe(JSON.stringify({ email }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(sessionStorage.getItem('draft:account')).toBeNull();
});

test('a browser that cannot remember the address lets one in all the same', async () => {
  expect(typeof indexedDB).toBe('undefined');
  const network = await startNetwork({ applicants: oneInEachState });
  const { user } = await renderSite('/login', { network });
  await heading('Sign in');
  await fill(user, 'Email Address', email);
  await fill(user, 'Password', password);
  await user.click(screen.getByLabelText('Remember me'));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('button', { name: 'Logout' });
});

test('whoever was sent here by a guarded page reads why', async () => {
  await renderSite('/applicant/take_exam?again=1');
  await heading('Sign in');
  await screen.findByText('Please sign in to open that page.');
  expect(location.pathname + location.search).toBe(
    '/Login?redirectUrl=%2Fapplicant%2Ftake_exam%3Fagain%3D1',
  );
});

test('Enter in the password signs in', async () => {
  const network = await startNetwork({ applicants: oneInEachState });
  const { user } = await renderSite('/login', { network });
  await heading('Sign in');
  await fill(user, 'Email Address', email);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
  await screen.findByRole('button', { name: 'Logout' });
});
