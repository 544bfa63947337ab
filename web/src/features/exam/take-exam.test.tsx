import { applicantsForEveryState } from '@one-planet/mocks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { logInAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  closeDialog,
  findHeading,
  readDialogTexts,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const examPath = '/applicant/take_exam';
const submitPath = '/exams/private/submit_exam';
const checkTitle = 'Check your answers';

afterEach(() => localStorage.clear());

const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const pressButton = (user: UserEvent, name: string | RegExp) => user.click(getButton(name));
const readQuestionText = () =>
  document.querySelector('[data-exam] .question legend')?.textContent ?? '';
const waitForQuestion = (number: number) =>
  waitFor(() => expect(readQuestionText()).toMatch(`(${number}/`));
const findChoiceElements = () => [...document.querySelectorAll('[data-exam] .question .radio')];
const readChosenText = () =>
  findChoiceElements().find((choice) => choice.querySelector(':checked'))?.textContent;
const goToQuestion = async (user: UserEvent, number: number) => {
  await pressButton(user, new RegExp(`^Question ${number},`));
  await waitForQuestion(number);
};
const chooseAnswer = async (user: UserEvent, index: number) => {
  const choice = findChoiceElements()[index] as HTMLElement;
  await user.click(choice);
  return choice.textContent;
};

/** Opens the test as the applicant who is logged in, and starts it. */
async function startExam(network: Network) {
  const rendered = await renderSite(examPath, { network });
  await rendered.user.click(await screen.findByRole('button', { name: 'Start DLT' }));
  await waitForQuestion(1);
  return { ...rendered, questionCount: Number(/\/(\d+)/.exec(readQuestionText())?.[1]) };
}

async function openExam() {
  const network = await startNetwork({ applicants: 2 * applicantsForEveryState });
  await logInAs(network, 'ACTIVATED');
  return startExam(network);
}

test('answers can be changed going back and forth, and the status bar says how many there are', async () => {
  const { user, questionCount } = await openExam();
  screen.getByText(`0 of ${questionCount} answered`);
  await chooseAnswer(user, 0);
  await pressButton(user, 'Next');
  await waitForQuestion(2);
  const firstChoice = await chooseAnswer(user, 0);
  await pressButton(user, 'Prev');
  await waitForQuestion(1);
  await pressButton(user, 'Next');
  await waitForQuestion(2);
  expect(readChosenText()).toBe(firstChoice);
  const changedChoice = await chooseAnswer(user, 1);
  screen.getByText(`2 of ${questionCount} answered`);
  await goToQuestion(user, questionCount);
  expect(getButton(new RegExp(`^Question ${questionCount},`)).getAttribute('aria-current')).toBe(
    'step',
  );
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await goToQuestion(user, 2);
  expect(readChosenText()).toBe(changedChoice);
});

test('Finalize Test on the last question lists the unanswered ones with links; below that list it submits, and answers are fixed', async () => {
  const { user, questionCount, network } = await openExam();
  const expectedAnswers: (string | null)[] = [];
  for (let number = 1; number <= questionCount; number += 1) {
    await goToQuestion(user, number);
    expectedAnswers.push(
      number === 2 || number === 4 ? 'Not answered' : await chooseAnswer(user, 0),
    );
  }
  const readShownAnswers = () =>
    [...document.querySelectorAll('.check li b')].map((element) => element.textContent);
  await pressButton(user, 'Finalize Test');
  await findHeading(checkTitle);
  screen.getByText(/^2 questions are not answered: 2, 4\. You can still/);
  expect(readShownAnswers()).toEqual(expectedAnswers);
  await pressButton(user, 'Answer question 4');
  await waitForQuestion(4);
  await chooseAnswer(user, 0);
  await goToQuestion(user, questionCount);
  await pressButton(user, 'Finalize Test');
  await findHeading(checkTitle);
  screen.getByText('Question 2 is not answered. You can still go back to it.');
  expect(network.requestsTo(submitPath)).toEqual([]);

  const result = { result: 'fail', resultDesc: 'Fail', paymentDto: null, bankAccountList: null };
  const release = network.delay(submitPath, 202, result);
  await pressButton(user, 'Finalize Test');
  const busyButton = await screen.findByRole('button', { name: 'Finalizing...' });
  expect(busyButton.getAttribute('aria-disabled')).toBe('true');
  expect(document.querySelector('.kept')?.textContent).toBe('Sending…');
  await pressButton(user, 'Answer question 2');
  expect(readShownAnswers()).toHaveLength(questionCount);
  release();
  await findHeading('Digital Literacy Test Result');
  expect(network.requestsTo(submitPath)).toHaveLength(1);
});

test("a refusal of the answers shows the server's message, and the test can be started again", async () => {
  const { user, network } = await openExam();
  network.respond(submitPath, 400, { message: 'These answers belong to another test.' });
  await pressButton(user, checkTitle);
  await findHeading(checkTitle);
  await pressButton(user, 'Finalize Test');
  expect(await readDialogTexts()).toEqual([
    'Oops!',
    'These answers belong to another test.',
    'If you submitted this test on another device, its result is shown there.',
  ]);
  await closeDialog(user);
  await screen.findByRole('button', { name: 'Start DLT' });
});

test("a logout asks before it deletes the answers; another applicant's test on the device is neither shown nor deleted", async () => {
  const { user, network } = await openExam();
  const answer = await chooseAnswer(user, 1);
  const clickLogOut = async () => {
    cleanup();
    const { user: aboutPageUser } = await renderSite('/about', { network });
    await aboutPageUser.click(await screen.findByRole('button', { name: 'Logout' }));
    return aboutPageUser;
  };
  const aboutPageUser = await clickLogOut();
  expect(await readDialogTexts()).toEqual([
    'You have a test running',
    'It is not submitted yet. Log out and lose its answers?',
  ]);
  const dialog = within(screen.getByRole('dialog'));
  await aboutPageUser.click(dialog.getByRole('link', { name: 'Go back to the test' }));
  await waitForQuestion(1);
  expect(readChosenText()).toBe(answer);

  cleanup();
  sessionStorage.clear();
  await logInAs(network, 'ACTIVATED', 2);
  await startExam(network);
  screen.getByText(/^0 of \d+ answered$/);
  expect(readChosenText()).toBeUndefined();
  await pressButton(await clickLogOut(), 'Log out and lose the answers');
  await screen.findByRole('link', { name: 'Login' });

  cleanup();
  await logInAs(network, 'ACTIVATED');
  await renderSite(examPath, { network });
  await waitForQuestion(1);
  expect(readChosenText()).toBe(answer);
});
