import { applicantsForEveryState, precreatedEmailIn } from '@one-planet/mocks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { draftNameOf, keepDraft, readDraft } from '../../offline/drafts.ts';
import { logInAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  checkAndSend,
  closeDialog,
  findHeading,
  readDialogTexts,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const applyPagePath = '/applicant/apply_program';
const pageTitle = 'Apply to Program';
const offersPath = '/batch_programs/private/applicable';
const applyPath = '/applicants/private/apply_for_program';
const draftKey = `draft:application:${precreatedEmailIn('READY_TO_APPLY')}`;
const whatFollowsText = 'The college will review your documents and reply by email.';

const startWithApplicants = () => startNetwork({ applicants: applicantsForEveryState });
const findChoice = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: `${name} (2025 first intake)` });
const chooseProgram = async (user: UserEvent, programName: string) =>
  user.click(await findChoice(programName));
const inMain = () => within(screen.getByRole('main'));
const submitApplication = (user: UserEvent) => checkAndSend(user, 'Apply', 'Apply');

async function openPage(network: Network, applicantNumber = 1) {
  await logInAs(network, 'READY_TO_APPLY', applicantNumber);
  const rendered = await renderSite(applyPagePath, { network });
  await findHeading(pageTitle);
  return rendered;
}

test('a program is sent by its id, and named on the confirmation', async () => {
  const { user, network } = await openPage(await startWithApplicants());
  expect(screen.getByText('Step 8 of 9: choice of a program')).toBeTruthy();
  await chooseProgram(user, 'Data Science');
  const radios = screen.getAllByRole('radio');
  expect(radios).toHaveLength(6);
  await submitApplication(user);
  await findHeading('Application Submitted');
  expect(location.pathname).toBe('/applicant/apply_program_confirmation');
  expect(network.requestsTo(applyPath).map(({ method, body }) => [method, body])).toEqual([
    ['POST', { selectedBatchProgramId: 304 }],
  ]);
  expect(inMain().getByText('Data Science').parentElement?.textContent).toBe(
    'You have applied to Data Science.',
  );
  await inMain().findByText('Data Science (2025 first intake)', { selector: 'dd' });
  expect(screen.getByText(whatFollowsText)).toBeTruthy();
  expect(sessionStorage.getItem(draftKey)).toBeNull();
  // The dialog for applicants who have applied does not open right after applying.
  await user.click(inMain().getByRole('link', { name: 'Go to Home' }));
  await screen.findByText('Step 9 of 9');
  expect(location.pathname).toBe('/');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a choice nothing is sent, and the error summary links to the choice', async () => {
  const { user, network } = await openPage(await startWithApplicants());
  await findChoice('Accounting');
  await submitApplication(user);
  const summary = within(await screen.findByRole('region', { name: 'There is a problem' }));
  await user.click(summary.getByRole('link', { name: 'Please select one program to apply to' }));
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
  expect(network.requestsTo(applyPath)).toHaveLength(0);
});

describe('the list', () => {
  test.each([
    [500, undefined],
    [200, null],
    [200, {}],
    [200, 'programs'],
  ])('that is read with %i and %j shows a line with a retry', async (status, body) => {
    const network = await startWithApplicants();
    network.respond(offersPath, status, body);
    const { user } = await openPage(network);
    await screen.findByText("We couldn't load the programs.");
    network.restore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findChoice('Social Work')).toBeTruthy();
  });

  test('that is empty says that no program is open', async () => {
    const network = await startWithApplicants();
    network.respond(offersPath, 200, []);
    await openPage(network);
    await screen.findByText(/^No program is open for applications at the moment/);
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  test('shows the entries that can be chosen, and skips invalid ones', async () => {
    const network = await startWithApplicants();
    network.respond(offersPath, 200, [
      null,
      7,
      { id: null, program: { name: 'Without a number' } },
      { id: 5, program: null },
      { id: 6, program: { name: 8 } },
      { id: 10, program: { name: 'Law' }, batch: null },
      { id: '11', program: { name: 'Nursing' }, batch: { name: null } },
    ]);
    await openPage(network);
    await screen.findByRole('radio', { name: 'Law' });
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      '10',
      '11',
    ]);
  });
});

