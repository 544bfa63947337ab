// @vitest-environment happy-dom
import { oneInEachState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Settings } from '../../site/config.ts';
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
const roles = [{ name: 'ROLE_APPLICANT' }];
/** Of an applicant who stays on this site. */
const said = { token: 'abc', email, shouldChangePassword: false, roles };

const start = () => startNetwork({ applicants: oneInEachState });
const call = '/auth/public/login';
const profile = '/applicants/private/get_by_email/';

interface Typed {
  path?: string;
  typed?: string;
  secret?: string;
  settings?: Partial<Settings>;
}

/** Opens the login page, or one that leads there, and signs in. */
async function signIn(
  network: Network,
  { path = '/login', typed = email, secret = password, settings = {} }: Typed = {},
) {
  const rendered = await renderSite(path, { network, settings });
  await heading('Sign in');
  await fill(rendered.user, 'Email Address', typed);
  await fill(rendered.user, 'Password', secret);
  await rendered.user.click(screen.getByRole('button', { name: 'Sign In' }));
  return rendered;
}

/** Signs in where the backend answers like this. */
async function signInWith(answer: unknown, typed?: Typed) {
  const network = await startNetwork();
  network.answer(call, 200, answer);
  network.answer(profile, 200, { status: 'ACTIVATED' });
  return signIn(network, typed);
}

const stored = () => Object.keys(sessionStorage).filter((key) => !key.startsWith('draft:'));

describe('somebody whose answer has', () => {
  test.each([
    { roles: undefined },
    { roles: null },
    { roles: [] },
    { roles: [{ name: 'ROLE_DEAN' }], shouldChangePassword: true },
  ])('%j belongs to the staff portal', async (changes) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { network } = await signInWith({ ...said, ...changes });
    await screen.findByText('Taking you to your portal.');
    expect(assign.mock.calls).toEqual([['https://staff.oneplanet.example/login?token=abc']]);
    expect(network.sent.map(({ path }) => path)).toEqual(['/auth/public/login']);
    expect(stored()).toEqual([]);
  });

  test('the roles of a portal that is not on the list is not sent there, and reads so', async () => {
    await signInWith({ ...said, roles: [] }, { settings: { redirectOrigins: [] } });
    const why = expect.stringContaining('this website is not allowed to send you there');
    expect(await dialogTexts()).toEqual(['Oops', why]);
    expect(location.pathname).toBe('/login');
  });

  test.each([
    ['no token', { ...said, token: undefined }],
    ['an empty token', { ...said, token: '' }],
    ['null for a token', { ...said, token: null }],
    ['nothing', null],
    ['only a list', []],
  ])('%s is not logged in, and reads why', async (_what, answer) => {
    const { network } = await signInWith(answer);
    expect(await dialogTexts()).toEqual(['Oops', 'something went wrong please try again.']);
    expect(stored()).toEqual([]);
    expect(network.to('/applicants/')).toEqual([]);
    expect(location.pathname).toBe('/login');
  });

  test.each([undefined, null, ''])(
    '%j for her email address is who she said she is',
    async (none) => {
      const { network } = await signInWith({ ...said, email: none }, { typed: ` ${email} ` });
      await screen.findByRole('button', { name: 'Logout' });
      const [asked] = network.to(profile);
      expect(asked?.path).toBe(profile + email);
      expect(asked?.authorization).toBe('Bearer abc');
      expect(JSON.parse(sessionStorage.getItem('user-data') ?? '')).toMatchObject({ email });
    },
  );
});

