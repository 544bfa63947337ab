import { applicantsForEveryState, precreatedPassword } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import contentExample from '../../../content.example.json' with { type: 'json' };
import { newContentAtom } from '../../site/atoms.ts';
import { logIn } from '../../site/log-in.ts';
import { logInAs, startAs } from '../../testing/applicants.ts';
import {
  closeDialog,
  fillField,
  findHeading,
  readDialogTexts,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const createPath = '/exams/private/create';

afterEach(() => localStorage.clear());

/** @param sessionEndsInMinutes in minutes */
async function openExamPage(sessionEndsInMinutes = 50) {
  const { network } = await startAs('ACTIVATED');
  const user = JSON.parse(sessionStorage.getItem('user-data') ?? '{}') as object;
  const endsAt = Date.now() + sessionEndsInMinutes * 60_000;
  sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
  const rendered = await renderSite('/applicant/take_exam', { network });
  await screen.findByRole('button', { name: 'Start DLT' });
  return rendered;
}

const findButton = (name: string) => screen.findByRole('button', { name });

describe('before the test', () => {
  test('three sample questions say at once whether an answer is right, and send nothing', async () => {
    const { user, network } = await openExamPage();
    const requestCount = network.requests.length;
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
    expect(network.requests).toHaveLength(requestCount);
    expect(localStorage).toHaveLength(0);
  });

  test('the page says what happens without a connection, at the end and on another device, and nothing of an unknown size', async () => {
    await openExamPage();
    expect(screen.queryByText(/^\d+$/)).toBeNull();
    expect(screen.queryByText('Time left')).toBeNull();
    expect(screen.queryByText('--:--')).toBeNull();
    screen.getByText('Answers stay on this device.');
    screen.getByText(/^Answers stay even if the connection drops/);
    screen.getByText(/^When it is over, your answers are submitted\./);
    screen.getByText(/^Take the test on one device\./);
    screen.getByText(/^If you do not pass, the college decides/);
  });

  test("the college's content says how long the test is, what is allowed, and how often it may be taken", async () => {
    const { site } = await openExamPage();
    const examContent = {
      questions: 30,
      minutes: 45,
      allowed: ['Paper is allowed.'],
      repeats: 'Twice.',
    };
    site.store.set(newContentAtom, { exam: examContent });
    await screen.findByText('45:00 minutes');
    screen.getByText('30');
    screen.getByText('Paper is allowed.');
    screen.getByText('Twice.');
    expect(screen.queryByText(/^If you do not pass, the college decides/)).toBeNull();
  });

  test('the number of questions that the example of the content promises is the number that the mock backend asks', async () => {
    const { site, user } = await openExamPage();
    site.store.set(newContentAtom, { exam: contentExample.exam });
    const promise = (await screen.findByText(/^\d+ to \d+$/)).textContent ?? '';
    const [fewest = 0, most = 0] = promise.split(' to ').map(Number);
    await user.click(await findButton('Start DLT'));
    const sizeElement = await screen.findByText(/^\d+ questions in 20 minutes$/);
    const questionCount = Number.parseInt(sizeElement.textContent ?? '', 10);
    expect(questionCount).toBeGreaterThanOrEqual(fewest);
    expect(questionCount).toBeLessThanOrEqual(most);
  });
});

test('the size of the test is shown while it runs, and before a retake its minutes, but not its questions, which may be more or fewer', async () => {
  const { user, network } = await openExamPage();
  await user.dblClick(await findButton('Start DLT'));
  await screen.findByText(/^\d+ questions in 20 minutes$/);
  expect(network.requestsTo(createPath)).toHaveLength(1);
  await user.click(await findButton('Check your answers'));
  await user.click(await findButton('Finalize Test'));
  await user.click(await screen.findByRole('link', { name: 'Re-take DLT' }));
  await findButton('Start DLT');
  screen.getByText('20:00 minutes');
  expect(screen.queryByText('Questions')).toBeNull();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(await menu.findByRole('button', { name: 'Logout' }));
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('exam:'))).toEqual([]);
});