describe('sending', () => {
  test.each([
    ["the server's message", 404, { message: 'This program is full.' }, 'This program is full.'],
    ['a general message', 500, undefined, 'Error has happened. Please try again later.'],
  ])('that is refused shows %s; the choice stays', async (_case, status, body, message) => {
    const { user, network } = await openPage(await startWithApplicants());
    network.respond(applyPath, status, body);
    await chooseProgram(user, 'Accounting');
    await submitApplication(user);
    expect(await readDialogTexts()).toEqual(['Error', message]);
    await closeDialog(user);
    await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
    expect((await findChoice('Accounting')).checked).toBe(true);
    expect(location.pathname).toBe(applyPagePath);
  });

  test('whose response is lost is not repeated, and opens the confirmation with the program', async () => {
    const { user, network } = await openPage(await startWithApplicants());
    network.loseResponses(applyPath);
    await chooseProgram(user, 'Social Work');
    await submitApplication(user);
    await findHeading('Application Submitted');
    expect(network.requestsTo(applyPath)).toHaveLength(1);
    expect(inMain().getByText('Social Work').tagName).toBe('STRONG');
  });

  test('after applying in another tab opens the confirmation without the program of this tab', async () => {
    const { user, network, site } = await openPage(await startWithApplicants());
    await chooseProgram(user, 'Social Work');
    await site.api.applicants.applyForProgram({ body: { selectedBatchProgramId: 301 } });
    await submitApplication(user);
    await findHeading('Application Submitted');
    expect(network.requestsTo(applyPath)).toHaveLength(2);
    expect(inMain().queryByText('Social Work')).toBeNull();
    expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
    // A notice says that the choice of this tab was not sent.
    await screen.findByText(/^The college has this form already/);
    await user.click(screen.getByText('What you typed'));
    expect(screen.getByText('Social Work (2025 first intake)').closest('.notice')).toBeTruthy();
    expect(sessionStorage.getItem(draftKey)).toContain('"program":"306"');
  });

  test('a form that another tab has already sent redirects home, and a notice says that the input was not sent', async () => {
    const network = await startWithApplicants();
    const { email } = await logInAs(network, 'READY_TO_APPLY');
    keepDraft(draftNameOf('education', email), { highSchoolAddress: 'Jimma' });
    await renderSite('/applicant/education_background', { network });
    await screen.findByText(/^The college has this form already/);
    expect(location.pathname).toBe('/');
    expect(readDraft(draftNameOf('education', email))).toEqual({ highSchoolAddress: 'Jimma' });
  });
});

describe('the program from whose page the applicant came', () => {
  test('is chosen at the last step, where each program has a description', async () => {
    const network = await startWithApplicants();
    const { unmount, user: visitor } = await renderSite('/admission/datascience', { network });
    await findHeading('Data Science');
    const [applyLink] = screen.getAllByRole('link', { name: 'Apply Now' });
    if (applyLink) await visitor.click(applyLink);
    await findHeading('Before you apply');
    unmount();
    const { user } = await openPage(network);
    const dataScienceRadio = await findChoice('Data Science');
    await waitFor(() => expect(dataScienceRadio.checked).toBe(true));
    const findDescription = () =>
      document.getElementById(dataScienceRadio.getAttribute('aria-describedby') ?? '');
    await waitFor(() => expect(findDescription()?.textContent).toMatch(/^4 years/));
    const programLink = inMain().getByRole<HTMLAnchorElement>('link', {
      name: 'About Data Science',
    });
    expect(programLink.pathname).toBe('/admission/datascience');
    await submitApplication(user);
    await findHeading('Application Submitted');
    expect(localStorage.getItem('wanted-program')).toBeNull();
  });

  test('does not replace the choice that she has made', async () => {
    localStorage.setItem('wanted-program', 'datascience');
    const network = await startWithApplicants();
    const { user } = await openPage(network);
    await waitFor(async () => expect((await findChoice('Data Science')).checked).toBe(true));
    await chooseProgram(user, 'Accounting');
    cleanup();
    await renderSite(applyPagePath, { network });
    await waitFor(async () => expect((await findChoice('Accounting')).checked).toBe(true));
  });
});

const confirmationPath = '/applicant/apply_program_confirmation';

test.each([null, { program: 7 }, { program: '' }, 'Data Science'])(
  'the confirmation with the history state %j does not name the program',
  async (historyState) => {
    const network = await startWithApplicants();
    await logInAs(network, 'APPLIED');
    await renderSite(confirmationPath, { network, historyState });
    await findHeading('Application Submitted');
    expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
    expect(screen.getByText(whatFollowsText)).toBeTruthy();
  },
);
