// @vitest-environment happy-dom
import { alternate } from '@one-planet/contract';
import type { BackendOptions } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  dialogTexts,
  fill,
  heading,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

async function openForm(options: BackendOptions = {}) {
  const rendered = await renderSite('/register', { network: await startNetwork(options) });
  await heading('Application Form');
  return rendered;
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const age = () => field('I am 18 years or older');
const terms = () => field(/^I agree to the terms/);
const privacy = () => field(/^I agree to the privacy policy/);
const button = () => screen.getByRole('button', { name: 'Register' });
const draft = () => sessionStorage.getItem('draft:account');

async function fillForm(user: UserEvent, typed: Record<string, string> = {}): Promise<void> {
  const entries = {
    'First name': 'Hana',
    'Middle name': 'Tesfaye',
    'Last name': 'Bekele',
    Email: 'hana@example.com',
    'Phone number': '+251911234567',
    ...typed,
  };
  for (const [label, text] of Object.entries(entries)) {
    await fill(user, new RegExp(`^${label}`), text);
  }
  for (const box of [age(), terms(), privacy()]) await user.click(box);
}

const hint = 'To register, confirm your age and agree to the terms and conditions.';

test('the button is disabled, with a hint, until age and terms are ticked', async () => {
  const { user } = await openForm();
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')).toBe(
    screen.getByText(hint),
  );
  // The keyboard reaches it all the same.
  button().focus();
  expect(document.activeElement).toBe(button());
  // It asks for neither the privacy policy nor marketing.
  await user.click(privacy());
  await user.click(field(/news and offers/));
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await user.click(age());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await user.click(terms());
  expect(button().getAttribute('aria-disabled')).toBe('false');
  expect(button().getAttribute('aria-describedby')).toBeNull();
  expect(screen.queryByText(hint)).toBeNull();
  await user.click(age());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(hint)).toBeTruthy();
});

