// @vitest-environment happy-dom
import { oneInEachState } from '@one-planet/mocks';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { logInAs } from '../../testing/applicants.ts';
import { renderSite, startNetwork } from '../../testing/render-site.tsx';

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
    expect(screen.queryAllByRole('radio')).toEqual([]);
    // happy-dom does not open a `details` that is clicked.
    const details = screen.getByText('Try three sample questions').closest('details');
    if (!details) throw new Error('The samples are not folded');
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
  });
});

describe('the size of the test', () => {
  test('is told in its first view, and before a retake, until she logs out', async () => {
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

test('a network failure starts no clock', async () => {
  const { user, network } = await open();
  network.cut();
  await user.click(await button('Start DLT'));
  await screen.findByText('Error has happened please check your internet connection.');
  expect(localStorage).toHaveLength(0);
  expect(network.to(create).length).toBeGreaterThan(0);
});
