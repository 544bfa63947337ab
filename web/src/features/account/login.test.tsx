import { applicantsForEveryState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Settings } from '../../site/config.ts';
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

const email = precreatedEmailIn('ACTIVATED');
const password = precreatedPassword;
const applicantRoles = [{ name: 'ROLE_APPLICANT' }];
/** The response to the login of an applicant who stays on this site. */
const loginBody = { token: 'abc', email, shouldChangePassword: false, roles: applicantRoles };

const startWithApplicants = () => startNetwork({ applicants: applicantsForEveryState });
const loginApiPath = '/auth/public/login';
const profilePath = '/applicants/private/get_by_email/';

interface SignInEntries {
  path?: string;
  typedEmail?: string;
  typedPassword?: string;
  settings?: Partial<Settings>;
}

/** Opens the login page, or one that redirects to it, and signs in. */
async function signIn(
  network: Network,
  {
    path = '/login',
    typedEmail = email,
    typedPassword = password,
    settings = {},
  }: SignInEntries = {},
) {
  const rendered = await renderSite(path, { network, settings });
  await findHeading('Sign in');
  await fillField(rendered.user, 'Email Address', typedEmail);
  await fillField(rendered.user, 'Password', typedPassword);
  await rendered.user.click(screen.getByRole('button', { name: 'Sign In' }));
  return rendered;
}

/** Signs in with a fake response to the login. */
async function signInWith(body: unknown, entries?: SignInEntries) {
  const network = await startNetwork();
  network.respond(loginApiPath, 200, body);
  network.respond(profilePath, 200, { status: 'ACTIVATED' });
  return signIn(network, entries);
}

const readStoredKeys = () => Object.keys(sessionStorage).filter((key) => !key.startsWith('draft:'));

describe('a login whose response has', () => {
  test.each([
    { roles: undefined },
    { roles: null },
    { roles: [] },
    { roles: [{ name: 'ROLE_DEAN' }], shouldChangePassword: true },
  ])('%j leads to the staff portal', async (bodyChanges) => {
    const assignMock = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { network } = await signInWith({ ...loginBody, ...bodyChanges });
    await screen.findByText('Taking you to your portal.');
    expect(assignMock.mock.calls).toEqual([['https://staff.oneplanet.example/login?token=abc']]);
    expect(network.requests.map(({ path }) => path)).toEqual(['/auth/public/login']);
    expect(readStoredKeys()).toEqual([]);
  });

  test('the roles of a portal that the settings do not allow leads nowhere, and a message says so', async () => {
    await signInWith({ ...loginBody, roles: [] }, { settings: { redirectOrigins: [] } });
    const refusedPortalText = expect.stringContaining(
      'this website is not allowed to send you there',
    );
    expect(await readDialogTexts()).toEqual(['Oops', refusedPortalText]);
    expect(location.pathname).toBe('/login');
  });

  test.each([
    ['no token', { ...loginBody, token: undefined }],
    ['an empty token', { ...loginBody, token: '' }],
    ['null for a token', { ...loginBody, token: null }],
    ['nothing', null],
    ['only a list', []],
  ])('%s stores no session, and a message says why', async (_case, body) => {
    const { network } = await signInWith(body);
    expect(await readDialogTexts()).toEqual(['Oops', 'something went wrong please try again.']);
    expect(readStoredKeys()).toEqual([]);
    expect(network.requestsTo('/applicants/')).toEqual([]);
    expect(location.pathname).toBe('/login');
  });

  test.each([undefined, null, ''])(
    '%j as email address counts for the address that was typed',
    async (emptyEmail) => {
      const { network } = await signInWith(
        { ...loginBody, email: emptyEmail },
        { typedEmail: ` ${email} ` },
      );
      await screen.findByRole('button', { name: 'Logout' });
      const [profileRequest] = network.requestsTo(profilePath);
      expect(profileRequest?.path).toBe(profilePath + email);
      expect(profileRequest?.authorization).toBe('Bearer abc');
      expect(JSON.parse(sessionStorage.getItem('user-data') ?? '')).toMatchObject({ email });
    },
  );
});

describe('a profile', () => {
  async function signInWithProfile(status: number, body?: unknown) {
    const network = await startNetwork();
    network.respond(loginApiPath, 200, loginBody);
    network.respond(profilePath, status, body);
    await signIn(network, { path: '/login?redirectUrl=%2Fabout' });
  }

  test.each([
    [500, { message: 'NullPointerException' }],
    [403, undefined],
    [404, { message: 'No profile.' }],
    [200, { status: 'ACTIVATED' }],
    [200, { status: 'ACTIVATED', id: null, firstName: null, middleName: null }],
    [200, { status: 'ON_HOLD' }],
  ])('that is read with %i and %j does not stop the login', async (status, body) => {
    await signInWithProfile(status, body);
    await screen.findByText('Welcome');
    await findHeading('About Us');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage.getItem('token')).toBe('abc');
  });

  test('of an admitted applicant leads to the student portal', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await signInWithProfile(200, { status: 'ADMITTED' });
    await waitFor(() =>
      expect(assign.mock.calls).toEqual([['https://student.oneplanet.example/login?token=abc']]),
    );
    expect(readStoredKeys()).toEqual([]);
  });
});