describe('what is typed', () => {
  test('is kept in this tab and is there again, texts and ticks', async () => {
    const { user, unmount } = await openForm();
    await user.type(field('First name'), 'ሐና');
    await user.type(field(/^Referral code/), 'FRIEND 7');
    await user.click(age());
    await user.click(terms());
    expect(JSON.parse(draft() ?? '')).toMatchObject({
      firstName: 'ሐና',
      referralCode: 'FRIEND 7',
      iAm18: true,
      iAgreeTerms: true,
      agreeToPrivacy: false,
    });
    unmount();
    await openForm();
    await waitFor(() => expect(field('First name').value).toBe('ሐና'));
    expect(field(/^Referral code/).value).toBe('FRIEND 7');
    expect([age().checked, terms().checked, privacy().checked]).toEqual([true, true, false]);
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('false'));
    expect(localStorage).toHaveLength(0);
  });

  const applying = '/applicants/public/apply';
  const later = 'Error has happened. Please try again later.';

  test.each([
    [409, { message: 'This address is taken.' }, ['This address is taken.']],
    [400, 'The referral code is not known.', [later, 'The referral code is not known.']],
    [500, 'NullPointerException', [later]],
    [200, {}, [later]],
    [0, undefined, ['Error has happened. Please check your internet connection.']],
  ])('is kept when the answer is %i with %j, and a message says why', async (...row) => {
    const [status, body, said] = row;
    const { user, network, unmount } = await openForm();
    network.answer(applying, status, body);
    await fillForm(user);
    await user.click(button());
    expect(await dialogTexts()).toEqual(['Error', ...said]);
    expect(location.pathname).toBe('/register');
    unmount();
    await openForm();
    await waitFor(() => expect(field('Email').value).toBe('hana@example.com'));
    expect(age().checked).toBe(true);
  });

  test('is sent once, and is gone then, all but the address, which the login knows', async () => {
    const { user, network } = await openForm();
    const release = network.hold(applying, 201, {});
    await fillForm(user);
    await user.click(button());
    const busy = await screen.findByRole('button', { name: 'Sending...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await user.click(busy);
    release();
    await heading('Applicant Registration Successful');
    expect(network.to(applying)).toHaveLength(1);
    expect(location.pathname).toBe('/registration-successful');
    expect(JSON.parse(draft() ?? '')).toEqual({ email: 'hana@example.com' });
    await user.click(screen.getByRole('link', { name: 'Go to the login page' }));
    await heading('Sign in');
    await waitFor(() => expect(field('Email Address').value).toBe('hana@example.com'));
    expect([location.search, location.hash, localStorage.length]).toEqual(['', '', 0]);
  });
});

describe('after the registration', () => {
  const resend = '/applicants/public/resend_email/hana@example.com';

  async function registered() {
    const rendered = await openForm();
    await fillForm(rendered.user);
    await rendered.user.click(button());
    await heading('Applicant Registration Successful');
    return rendered;
  }

  test('the page names the address, and sends the email again in place', async () => {
    const { user, network } = await registered();
    expect(screen.getByText('hana@example.com').tagName).toBe('STRONG');
    const again = screen.getByRole('button', { name: 'Resend Activation Email' });
    network.answer(resend, 409, { message: 'This account is active already.' });
    await user.click(again);
    await screen.findByText('This account is active already.');
    network.mend();
    await user.click(again);
    await screen.findByText('Sent again. Please check your email.');
    expect(network.to(resend)).toHaveLength(2);
    expect(location.pathname).toBe('/registration-successful');
  });

  test('a wrong address is the one thing to type again', async () => {
    const { user } = await registered();
    await user.click(screen.getByRole('link', { name: 'Register again' }));
    await heading('Application Form');
    await waitFor(() => expect(field('First name').value).toBe('Hana'));
    expect(field('Phone number').value).toBe('+251911234567');
    expect([age().checked, terms().checked, privacy().checked]).toEqual([true, true, true]);
    expect(field('Email').value).toBe('');
  });
});

test('an address that is registered already leads to the login, or has the link sent again', async () => {
  const { user, network } = await openForm();
  network.answer('/applicants/public/apply', 409, { message: 'This address is taken.' });
  await fillForm(user);
  await user.click(button());
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  await user.click(dialog.getByRole('link', { name: 'Send the link again' }));
  await heading('Resend Activation Email');
  await waitFor(() => expect(field('Email').value).toBe('hana@example.com'));
});

describe('what is sent', () => {
  async function sent(typed: Record<string, string>, options?: BackendOptions) {
    const { user, network } = await openForm(options);
    await fillForm(user, typed);
    await user.click(button());
    await heading('Applicant Registration Successful');
    const [request] = network.to('/applicants/public/apply');
    return request?.body;
  }

  test('is the registration, with clean names, address and phone number', async () => {
    const typed = {
      'First name': ' hana ',
      'Last name': 'ወርቁ',
      Email: ' Hana+1@example.com ',
      'Phone number': ' +251 (91) 123-45.67 ',
      'Referral code': ' FRIEND 7 ',
    };
    expect(await sent(typed)).toEqual({
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

  test('is written as the dialect of the settings says', async () => {
    const body = await sent({ 'Referral code': 'FRIEND' }, { dialect: alternate });
    expect(body).toMatchObject({ phone: '+251911234567', i_am18or_Older: true });
    expect(Object.keys(body ?? {})).not.toContain('referral');
    expect(Object.keys(body ?? {})).not.toContain('phoneNumber');
  });
});

test('the summary of what is wrong takes the focus, is no alert, and leads to the fields; a message goes as soon as the entry is right', async () => {
  const { user } = await openForm();
  await user.type(field('First name'), 'Hana 2');
  await user.click(button());
  const region = await screen.findByRole('region', { name: 'There is a problem' });
  const summary = within(region);
  await waitFor(() => expect(document.activeElement).toBe(region));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('main [aria-live=assertive]')).toBeNull();
  await user.click(summary.getByRole('link', { name: /only alphabetic/ }));
  expect(document.activeElement).toBe(field('First name'));
  expect(field('First name').getAttribute('aria-invalid')).toBe('true');
  const described = (field('Email').getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'We send the activation link there.',
    'Email is required',
  ]);
  await user.type(field('First name'), '{Backspace}{Backspace}');
  await waitFor(() => expect(field('First name').getAttribute('aria-invalid')).toBe('false'));
  expect(summary.queryByRole('link', { name: /only alphabetic/ })).toBeNull();
  expect(summary.getByText(/only alphabetic/).tagName).toBe('S');
  expect(field('Middle name').getAttribute('aria-invalid')).toBe('true');
  expect(summary.getByRole('link', { name: 'Middle name is required' })).toBeTruthy();
});

test('only the referral code is optional, and the terms open in a new tab, so that nothing typed is left behind', async () => {
  await openForm();
  const optional = screen.getAllByText(/\(optional\)/).map(({ parentElement }) => parentElement);
  expect(optional.map((label) => label?.textContent)).toEqual(['Referral code (optional)']);
  expect(field(/^Referral code/).getAttribute('aria-required')).toBe('false');
  expect(field('Phone number').getAttribute('aria-required')).toBe('true');
  expect(field('Phone number').placeholder).toMatch(/^\+251/);
  const name = 'terms and conditions (opens in a new tab)';
  const link = screen.getByRole<HTMLAnchorElement>('link', { name });
  expect(link.pathname).toBe('/terms_and_conditions');
  expect(link.target).toBe('_blank');
  expect(link.rel).toMatch(/noreferrer|noopener/);
});

test('three panels, closed at first, say what each background has to bring', async () => {
  const { user } = await openForm();
  const panel = screen.getByRole('complementary', { name: 'Requirements' });
  const sections = [...panel.querySelectorAll('details')];
  expect(sections.map((section) => section.querySelector('summary')?.textContent)).toEqual([
    'Degree Requirements',
    'TVET Requirements',
    'Grade 12 Requirements',
  ]);
  expect(sections.map(({ open }) => open)).toEqual([false, false, false]);
  await user.click(within(panel).getByText('TVET Requirements'));
  expect(sections.map(({ open }) => open)).toEqual([false, true, false]);
  expect(sections[1]?.textContent).toContain('At least one year of work experience');
});
