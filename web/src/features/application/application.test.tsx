// @vitest-environment happy-dom

import { oneInEachState, precreatedEmailIn } from '@one-planet/mocks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { draftNameOf, keepDraft, readDraft } from '../../offline/drafts.ts';
import { logInAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  closeDialog,
  dialogTexts,
  heading,
  renderSite,
  sendChecked,
  startNetwork,
} from '../../testing/render-site.tsx';

const path = '/applicant/apply_program';
const title = 'Apply to Program';
const list = '/batch_programs/private/applicable';
const applying = '/applicants/private/apply_for_program';
const draft = `draft:application:${precreatedEmailIn('READY_TO_APPLY')}`;
const review = 'The college will review your documents and reply by email.';

const start = () => startNetwork({ applicants: oneInEachState });
const choice = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: `${name} (2025 first intake)` });
const choose = async (user: UserEvent, name: string) => user.click(await choice(name));
const main = () => within(screen.getByRole('main'));
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
  await apply(user);
  await heading('Application Submitted');
  expect(location.pathname).toBe('/applicant/apply_program_confirmation');
  expect(network.to(applying).map(({ method, body }) => [method, body])).toEqual([
    ['POST', { selectedBatchProgramId: 304 }],
  ]);
  expect(main().getByText('Data Science').parentElement?.textContent).toBe(
    'You have applied to Data Science.',
  );
  await main().findByText('Data Science (2025 first intake)', { selector: 'dd' });
  expect(screen.getByText(review)).toBeTruthy();
  expect(sessionStorage.getItem(draft)).toBeNull();
  // No dialog says the same to somebody who has just applied.
  await user.click(main().getByRole('link', { name: 'Go to Home' }));
  await screen.findByText('Step 9 of 9');
  expect(location.pathname).toBe('/');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('nothing chosen is a problem, with a link to the choice', async () => {
  const { user, network } = await open(await start());
  await choice('Accounting');
  await apply(user);
  const summary = within(await screen.findByRole('region', { name: 'There is a problem' }));
  await user.click(summary.getByRole('link', { name: 'Please select one program to apply to' }));
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
  expect(network.to(applying)).toHaveLength(0);
});

describe('the list', () => {
  test.each([
    [500, undefined],
    [200, null],
    [200, {}],
    [200, 'programs'],
  ])('that is answered with %i and %j leaves a quiet line with a retry', async (status, body) => {
    const network = await start();
    network.answer(list, status, body);
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
  test.each([
    ['what the server says', 404, { message: 'This program is full.' }, 'This program is full.'],
    ['our own words', 500, undefined, 'Error has happened. Please try again later.'],
  ])('that is refused shows %s; the choice stays', async (_what, status, body, said) => {
    const { user, network } = await open(await start());
    network.answer(applying, status, body);
    await choose(user, 'Accounting');
    await apply(user);
    expect(await dialogTexts()).toEqual(['Error', said]);
    await closeDialog(user);
    await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
    expect((await choice('Accounting')).checked).toBe(true);
    expect(location.pathname).toBe(path);
  });

  test('whose answer is lost is not done twice, and goes on with the name', async () => {
    const { user, network } = await open(await start());
    network.loseAnswers(applying);
    await choose(user, 'Social Work');
    await apply(user);
    await heading('Application Submitted');
    expect(network.to(applying)).toHaveLength(1);
    expect(main().getByText('Social Work').tagName).toBe('STRONG');
  });

  test('after applying in another tab goes on, and does not name the program of this one', async () => {
    const { user, network, site } = await open(await start());
    await choose(user, 'Social Work');
    await site.api.applicants.applyForProgram({ body: { selectedBatchProgramId: 301 } });
    await apply(user);
    await heading('Application Submitted');
    expect(network.to(applying)).toHaveLength(2);
    expect(main().queryByText('Social Work')).toBeNull();
    expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
    // And what was chosen here is not thrown away in silence.
    await screen.findByText(/^The college has this form already/);
    await user.click(screen.getByText('What you typed'));
    expect(screen.getByText('Social Work (2025 first intake)').closest('.notice')).toBeTruthy();
    expect(sessionStorage.getItem(draft)).toContain('"program":"306"');
  });

  test('what another tab did while the page was closed leads away, and says what became of the input', async () => {
    const network = await start();
    const { email } = await logInAs(network, 'READY_TO_APPLY');
    keepDraft(draftNameOf('education', email), { highSchoolAddress: 'Jimma' });
    await renderSite('/applicant/education_background', { network });
    await screen.findByText(/^The college has this form already/);
    expect(location.pathname).toBe('/');
    expect(readDraft(draftNameOf('education', email))).toEqual({ highSchoolAddress: 'Jimma' });
  });
});

describe('the program whose page she applied from', () => {
  test('is chosen at the last step, and what is known of each stands beside it', async () => {
    const network = await start();
    const { unmount, user: visitor } = await renderSite('/admission/datascience', { network });
    await heading('Data Science');
    const [link] = screen.getAllByRole('link', { name: 'Apply Now' });
    if (link) await visitor.click(link);
    await heading('Before you apply');
    unmount();
    const { user } = await open(network);
    const radio = await choice('Data Science');
    await waitFor(() => expect(radio.checked).toBe(true));
    const about = () => document.getElementById(radio.getAttribute('aria-describedby') ?? '');
    await waitFor(() => expect(about()?.textContent).toMatch(/^4 years/));
    const page = main().getByRole<HTMLAnchorElement>('link', { name: 'About Data Science' });
    expect(page.pathname).toBe('/admission/datascience');
    await apply(user);
    await heading('Application Submitted');
    expect(localStorage.getItem('wanted-program')).toBeNull();
  });

  test('gives way to what she chooses', async () => {
    localStorage.setItem('wanted-program', 'datascience');
    const network = await start();
    const { user } = await open(network);
    await waitFor(async () => expect((await choice('Data Science')).checked).toBe(true));
    await choose(user, 'Accounting');
    cleanup();
    await renderSite(path, { network });
    await waitFor(async () => expect((await choice('Accounting')).checked).toBe(true));
  });
});

const confirmation = '/applicant/apply_program_confirmation';

test.each([null, { program: 7 }, { program: '' }, 'Data Science'])(
  'the confirmation with %j as what the page before left does not name the program',
  async (historyState) => {
    const network = await start();
    await logInAs(network, 'APPLIED');
    await renderSite(confirmation, { network, historyState });
    await heading('Application Submitted');
    expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
    expect(screen.getByText(review)).toBeTruthy();
  },
);
