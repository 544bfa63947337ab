// @vitest-environment happy-dom
import { precreatedPassword } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { newContentAtom } from '../../site/atoms.ts';
import { startAs } from '../../testing/applicants.ts';
import { closeDialog, dialogTexts, fill, heading, renderSite } from '../../testing/render-site.tsx';

const create = '/exams/private/create';

afterEach(() => localStorage.clear());

/** @param sessionEndsIn in minutes */
async function open(sessionEndsIn = 50) {
  const { network } = await startAs('ACTIVATED');
  const user = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
  const endsAt = Date.now() + sessionEndsIn * 60_000;
  sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
  const rendered = await renderSite('/applicant/take_exam', { network });
  await screen.findByRole('button', { name: 'Start DLT' });
  return rendered;
}

const button = (name: string) => screen.findByRole('button', { name });

describe('before the test', () => {
  test('three sample questions say at once whether the answer is right, and send nothing', async () => {
    const { user, network } = await open();
    const before = network.sent.length;
    // happy-dom does not open a `details` that is clicked.
    const details = screen.getByText('Try three sample questions').closest('details');
    if (!details) throw new Error('The samples are not folded');
    expect(details.open).toBe(false);
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    await user.click(await screen.findByRole('radio', { name: /In the address bar/ }));
    expect(screen.getByText(/^Right\. /)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /Tell her half of it/ }));
    expect(
      screen.getByText(
        /^Not right\. The answer is D\. End the call and tell nobody the password\. /,
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /End the call/ }));
    expect(screen.getAllByText(/^Right\. /)).toHaveLength(2);
    expect(network.sent).toHaveLength(before);
    expect(localStorage).toHaveLength(0);
  });

  test('it is said what happens without a connection, at the end and on another device, but nothing of a size that nobody knows yet', async () => {
    await open();
    expect(screen.queryByText(/Last time/)).toBeNull();
    expect(screen.queryByText('Time left')).toBeNull();
    expect(screen.queryByText('--:--')).toBeNull();
    screen.getByText(/^Your answers are saved on this device .* even if the connection drops/);
    screen.getByText(/^When the time is over, the answers you have given are submitted\./);
    screen.getByText(/^Take the test on one device\./);
    screen.getByText(/^If you do not pass, the college decides/);
  });

  test('the college says how long it is, what is allowed, and how often it may be taken', async () => {
    const { site } = await open();
    const exam = { questions: 30, minutes: 45, allowed: ['Paper is allowed.'], repeats: 'Twice.' };
    site.store.set(newContentAtom, { exam });
    await screen.findByText('The test has 30 questions in 45 minutes.');
    screen.getByText('45:00');
    screen.getByText('Paper is allowed.');
    screen.getByText('Twice.');
    expect(screen.queryByText(/^If you do not pass, the college decides/)).toBeNull();
  });
});

test('the size of the test is shown in its first view, and before a retake, until she logs out', async () => {
  const { user, network } = await open();
  await user.dblClick(await button('Start DLT'));
  await screen.findByText(/^\d+ questions in 20 minutes$/);
  expect(network.to(create)).toHaveLength(1);
  await user.click(await button('Check your answers'));
  await user.click(await button('Finalize Test'));
  await user.click(await screen.findByRole('link', { name: 'Re-take DLT' }));
  await button('Start DLT');
  expect(screen.getByText(/Last time the test had \d+ questions in 20 minutes\.$/)).toBeTruthy();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(await menu.findByRole('button', { name: 'Logout' }));
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('exam:'))).toEqual([]);
});

test.each([
  [0, undefined, 'Error', 'Error has happened please check your internet connection.'],
  [409, { message: 'There is no test today.' }, 'Oops!', 'There is no test today.'],
  [500, { message: 'The test is being changed.' }, 'Oops!', 'The test is being changed.'],
  [200, {}, 'Oops!', 'Error has happened. Please try again later.'],
])('an answer of %i with %j starts no clock, and a message says why', async (...row) => {
  const [status, body, title, text] = row;
  const { user, network } = await open();
  network.answer(create, status, body);
  await user.click(await button('Start DLT'));
  expect(await dialogTexts()).toEqual([title, text]);
  expect(localStorage).toHaveLength(0);
  expect(network.to(create).length).toBeGreaterThan(0);
  await closeDialog(user);
  await heading('Digital Literacy Test');
});

test('a test that the session would end before is not started; logging in again in place is offered, and then it is', async () => {
  const { user, network } = await open(19);
  await user.click(await button('Start DLT'));
  expect((await dialogTexts())[1]).toMatch(/^Your session would end before the test does\./);
  expect(network.to(create)).toEqual([]);
  await fill(user, 'Password', precreatedPassword);
  await user.click(await button('Log in again'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button('Start DLT'));
  await screen.findByText(/^\d+ questions in 20 minutes$/);
  expect(network.to(create)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
