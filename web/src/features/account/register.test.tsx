import { alternate } from '@one-planet/contract';
import type { BackendOptions } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { isServiceDownAtom } from '../../site/atoms.ts';
import type { Settings } from '../../site/config.ts';
import {
  fillField,
  findHeading,
  readDialogTexts,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

async function openForm(backendOptions: BackendOptions = {}, settings: Partial<Settings> = {}) {
  const network = await startNetwork(backendOptions);
  const rendered = await renderSite('/register', { network, settings });
  await findHeading('Application Form');
  return rendered;
}

const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const getAgeBox = () => getField('I am 18 years or older');
const getTermsBox = () => getField(/^I agree to the terms/);
const getPrivacyBox = () => getField(/^I agree to the privacy policy/);
const getRegisterButton = () => screen.getByRole('button', { name: 'Register' });
const readStoredDraft = () => sessionStorage.getItem('draft:account');

async function fillForm(user: UserEvent, textChanges: Record<string, string> = {}): Promise<void> {
  const textByLabel = {
    'First name': 'Hana',
    'Middle name': 'Tesfaye',
    'Last name': 'Bekele',
    Email: 'hana@example.com',
    'Phone number': '+251911234567',
    ...textChanges,
  };
  for (const [label, text] of Object.entries(textByLabel)) {
    await fillField(user, new RegExp(`^${label}`), text);
  }
  for (const checkbox of [getAgeBox(), getTermsBox(), getPrivacyBox()]) await user.click(checkbox);
}

const missingHint = 'To register, confirm your age and agree to the terms and conditions.';

test('the button is disabled, with a hint, until age and terms are ticked', async () => {
  const { user } = await openForm();
  expect(getRegisterButton().getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(getRegisterButton().getAttribute('aria-describedby') ?? '')).toBe(
    screen.getByText(missingHint),
  );
  // The keyboard still reaches the disabled button.
  getRegisterButton().focus();
  expect(document.activeElement).toBe(getRegisterButton());
  // The privacy policy and marketing do not enable it.
  await user.click(getPrivacyBox());
  await user.click(getField(/news and offers/));
  expect(getRegisterButton().getAttribute('aria-disabled')).toBe('true');
  await user.click(getAgeBox());
  expect(getRegisterButton().getAttribute('aria-disabled')).toBe('true');
  await user.click(getTermsBox());
  expect(getRegisterButton().getAttribute('aria-disabled')).toBe('false');
  expect(getRegisterButton().getAttribute('aria-describedby')).toBeNull();
  expect(screen.queryByText(missingHint)).toBeNull();
  await user.click(getAgeBox());
  expect(getRegisterButton().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(missingHint)).toBeTruthy();
});

describe('what is typed', () => {
  test('is stored in this tab and restored, texts and checkboxes', async () => {
    const { user, unmount } = await openForm();
    await user.type(getField('First name'), 'ሐና');
    await user.type(getField(/^Referral code/), 'FRIEND 7');
    await user.click(getAgeBox());
    await user.click(getTermsBox());
    expect(JSON.parse(readStoredDraft() ?? '')).toMatchObject({
      firstName: 'ሐና',
      referralCode: 'FRIEND 7',
      iAm18: true,
      iAgreeTerms: true,
      agreeToPrivacy: false,
    });
    unmount();
    await openForm();
    await waitFor(() => expect(getField('First name').value).toBe('ሐና'));
    expect(getField(/^Referral code/).value).toBe('FRIEND 7');
    expect([getAgeBox().checked, getTermsBox().checked, getPrivacyBox().checked]).toEqual([
      true,
      true,
      false,
    ]);
    await waitFor(() => expect(getRegisterButton().getAttribute('aria-disabled')).toBe('false'));
    expect(localStorage).toHaveLength(0);
  });

  const registerRequestPath = '/applicants/public/apply';
  const tryLaterText = 'Error has happened. Please try again later.';

  test.each([
    [409, { message: 'This address is taken.' }, ['This address is taken.']],
    [400, 'The referral code is not known.', [tryLaterText, 'The referral code is not known.']],
    [500, 'NullPointerException', [tryLaterText]],
    [429, '', [tryLaterText, 'That was too often. Please wait a moment and try again.']],
    [200, {}, [tryLaterText]],
    [0, undefined, ['Error has happened. Please check your internet connection.']],
  ])('is kept after a response of %i with %j, and a message says why', async (...row) => {
    const [status, body, messageTexts] = row;
    const { user, network, unmount } = await openForm();
    network.respond(registerRequestPath, status, body);
    await fillForm(user);
    await user.click(getRegisterButton());
    expect(await readDialogTexts()).toEqual(['Error', ...messageTexts]);
    expect(location.pathname).toBe('/register');
    unmount();
    await openForm();
    await waitFor(() => expect(getField('Email').value).toBe('hana@example.com'));
    expect(getAgeBox().checked).toBe(true);
  });

  test('asks to check the connection after one lost answer, and does not say that the service is down', async () => {
    const { user, network, site } = await openForm();
    network.respond(registerRequestPath, 0, undefined);
    await fillForm(user);
    await user.click(getRegisterButton());
    const inDialog = within(await screen.findByRole('dialog'));
    inDialog.getByText('Error has happened. Please check your internet connection.');
    await waitFor(() => expect(network.requestsTo('/bank-accounts/')).toHaveLength(1));
    await waitFor(() => expect(network.pendingCount).toBe(0));
    expect(site.store.get(isServiceDownAtom)).toBe(false);
  });

  test('is kept while the service is down: the dialog says that it is not her phone, whom to call, and what to say', async () => {
    const { user, network } = await openForm({}, { requestIds: true });
    await fillForm(user);
    network.cut();
    await user.click(getRegisterButton());
    const inDialog = within(await screen.findByRole('dialog'));
    await inDialog.findByText(/^Our service is down right now\. It is not your phone/);
    expect(document.body.textContent).not.toContain('check your internet connection');
    expect(inDialog.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/);
    expect(inDialog.getByText(/^If you call us, say: [\dA-F]{6}$/)).toBeTruthy();
  });

  test('is sent once and then deleted, except for the address, which the login has', async () => {
    const { user, network } = await openForm();
    const release = network.delay(registerRequestPath, 201, {});
    await fillForm(user);
    await user.click(getRegisterButton());
    const busyButton = await screen.findByRole('button', { name: 'Sending...' });
    expect(busyButton.getAttribute('aria-disabled')).toBe('true');
    await user.click(busyButton);
    release();
    await findHeading('Applicant Registration Successful');
    expect(network.requestsTo(registerRequestPath)).toHaveLength(1);
    expect(location.pathname).toBe('/registration-successful');
    expect(JSON.parse(readStoredDraft() ?? '')).toEqual({ email: 'hana@example.com' });
    await user.click(screen.getByRole('link', { name: 'Go to the login page' }));
    await findHeading('Sign in');
    await waitFor(() => expect(getField('Email Address').value).toBe('hana@example.com'));
    expect([location.search, location.hash, localStorage.length]).toEqual(['', '', 0]);
  });
});

describe('after the registration', () => {
  const resendPath = '/applicants/public/resend_email/hana@example.com';

  async function registerApplicant() {
    const rendered = await openForm();
    await fillForm(rendered.user);
    await rendered.user.click(getRegisterButton());
    await findHeading('Applicant Registration Successful');
    return rendered;
  }

  test('the page names the address, and can send the email again without leaving', async () => {
    const { user, network } = await registerApplicant();
    expect(screen.getByText('hana@example.com').tagName).toBe('STRONG');
    const resendButton = screen.getByRole('button', { name: 'Resend Activation Email' });
    network.respond(resendPath, 409, { message: 'This account is active already.' });
    await user.click(resendButton);
    await screen.findByText('This account is active already.');
    network.restore();
    await user.click(resendButton);
    await screen.findByText('Sent again. Please check your email.');
    expect(network.requestsTo(resendPath)).toHaveLength(2);
    expect(location.pathname).toBe('/registration-successful');
  });

  test('after a wrong address only the address has to be typed again', async () => {
    const { user } = await registerApplicant();
    await user.click(screen.getByRole('link', { name: 'Register again' }));
    await findHeading('Application Form');
    await waitFor(() => expect(getField('First name').value).toBe('Hana'));
    expect(getField('Phone number').value).toBe('+251911234567');
    expect([getAgeBox().checked, getTermsBox().checked, getPrivacyBox().checked]).toEqual([
      true,
      true,
      true,
    ]);
    expect(getField('Email').value).toBe('');
  });
});

test('for an address that is already registered a dialog leads to the login with its main button, and links to a new link', async () => {
  const { user, network } = await openForm();
  network.respond('/applicants/public/apply', 409, { message: 'This address is taken.' });
  await fillForm(user);
  await user.click(getRegisterButton());
  const inDialog = within(await screen.findByRole('dialog'));
  const signInLink = inDialog.getByRole('link', { name: 'Sign in' });
  expect(signInLink.getAttribute('href')).toBe('/login');
  const mainButtons = [...inDialog.getAllByRole('link'), ...inDialog.getAllByRole('button')].filter(
    ({ classList }) => classList.contains('primary'),
  );
  expect(mainButtons).toEqual([signInLink]);
  await user.click(inDialog.getByRole('link', { name: 'Send the link again' }));
  await findHeading('Resend Activation Email');
  await waitFor(() => expect(getField('Email').value).toBe('hana@example.com'));
});

describe('what is sent', () => {
  async function sendForm(changes: Record<string, string>, options?: BackendOptions) {
    const { user, network } = await openForm(options);
    await fillForm(user, changes);
    await user.click(getRegisterButton());
    await findHeading('Applicant Registration Successful');
    const [request] = network.requestsTo('/applicants/public/apply');
    return request?.body;
  }

  test('is the registration, with cleaned names, address and phone number', async () => {
    const textChanges = {
      'First name': ' hana ',
      'Last name': 'ወርቁ',
      Email: ' Hana+1@example.com ',
      'Phone number': ' +251 (91) 123-45.67 ',
      'Referral code': ' FRIEND 7 ',
    };
    expect(await sendForm(textChanges)).toEqual({
      firstName: 'HANA',
      middleName: 'TESFAYE',
      lastName: 'ወርቁ',
      email: 'Hana+1@example.com',
      phoneNumber: '+251911234567',
      referral: 'FRIEND 7',
      iAm18: true,
      iAgreeTerms: true,
      agreeToPrivacy: true,
      iAgreeMarketing: false,
    });
  });

  test('is written in the dialect of the settings', async () => {
    const body = await sendForm({ 'Referral code': 'FRIEND' }, { dialect: alternate });
    expect(body).toMatchObject({ phone: '+251911234567', i_am18or_Older: true });
    expect(Object.keys(body ?? {})).not.toContain('referral');
    expect(Object.keys(body ?? {})).not.toContain('phoneNumber');
  });
});

test('the error summary takes the focus, is no alert, and links to the fields; an error goes as soon as its entry is right', async () => {
  const { user } = await openForm();
  await user.type(getField('First name'), 'Hana 2');
  await user.click(getRegisterButton());
  const summaryElement = await screen.findByRole('region', { name: 'There is a problem' });
  const inSummary = within(summaryElement);
  await waitFor(() => expect(document.activeElement).toBe(summaryElement));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('main [aria-live=assertive]')).toBeNull();
  await user.click(inSummary.getByRole('link', { name: /only alphabetic/ }));
  expect(document.activeElement).toBe(getField('First name'));
  expect(getField('First name').getAttribute('aria-invalid')).toBe('true');
  const descriptionIds = (getField('Email').getAttribute('aria-describedby') ?? '').split(' ');
  expect(descriptionIds.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'We send the activation link there.',
    'Email is required',
  ]);
  await user.type(getField('First name'), '{Backspace}{Backspace}');
  await waitFor(() => expect(getField('First name').getAttribute('aria-invalid')).toBe('false'));
  expect(inSummary.queryByRole('link', { name: /only alphabetic/ })).toBeNull();
  expect(inSummary.getByText(/only alphabetic/).tagName).toBe('S');
  expect(getField('Middle name').getAttribute('aria-invalid')).toBe('true');
  expect(inSummary.getByRole('link', { name: 'Middle name is required' })).toBeTruthy();
});

