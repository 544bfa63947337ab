// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startAs } from '../../testing/applicants.ts';
import {
  dialogTexts,
  fill,
  heading,
  messages,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('what nobody can see in a registration is taken out, and the fields show what is sent', async () => {
  const network = await startNetwork();
  network.answer('/applicants/public/apply', 201);
  const { user } = await renderSite('/register', { network });
  await heading('Application Form');
  const pasted: [RegExp, string, string][] = [
    [/^First name/, 'Hana\u200b', 'Hana'],
    [/^Middle name/, '\u202dTesfaye\u202c', 'Tesfaye'],
    [/^Last name/, '\ufeffBekele', 'Bekele'],
    [/^Email/, '<hana@example.com>\u200b', 'hana@example.com'],
    [/^Phone number/, '\u202d+251 91 148 0437\u202c', '+251 91 148 0437'],
  ];
  for (const [label, text] of pasted) await fill(user, label, text);
  // Each is shown as soon as she goes on to the next one.
  await user.click(field(/^Referral/));
  for (const [label, , shown] of pasted) expect(field(label).value).toBe(shown);
  for (const label of [/18 years/, /agree to the terms/, /agree to the privacy/])
    await user.click(field(label));
  press('Register');
  await heading('Applicant Registration Successful');
  expect(network.to('/applicants/public/apply')[0]?.body).toMatchObject({
    firstName: 'HANA',
    middleName: 'TESFAYE',
    lastName: 'BEKELE',
    email: 'hana@example.com',
    phoneNumber: '+251911480437',
  });
});

test('a name of nothing but marks is none, and one of two words says what to do', async () => {
  const { user } = await renderSite('/register', { network: await startNetwork() });
  await heading('Application Form');
  await fill(user, /^First name/, 'Gebre Mariam');
  await fill(user, /^Middle name/, 'Abdul-Aziz');
  await fill(user, /^Last name/, '\u200b\u200e');
  for (const label of [/18 years/, /agree to the terms/]) await user.click(field(label));
  press('Register');
  expect((await messages()).slice(0, 3)).toEqual([
    'First name must contain only alphabetic characters',
    'Middle name must contain only alphabetic characters',
    'Last name is required',
  ]);
  const help = screen.getAllByText(/^Write a name of two words as one/);
  expect(help).toHaveLength(2);
  const described =
    field(/^First name/)
      .getAttribute('aria-describedby')
      ?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
    help[0]?.textContent,
  );
  screen.getByText(/have no grandfather's name, write your father's name again\.$/);
});

test('the profile has the same rules, and saves a number without its marks', async () => {
  const { network } = await startAs('READY_TO_APPLY');
  const { user } = await renderSite('/applicant/edit_profile', { network });
  await screen.findByLabelText('First name');
  const retype = async (label: string, text: string) => {
    await user.clear(field(label));
    await fill(user, label, text);
  };
  await retype('Last name', '\u200e');
  await retype('Phone number', '12');
  press('Save changes');
  expect(await messages()).toEqual([
    'Last name is required',
    'Phone number must be 8 to 15 digits long and contain only numbers',
  ]);
  await retype('Last name', 'Bekele');
  await retype('Phone number', '\u202d+251 91 148 0437\u202c');
  press('Save changes');
  await screen.findByRole('dialog', { name: 'Success' });
  expect(network.to('/applicants/private/edit_profile')[0]?.body).toMatchObject({
    lastName: 'Bekele',
    phone: '+251911480437',
  });
});

const applicant = { token: 'x.y', email: 'hana@example.com', roles: [{ name: 'ROLE_APPLICANT' }] };

/** A backend that takes one password. */
async function logInWith(typed: string, right: string, shouldChangePassword: boolean) {
  const network = await startNetwork();
  network.answerWith('/auth/public/login', async (request) => {
    const { password } = (await request.json()) as { password: string };
    return password === right
      ? Response.json({ ...applicant, shouldChangePassword })
      : Response.json({ message: 'Wrong password.' }, { status: 401 });
  });
  const { user } = await renderSite('/login', { network });
  await heading('Sign in');
  await fill(user, 'Email Address', 'hana@example.com');
  await fill(user, 'Password', typed);
  press('Sign In');
  return network;
}

test('a temporary password that is pasted with blanks is tried without them', async () => {
  const network = await logInWith(' Temp-4711\u00a0\u200b', 'Temp-4711', true);
  await heading('Set a new password');
  expect(network.to('/auth/public/login')).toHaveLength(2);
});

test('her own password is never changed; where it is refused, its blanks are named', async () => {
  await logInWith('Selam2025 ', 'Selam2025', false);
  expect(await dialogTexts()).toEqual([
    'Oops',
    'Wrong password.',
    'The password you typed begins or ends with a space. If it should not, take the space out and try again.',
  ]);
  expect(field('Password').value).toBe('Selam2025 ');
});

test('a password that has blanks logs in with them', async () => {
  const network = await logInWith(' Selam 2025 ', ' Selam 2025 ', false);
  await waitFor(() => expect(sessionStorage.getItem('token')).toBe('x.y'));
  expect(network.to('/auth/public/login')).toHaveLength(1);
});

test('without blanks nothing is said of them, and the password is tried once', async () => {
  const network = await logInWith('Selam2025', 'Other2025', false);
  expect(await dialogTexts()).toEqual(['Oops', 'Wrong password.']);
  expect(network.to('/auth/public/login')).toHaveLength(1);
});
