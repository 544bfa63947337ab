// @vitest-environment happy-dom
import { oneInEachState } from '@one-planet/mocks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { logInAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  closeDialog,
  dialogTexts,
  heading,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const path = '/applicant/take_exam';
const submit = '/exams/private/submit_exam';
const title = 'Check your answers';

afterEach(() => localStorage.clear());

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (user: UserEvent, name: string | RegExp) => user.click(button(name));
const legend = () => document.querySelector('[data-exam] .question legend')?.textContent ?? '';
const question = (at: number) => waitFor(() => expect(legend()).toMatch(`(${at}/`));
const choices = () => [...document.querySelectorAll('[data-exam] .question .radio')];
const chosen = () => choices().find((one) => one.querySelector(':checked'))?.textContent;
const goTo = async (user: UserEvent, at: number) => {
  await press(user, new RegExp(`^Question ${at},`));
  await question(at);
};
const choose = async (user: UserEvent, at: number) => {
  const choice = choices()[at] as HTMLElement;
  await user.click(choice);
  return choice.textContent;
};

/** Opens the test of somebody who is logged in, and starts it. */
async function startExam(network: Network) {
  const rendered = await renderSite(path, { network });
  await rendered.user.click(await screen.findByRole('button', { name: 'Start DLT' }));
  await question(1);
  return { ...rendered, all: Number(/\/(\d+)/.exec(legend())?.[1]) };
}

async function openExam() {
  const network = await startNetwork({ applicants: 2 * oneInEachState });
  await logInAs(network, 'ACTIVATED');
  return startExam(network);
}

test('answers are changed going back and forth, and the bar says how many there are', async () => {
  const { user, all } = await openExam();
  screen.getByText(`0 of ${all} answered`);
  await choose(user, 0);
  await press(user, 'Next');
  await question(2);
  const before = await choose(user, 0);
  await press(user, 'Prev');
  await question(1);
  await press(user, 'Next');
  await question(2);
  expect(chosen()).toBe(before);
  const changed = await choose(user, 1);
  screen.getByText(`2 of ${all} answered`);
  await goTo(user, all);
  expect(button(new RegExp(`^Question ${all},`)).getAttribute('aria-current')).toBe('step');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await goTo(user, 2);
  expect(chosen()).toBe(changed);
});

test('Finalize Test on the last question names the open ones and leads back to them; below all answers it submits, and then nothing can be changed', async () => {
  const { user, all, network } = await openExam();
  const given: (string | null)[] = [];
  for (let at = 1; at <= all; at += 1) {
    await goTo(user, at);
    given.push(at === 2 || at === 4 ? 'Not answered' : await choose(user, 0));
  }
  const listed = () => [...document.querySelectorAll('.check li b')].map((one) => one.textContent);
  await press(user, 'Finalize Test');
  await heading(title);
  screen.getByText(/^2 questions are not answered: 2, 4\. You can still/);
  expect(listed()).toEqual(given);
  await press(user, 'Answer question 4');
  await question(4);
  await choose(user, 0);
  await goTo(user, all);
  await press(user, 'Finalize Test');
  await heading(title);
  screen.getByText('Question 2 is not answered. You can still go back to it.');
  expect(network.to(submit)).toEqual([]);

  const result = { result: 'fail', resultDesc: 'Fail', paymentDto: null, bankAccountList: null };
  const release = network.hold(submit, 202, result);
  await press(user, 'Finalize Test');
  const busy = await screen.findByRole('button', { name: 'Finalizing...' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  expect(document.querySelector('.kept')?.textContent).toBe('Sending…');
  await press(user, 'Answer question 2');
  expect(listed()).toHaveLength(all);
  release();
  await heading('Digital Literacy Test Result');
  expect(network.to(submit)).toHaveLength(1);
});

test('a refusal of the answers shows the words of the server, and the test can be started again', async () => {
  const { user, network } = await openExam();
  network.answer(submit, 400, { message: 'These answers belong to another test.' });
  await press(user, title);
  await heading(title);
  await press(user, 'Finalize Test');
  expect(await dialogTexts()).toEqual([
    'Oops!',
    'These answers belong to another test.',
    'If you submitted this test on another device, its result is shown there.',
  ]);
  await closeDialog(user);
  await screen.findByRole('button', { name: 'Start DLT' });
});

test('a logout asks before it loses the answers; what another applicant left on the device is not shown, and not lost', async () => {
  const { user, network } = await openExam();
  const answer = await choose(user, 1);
  const logOut = async () => {
    cleanup();
    const { user: by } = await renderSite('/about', { network });
    await by.click(await screen.findByRole('button', { name: 'Logout' }));
    return by;
  };
  const by = await logOut();
  expect(await dialogTexts()).toEqual([
    'You have a test running',
    'It is not submitted yet. Log out and lose its answers?',
  ]);
  const dialog = within(screen.getByRole('dialog'));
  await by.click(dialog.getByRole('link', { name: 'Go back to the test' }));
  await question(1);
  expect(chosen()).toBe(answer);

  cleanup();
  sessionStorage.clear();
  await logInAs(network, 'ACTIVATED', 2);
  await startExam(network);
  screen.getByText(/^0 of \d+ answered$/);
  expect(chosen()).toBeUndefined();
  await press(await logOut(), 'Log out and lose the answers');
  await screen.findByRole('link', { name: 'Login' });

  cleanup();
  await logInAs(network, 'ACTIVATED');
  await renderSite(path, { network });
  await question(1);
  expect(chosen()).toBe(answer);
});