test.each([
  [
    0,
    undefined,
    'Error',
    'Error has happened please check your internet connection.',
    'Your test may have started. Press Start again at once.',
  ],
  [409, { message: 'There is no test today.' }, 'Oops!', 'There is no test today.'],
  [500, { message: 'The test is being changed.' }, 'Oops!', 'The test is being changed.'],
  [200, {}, 'Oops!', 'Error has happened. Please try again later.'],
])('a response of %i with %j starts no test, and a message says why', async (...row) => {
  const [status, body, ...dialogTexts] = row;
  const { user, network } = await openExamPage();
  network.respond(createPath, status, body);
  await user.click(await findButton('Start DLT'));
  expect(await readDialogTexts()).toEqual(dialogTexts);
  expect(localStorage).toHaveLength(0);
  expect(network.requestsTo(createPath).length).toBeGreaterThan(0);
  await closeDialog(user);
  await findHeading('Digital Literacy Test');
});

test('a test that would outlast the session is started only after logging in again in a dialog', async () => {
  const { user, network } = await openExamPage(19);
  await user.click(await findButton('Start DLT'));
  expect((await readDialogTexts())[1]).toMatch(/^Your session would end before the test does\./);
  expect(network.requestsTo(createPath)).toEqual([]);
  await fillField(user, 'Password', precreatedPassword);
  await user.click(await findButton('Log in again'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await findButton('Start DLT'));
  await screen.findByText(/^\d+ questions in 20 minutes$/);
  expect(network.requestsTo(createPath)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('an applicant whom the server refuses the test', () => {
  const notice =
    'System notice: you have used all your attempts at the Digital Literacy Test. It cannot be taken again.';
  const refusedTitle = 'You cannot take the test now';
  const queryInvitations = () =>
    within(screen.getByRole('main')).queryAllByRole('button', {
      name: /^(Start DLT|Proceed with Application)$/,
    });

  /** Fails the only attempt that the backend allows, then asks for another one and closes the dialog. */
  async function useUpAttempts() {
    const network = await startNetwork({ applicants: applicantsForEveryState, retakes: 0 });
    const { email } = await logInAs(network, 'ACTIVATED');
    const rendered = await renderSite('/applicant/take_exam', { network });
    await rendered.user.click(await findButton('Start DLT'));
    await rendered.user.click(await findButton('Check your answers'));
    await rendered.user.click(await findButton('Finalize Test'));
    await rendered.user.click(await screen.findByRole('link', { name: 'Re-take DLT' }));
    await rendered.user.click(await findButton('Start DLT'));
    expect(await readDialogTexts()).toEqual(['Oops!', notice]);
    await closeDialog(rendered.user);
    expect(document.activeElement?.textContent).toBe('Digital Literacy Test');
    await screen.findByRole('heading', { name: refusedTitle });
    return { ...rendered, email };
  }

  test('sees no invitation to it, but the reason and whom to ask, also on her home and after a reload', async () => {
    const { network, unmount } = await useUpAttempts();
    expect(queryInvitations()).toEqual([]);
    screen.getByText(notice);
    unmount();
    for (const path of ['/', '/applicant/take_exam']) {
      const { unmount: leave } = await renderSite(path, { network });
      await screen.findByRole('heading', { name: refusedTitle });
      screen.getByText(notice);
      const inMain = within(screen.getByRole('main'));
      expect(inMain.getAllByRole('link', { name: /@/ })).toHaveLength(1);
      expect(inMain.getAllByRole('link', { name: /^\+/ }).length).toBeGreaterThan(0);
      expect(queryInvitations()).toEqual([]);
      leave();
    }
  });

  test('is asked to take it again once the college has allowed it, or after the next login', async () => {
    const { user, site, email } = await useUpAttempts();
    await user.click(await findButton('The college has allowed it: show the test again'));
    await user.click(await findButton('Start DLT'));
    await screen.findByRole('heading', { name: refusedTitle });
    await closeDialog(user);
    await logIn(site, { email, password: precreatedPassword });
    await findButton('Start DLT');
    expect(sessionStorage.getItem('exam:refused')).toBeNull();
  });

  test('because of another state is not told that she has used her attempts', async () => {
    const { user, network } = await openExamPage();
    network.respond(createPath, 409, { message: 'She is in another state.' });
    network.respondWith('/applicants/', async (_request, ask) => {
      const profile = await (await ask()).json();
      return Response.json({ ...profile, status: 'TOOK_EXAM' });
    });
    await user.click(await findButton('Start DLT'));
    expect(await readDialogTexts()).toEqual(['Oops!', 'She is in another state.']);
    await waitFor(() => expect(network.pendingCount).toBe(0));
    expect(screen.queryByRole('heading', { name: refusedTitle })).toBeNull();
  });
});