describe('a login', () => {
  const unknownEmail = 'nobody@example.com';

  test.each([
    [
      'answered with 417',
      417,
      { message: 'Activate it first.' },
      /^Activate it first\.$/,
      unknownEmail,
    ],
    ['of an unknown user', undefined, undefined, /^User is not recognized\.$/, unknownEmail],
    ['with a wrong password', undefined, undefined, /password/i, email],
    [
      'answered with 500',
      500,
      'oops',
      /^Error has happened\. Please check your conn/,
      unknownEmail,
    ],
    ['without a network', 0, undefined, /^something went wrong please try again\.$/, unknownEmail],
  ])(
    '%s shows a message, and keeps the address',
    async (_case, status, body, messagePattern, typedEmail) => {
      const network = await startWithApplicants();
      if (status !== undefined) network.respond(loginApiPath, status, body);
      const { user } = await signIn(network, { typedEmail, typedPassword: 'Wrong-Horse-7' });
      expect(await readDialogTexts()).toEqual(['Oops', expect.stringMatching(messagePattern)]);
      await closeDialog(user);
      expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe(typedEmail);
      expect(location.pathname).toBe('/login');
    },
  );

  test('needs a valid email address and a password', async () => {
    const { user } = await renderSite('/login');
    await findHeading('Sign in');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await readErrorMessages()).toEqual(['Email is required', 'Password is required']);
    await fillField(user, 'Email Address', 'hana@example');
    await fillField(user, 'Password', password);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await readErrorMessages()).toEqual(['Please enter a valid email']);
  });
});

test('a login welcomes the applicant by name and opens her home page, and a logout leaves no data', async () => {
  const { user } = await signIn(await startWithApplicants());
  await findHeading('Your application');
  expect((await screen.findByText(/^Welcome \S/)).textContent).toMatch(/^Welcome \p{Lu}\p{Ll}+$/u);
  // The address is kept for when the session ends; a logout deletes it.
  expect(sessionStorage.getItem('draft:account')).toBe(JSON.stringify({ email }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Login' });
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], ['logged-out']]);
});

test.each(['/register', '/Login', '/forgot_password', '/change-password'])(
  '%s is for visitors, and redirects an applicant who is logged in to her home page',
  async (path) => {
    await renderSite(path, { isLoggedIn: true });
    await findHeading('Your application');
    expect(location.pathname).toBe('/');
  },
);

test('logging in works in a browser that cannot remember the address', async () => {
  expect(typeof indexedDB).toBe('undefined');
  const network = await startWithApplicants();
  const { user } = await renderSite('/login', { network });
  await findHeading('Sign in');
  await user.click(screen.getByLabelText('Remember me'));
  await fillField(user, 'Email Address', email);
  // The Enter key submits the form.
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
  await screen.findByRole('button', { name: 'Logout' });
});

test('a guarded page redirects to the login, which says why, and returns there afterwards', async () => {
  const examPath = '/applicant/take_exam?again=1';
  const { user } = await renderSite(examPath, { network: await startWithApplicants() });
  await findHeading('Sign in');
  await screen.findByText('Please sign in to open that page.');
  const guardedLoginPath = '/Login?redirectUrl=%2Fapplicant%2Ftake_exam%3Fagain%3D1';
  expect(location.pathname + location.search).toBe(guardedLoginPath);
  await fillField(user, 'Email Address', email);
  await fillField(user, 'Password', password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await findHeading('Digital Literacy Test');
  expect(location.pathname + location.search).toBe(examPath);
});

test('after a 401 the login gives one reason, that the session has ended', async () => {
  const network = await startNetwork();
  network.respond(profilePath, 401, { message: 'Who are you?' });
  await renderSite('/applicant/biography_data', { network, isLoggedIn: true });
  await findHeading('Sign in');
  expect(screen.getAllByText(/^Your session has ended\./)).toHaveLength(1);
  expect(screen.queryByText('Please sign in to open that page.')).toBeNull();
});

describe('the dialog after the login of an applicant who has applied', () => {
  const confirmationPath = '/applicant/apply_program_confirmation';
  const appliedEmail = precreatedEmailIn('APPLIED');

  test('opens, also after a reload, and Close logs out', async () => {
    const { network } = await signIn(await startWithApplicants(), { typedEmail: appliedEmail });
    const expectedTexts = ['Dear Applicant', expect.stringMatching('submitted')];
    expect((await readDialogTexts()).slice(0, 2)).toEqual(expectedTexts);
    screen.getByText(/review your documents .* by email/);
    screen.getByText(/before logging in/);
    cleanup();
    const { user } = await renderSite(location.pathname, { network });
    await readDialogTexts();
    await closeDialog(user);
    await findHeading('Sign in');
    expect(location.pathname).toBe('/login');
    expect(readStoredKeys()).toEqual([]);
  });

  test('Escape does not log out: it shows the application, as the main button beside Close does', async () => {
    await signIn(await startWithApplicants(), { typedEmail: appliedEmail });
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog');
    const buttons = within(dialog).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'See your application',
      'Close',
    ]);
    expect(buttons.map(({ classList }) => classList.contains('primary'))).toEqual([true, false]);
    // The browser closes a modal dialog at Escape.
    dialog.close();
    await findHeading('Application Submitted');
    await screen.findByRole('button', { name: 'Logout' });
    expect(readStoredKeys()).not.toEqual([]);
  });

  test('links to the confirmation, and does not open again while she is logged in', async () => {
    const { user, network } = await signIn(await startWithApplicants(), {
      typedEmail: appliedEmail,
    });
    await user.click(await screen.findByRole('button', { name: 'See your application' }));
    await findHeading('Application Submitted');
    for (const path of ['/', '/about', confirmationPath]) {
      cleanup();
      await renderSite(path, { network });
      await screen.findByRole('button', { name: 'Logout' });
      await waitFor(() => expect(network.pendingCount).toBe(0));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  test('does not open on top of the confirmation', async () => {
    const path = `/Login?redirectUrl=${encodeURIComponent(confirmationPath)}`;
    const { network } = await signIn(await startWithApplicants(), {
      path,
      typedEmail: appliedEmail,
    });
    await findHeading('Application Submitted');
    await waitFor(() => expect(network.pendingCount).toBe(0));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