test('only the referral code is optional, and the terms open in a new tab', async () => {
  await openForm();
  const optionalLabels = screen
    .getAllByText(/\(optional\)/)
    .map(({ parentElement }) => parentElement);
  expect(optionalLabels.map((label) => label?.textContent)).toEqual(['Referral code (optional)']);
  expect(getField(/^Referral code/).getAttribute('aria-required')).toBe('false');
  expect(getField('Phone number').getAttribute('aria-required')).toBe('true');
  expect(getField('Phone number').placeholder).toMatch(/^\+251/);
  const linkName = 'terms and conditions (opens in a new tab)';
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: linkName });
  expect(link.pathname).toBe('/terms_and_conditions');
  expect(link.target).toBe('_blank');
  expect(link.rel).toMatch(/noreferrer|noopener/);
});

test('three panels, closed at first, say what applicants of each background need', async () => {
  const { user } = await openForm();
  const requirementsPanel = screen.getByText('Requirements').closest('details') as HTMLElement;
  const sections = [...requirementsPanel.querySelectorAll('details')];
  expect(sections.map((section) => section.querySelector('summary')?.textContent)).toEqual([
    'Degree Requirements',
    'TVET Requirements',
    'Grade 12 Requirements',
  ]);
  expect(sections.map(({ open }) => open)).toEqual([false, false, false]);
  await user.click(within(requirementsPanel).getByText('TVET Requirements'));
  expect(sections.map(({ open }) => open)).toEqual([false, true, false]);
  expect(sections[1]?.textContent).toContain('At least one year of work experience');
});