describe('a profile', () => {
  async function signInWithProfile(status: number, body?: unknown) {
    const network = await startNetwork();
    network.answer(call, 200, said);
    network.answer(profile, status, body);
    await signIn(network, { path: '/login?redirectUrl=%2Fabout' });
  }

  test.each([
    [500, { message: 'NullPointerException' }],
    [403, undefined],
    [404, { message: 'No profile.' }],
    [200, { status: 'ACTIVATED' }],
    [200, { status: 'ACTIVATED', id: null, firstName: null, middleName: null }],
    [200, { status: 'ON_HOLD' }],
  ])('that is answered with %i and %j stops nobody', async (status, body) => {
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
  const nobody = 'nobody@example.com';

  test.each([
    ['answered with 417', 417, { message: 'Activate it first.' }, /^Activate it first\.$/, nobody],
    ['of an unknown user', undefined, undefined, /^User is not recognized\.$/, nobody],
    ['with a wrong password', undefined, undefined, /password/i, email],
    ['answered with 500', 500, 'oops', /^Error has happened\. Please check your conn/, nobody],
    ['without a network', 0, undefined, /^something went wrong please try again\.$/, nobody],
  ])('%s says why, and keeps the address', async (_how, status, body, said, typed) => {
    const network = await start();
    if (status !== undefined) network.answer(call, status, body);
    const { user } = await signIn(network, { typed, secret: 'Wrong-Horse-7' });
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

test('an applicant is welcomed by her name and led on, and leaves nothing when she logs out', async () => {
  const { user } = await signIn(await start());
  await heading('Your application');
  expect((await screen.findByText(/^Welcome \S/)).textContent).toMatch(/^Welcome \p{Lu}+$/u);
  // Should the session end; a logout takes it away.
  expect(sessionStorage.getItem('draft:account')).toBe(JSON.stringify({ email }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Login' });
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], ['logged-out']]);
});

test.each(['/register', '/Login', '/forgot_password', '/change-password'])(
  '%s is for visitors: whoever is logged in is led home',
  async (path) => {
    await renderSite(path, { loggedIn: true });
    await heading('Your application');
    expect(location.pathname).toBe('/');
  },
);

test('a browser that cannot remember the address lets one in all the same', async () => {
  expect(typeof indexedDB).toBe('undefined');
  const network = await start();
  const { user } = await renderSite('/login', { network });
  await heading('Sign in');
  await user.click(screen.getByLabelText('Remember me'));
  await fill(user, 'Email Address', email);
  // Enter signs in, too.
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
  await screen.findByRole('button', { name: 'Logout' });
});

test('whoever was sent here by a guarded page reads why, and is led back to it', async () => {
  const path = '/applicant/take_exam?again=1';
  const { user } = await renderSite(path, { network: await start() });
  await heading('Sign in');
  await screen.findByText('Please sign in to open that page.');
  const asked = '/Login?redirectUrl=%2Fapplicant%2Ftake_exam%3Fagain%3D1';
  expect(location.pathname + location.search).toBe(asked);
  await fill(user, 'Email Address', email);
  await fill(user, 'Password', password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await heading('Digital Literacy Test');
  expect(location.pathname + location.search).toBe(path);
});

describe('the dialog after the login of somebody who has applied', () => {
  const confirmation = '/applicant/apply_program_confirmation';
  const typed = precreatedEmailIn('APPLIED');

  test('opens, also once the page is loaded anew, and Close logs out', async () => {
    const { network } = await signIn(await start(), { typed });
    const said = ['Dear Applicant', expect.stringMatching('submitted')];
    expect((await dialogTexts()).slice(0, 2)).toEqual(said);
    screen.getByText(/review your documents .* by email/);
    screen.getByText(/before logging in/);
    cleanup();
    const { user } = await renderSite(location.pathname, { network });
    await dialogTexts();
    await closeDialog(user);
    await heading('Sign in');
    expect(location.pathname).toBe('/login');
    expect(stored()).toEqual([]);
  });

  test('leads to the confirmation, and does not open again while she is logged in', async () => {
    const { user, network } = await signIn(await start(), { typed });
    await user.click(await screen.findByRole('button', { name: 'See your application' }));
    await heading('Application Submitted');
    for (const path of ['/', '/about', confirmation]) {
      cleanup();
      await renderSite(path, { network });
      await screen.findByRole('button', { name: 'Logout' });
      await waitFor(() => expect(network.pendingCount).toBe(0));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  test('does not open on top of the confirmation', async () => {
    const path = `/Login?redirectUrl=${encodeURIComponent(confirmation)}`;
    const { network } = await signIn(await start(), { path, typed });
    await heading('Application Submitted');
    await waitFor(() => expect(network.pendingCount).toBe(0));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
