import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startAs } from '../../testing/applicants.ts';
import {
  fillField,
  findHeading,
  readDialogTexts,
  readErrorMessages,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const clickButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('invisible characters in a registration are removed, and the fields show what is sent', async () => {
  const network = await startNetwork();
  network.respond('/applicants/public/apply', 201);
  const { user } = await renderSite('/register', { network });
  await findHeading('Application Form');
  const pastedTexts: [RegExp, string, string][] = [
    [/^First name/, 'Hana\u200b', 'Hana'],
    [/^Middle name/, '\u202dTesfaye\u202c', 'Tesfaye'],
    [/^Last name/, '\ufeffBekele', 'Bekele'],
    [/^Email/, '<hana@example.com>\u200b', 'hana@example.com'],
    [/^Phone number/, '\u202d+251 91 148 0437\u202c', '+251 91 148 0437'],
  ];
  for (const [label, text] of pastedTexts) await fillField(user, label, text);
  // A field shows its clean text as soon as the focus leaves it.
  await user.click(getField(/^Referral/));
  for (const [label, , shownText] of pastedTexts) expect(getField(label).value).toBe(shownText);
  for (const labelPattern of [/18 years/, /agree to the terms/, /agree to the privacy/])
    await user.click(getField(labelPattern));
  clickButton('Register');
  await findHeading('Applicant Registration Successful');
  expect(network.requestsTo('/applicants/public/apply')[0]?.body).toMatchObject({
    firstName: 'HANA',
    middleName: 'TESFAYE',
    lastName: 'BEKELE',
    email: 'hana@example.com',
    phoneNumber: '+251911480437',
  });
});

test('a name of invisible characters counts as empty, and a name of two words shows a hint', async () => {
  const { user } = await renderSite('/register', { network: await startNetwork() });
  await findHeading('Application Form');
  await fillField(user, /^First name/, 'Gebre Mariam');
  await fillField(user, /^Middle name/, 'Abdul-Aziz');
  await fillField(user, /^Last name/, '\u200b\u200e');
  for (const labelPattern of [/18 years/, /agree to the terms/])
    await user.click(getField(labelPattern));
  clickButton('Register');
  expect((await readErrorMessages()).slice(0, 3)).toEqual([
    'First name must contain only alphabetic characters',
    'Middle name must contain only alphabetic characters',
    'Last name is required',
  ]);
  const helpElements = screen.getAllByText(/^Write a name of two words as one/);
  expect(helpElements).toHaveLength(2);
  const descriptionIds =
    getField(/^First name/)
      .getAttribute('aria-describedby')
      ?.split(' ') ?? [];
  expect(descriptionIds.map((id) => document.getElementById(id)?.textContent)).toContain(
    helpElements[0]?.textContent,
  );
  screen.getByText(/have no grandfather's name, write your father's name again\.$/);
});

test('the profile has the same rules, and saves a phone number without invisible characters', async () => {
  const { network } = await startAs('READY_TO_APPLY');
  const { user } = await renderSite('/applicant/edit_profile', { network });
  await screen.findByLabelText('First name');
  const retype = async (label: string, text: string) => {
    await user.clear(getField(label));
    await fillField(user, label, text);
  };
  await retype('Last name', '\u200e');
  await retype('Phone number', '12');
  clickButton('Save changes');
  expect(await readErrorMessages()).toEqual([
    'Last name is required',
    'Phone number must be 8 to 15 digits long and contain only numbers',
  ]);
  await retype('Last name', 'Bekele');
  await retype('Phone number', '\u202d+251 91 148 0437\u202c');
  clickButton('Save changes');
  await screen.findByRole('dialog', { name: 'Success' });
  expect(network.requestsTo('/applicants/private/edit_profile')[0]?.body).toMatchObject({
    lastName: 'Bekele',
    phone: '+251911480437',
  });
});

const loginBody = { token: 'x.y', email: 'hana@example.com', roles: [{ name: 'ROLE_APPLICANT' }] };

/** Logs in at a backend that accepts only `correctPassword`. */
async function logInWith(
  typedPassword: string,
  correctPassword: string,
  shouldChangePassword: boolean,
) {
  const network = await startNetwork();
  network.respondWith('/auth/public/login', async (request) => {
    const { password } = (await request.json()) as { password: string };
    return password === correctPassword
      ? Response.json({ ...loginBody, shouldChangePassword })
      : Response.json({ message: 'Wrong password.' }, { status: 401 });
  });
  const { user } = await renderSite('/login', { network });
  await findHeading('Sign in');
  await fillField(user, 'Email Address', 'hana@example.com');
  await fillField(user, 'Password', typedPassword);
  clickButton('Sign In');
  return network;
}

test('a temporary password that was pasted with spaces is also tried without them', async () => {
  const network = await logInWith(' Temp-4711\u00a0\u200b', 'Temp-4711', true);
  await findHeading('Set a new password');
  expect(network.requestsTo('/auth/public/login')).toHaveLength(2);
});

test("an applicant's own password is sent unchanged; after a refusal the message names its spaces", async () => {
  await logInWith('Selam2025 ', 'Selam2025', false);
  expect(await readDialogTexts()).toEqual([
    'Oops',
    'Wrong password.',
    'The password you typed begins or ends with a space. If it should not, take the space out and try again.',
  ]);
  expect(getField('Password').value).toBe('Selam2025 ');
});

test('a password that really has spaces logs in with them, in one request', async () => {
  const network = await logInWith(' Selam 2025 ', ' Selam 2025 ', false);
  await waitFor(() => expect(sessionStorage.getItem('token')).toBe('x.y'));
  expect(network.requestsTo('/auth/public/login')).toHaveLength(1);
});

test('a password without spaces is tried once, and the message does not mention them', async () => {
  const network = await logInWith('Selam2025', 'Other2025', false);
  expect(await readDialogTexts()).toEqual(['Oops', 'Wrong password.']);
  expect(network.requestsTo('/auth/public/login')).toHaveLength(1);
});
