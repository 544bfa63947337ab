// @vitest-environment happy-dom
import { oneInEachState } from '@one-planet/mocks';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { newContentAtom } from '../../app/atoms.ts';
import { logInAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  closeDialog,
  dialogTexts,
  heading,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const create = '/exams/private/create';

afterEach(() => localStorage.clear());

async function open() {
  const network = await startNetwork({ applicants: oneInEachState });
  await logInAs(network, 'ACTIVATED');
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

  test('nothing is said of a size that nobody knows yet', async () => {
    await open();
    expect(screen.queryByText(/Last time/)).toBeNull();
    expect(screen.queryByText('Time left')).toBeNull();
    expect(screen.queryByText('--:--')).toBeNull();
    screen.getByText(/^Your answers are saved on this device .* even if the connection drops/);
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

describe('the size of the test', () => {
  test('is shown in its first view, and before a retake, until she logs out', async () => {
    const { user } = await open();
    await user.click(await button('Start DLT'));
    await screen.findByText(/^\d+ questions in 20 minutes$/);
    await user.click(await button('Check your answers'));
    await user.click(await button('Finalize Test'));
    await user.click(await screen.findByRole('link', { name: 'Re-take DLT' }));
    await button('Start DLT');
    expect(screen.getByText(/Last time the test had \d+ questions in 20 minutes\.$/)).toBeTruthy();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(await menu.findByRole('button', { name: 'Logout' }));
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('exam:'))).toEqual([]);
  });
});

test.each<[string, (network: Network) => void, title: string, text: string]>([
  [
    'a network failure',
    (network) => network.cut(),
    'Error',
    'Error has happened please check your internet connection.',
  ],
  [
    'a refusal',
    (network) => network.answer(create, 409, { message: 'There is no test today.' }),
    'Oops!',
    'There is no test today.',
  ],
  [
    'a failure of the server',
    (network) => network.answer(create, 500, { message: 'The test is being changed.' }),
    'Oops!',
    'The test is being changed.',
  ],
  [
    'a 200 without a test',
    (network) => network.answer(create, 200, {}),
    'Oops!',
    'Error has happened. Please try again later.',
  ],
])('%s starts no clock, and a message says why', async (_how, fail, title, text) => {
  const { user, network } = await open();
  fail(network);
  await user.click(await button('Start DLT'));
  expect(await dialogTexts()).toEqual([title, text]);
  expect(localStorage).toHaveLength(0);
  expect(network.to(create).length).toBeGreaterThan(0);
  await closeDialog(user);
  await heading('Digital Literacy Test');
});
