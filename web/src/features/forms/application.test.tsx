// @vitest-environment happy-dom
import { oneInEachState, precreatedEmailIn } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { logInAs } from '../../testing/applicants.ts';
import { loseAnswers } from '../../testing/lost-answer.ts';
import type { Network } from '../../testing/network.ts';
import { heading, renderSite, sendChecked, startNetwork } from '../../testing/render-site.tsx';

const path = '/applicant/apply_program';
const title = 'Apply to Program';
const list = '/batch_programs/private/applicable';
const applying = '/applicants/private/apply_for_program';
const draft = `draft:application:${precreatedEmailIn('READY_TO_APPLY')}`;
const review = 'The college will review your documents and reply by e-mail.';

const start = () => startNetwork({ applicants: oneInEachState });
const choice = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: `${name} (2025 first intake)` });
const choose = async (user: UserEvent, name: string) => user.click(await choice(name));
const apply = (user: UserEvent) => sendChecked(user, 'Apply', 'Apply');

async function open(network: Network, which = 1) {
  await logInAs(network, 'READY_TO_APPLY', which);
  const rendered = await renderSite(path, { network });
  await heading(title);
  return rendered;
}

test('one program is chosen by its own number, and named on the confirmation', async () => {
  const { user, network } = await open(await start());
  expect(screen.getByText('Step 8 of 9: choice of a program')).toBeTruthy();
  await choose(user, 'Data Science');
  const radios = screen.getAllByRole('radio');
  expect(radios).toHaveLength(6);
  const group = screen.getByRole('group', { name: 'Program' });
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'You can apply to one program only. The choice is final: you cannot change it afterwards.',
  );
  await apply(user);
  await heading('Application Submitted');
  expect(location.pathname).toBe('/applicant/apply_program_confirmation');
  expect(network.to(applying).map(({ method, body }) => [method, body])).toEqual([
    ['POST', { selectedBatchProgramId: 304 }],
  ]);
  expect(screen.getByText('Data Science').parentElement?.textContent).toBe(
    'You have applied to Data Science.',
  );
  expect(screen.getByText(review)).toBeTruthy();
  const home = within(screen.getByRole('main')).getByRole('link', { name: 'Go to Home' });
  expect(home.getAttribute('href')).toBe('/');
  expect(sessionStorage.getItem(draft)).toBeNull();
});

test('nothing chosen is told', async () => {
  const { user, network } = await open(await start());
  await choice('Accounting');
  await apply(user);
  const summary = within(await screen.findByRole('region', { name: 'There is a problem' }));
  await user.click(summary.getByRole('link', { name: 'Please select one program to apply to' }));
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
  expect(network.to(applying)).toHaveLength(0);
});

describe('the list', () => {
  test('that cannot be loaded leaves a quiet line with a retry', async () => {
    const network = await start();
    network.answer(list, 500);
    const { user } = await open(network);
    await screen.findByText("We couldn't load the programs.");
    network.mend();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await choice('Social Work')).toBeTruthy();
  });

  test('that is empty says that no program is open', async () => {
    const network = await start();
    network.answer(list, 200, []);
    await open(network);
    await screen.findByText(/^No program is open for applications at the moment/);
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  test.each([null, {}, 'programs'])('that is %j is none', async (body) => {
    const network = await start();
    network.answer(list, 200, body);
    await open(network);
    await screen.findByText("We couldn't load the programs.");
  });

  test('shows what can be chosen of odd entries', async () => {
    const network = await start();
    network.answer(list, 200, [
      null,
      7,
      { id: null, program: { name: 'Without a number' } },
      { id: 5, program: null },
      { id: 6, program: { name: 8 } },
      { id: 10, program: { name: 'Law' }, batch: null },
      { id: '11', program: { name: 'Nursing' }, batch: { name: null } },
    ]);
    await open(network);
    await screen.findByRole('radio', { name: 'Law' });
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      '10',
      '11',
    ]);
  });
});

describe('sending', () => {
  test('says Applying..., once', async () => {
    const { user, network } = await open(await start());
    await choose(user, 'Accounting');
    const release = network.hold(applying, 200, {});
    await apply(user);
    await user.click(await screen.findByRole('button', { name: 'Applying...' }));
    release();
    await waitFor(() => expect(location.pathname).not.toBe(path));
    expect(network.to(applying)).toHaveLength(1);
  });

  test('that is refused shows what the server says; the choice stays', async () => {
    const { user, network } = await open(await start());
    network.answer(applying, 404, { message: 'This program is full.' });
    await choose(user, 'Accounting');
    await apply(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Error' }));
    expect(dialog.getByText('This program is full.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
    expect((await choice('Accounting')).checked).toBe(true);
    expect(location.pathname).toBe(path);
  });

  test('whose answer is lost is not done twice, and goes on with the name', async () => {
    const { user, network } = await open(await start());
    loseAnswers(network, applying);
    await choose(user, 'Social Work');
    await apply(user);
    await heading('Application Submitted');
    expect(network.to(applying)).toHaveLength(1);
    expect(screen.getByText('Social Work').tagName).toBe('STRONG');
  });

  test('after applying in another tab goes on, and does not name the program of this one', async () => {
    const { user, network, site } = await open(await start());
    await choose(user, 'Social Work');
    await site.api.applicants.applyForProgram({ body: { selectedBatchProgramId: 301 } });
    await apply(user);
    await heading('Application Submitted');
    expect(network.to(applying)).toHaveLength(2);
    expect(screen.queryByText('Social Work')).toBeNull();
    expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
  });
});

describe('the choice', () => {
  test('is there again when the page is opened again', async () => {
    const network = await start();
    const { user, unmount } = await open(network);
    await choose(user, 'Banking and Finance');
    unmount();
    await open(network);
    const again = await choice('Banking and Finance');
    await waitFor(() => expect(again.checked).toBe(true));
  });

  test('is not seen by the next applicant in the same tab', async () => {
    const network = await startNetwork({ applicants: 2 * oneInEachState });
    const { user, unmount } = await open(network);
    await choose(user, 'Banking and Finance');
    unmount();
    await open(network, 2);
    expect((await choice('Banking and Finance')).checked).toBe(false);
  });
});

describe('the confirmation', () => {
  const confirmation = '/applicant/apply_program_confirmation';

  test.each([null, { program: 7 }, { program: '' }, 'Data Science'])(
    'with %j as what the page before left does not name the program',
    async (historyState) => {
      const network = await start();
      await logInAs(network, 'APPLIED');
      await renderSite(confirmation, { network, historyState });
      await heading('Application Submitted');
      expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
      expect(screen.getByText(review)).toBeTruthy();
    },
  );
});
