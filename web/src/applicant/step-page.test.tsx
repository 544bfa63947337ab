/** Which page is shown in which state, and where other states are redirected (specification/journey §2, §4, §6). */

import { applicantStates, lifecycle, proceedTo } from '@one-planet/contract/lifecycle';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type ApplicantRouteName, paths } from '../site/routes.ts';
import { keysOf } from '../site/unchecked.ts';
import { type State, startAs } from '../testing/applicants.ts';
import type { Network } from '../testing/network.ts';
import { findHeading, renderSite } from '../testing/render-site.tsx';

type ExpectedPage = [title: string, shownIn: State];

const expectedPages: Record<ApplicantRouteName, ExpectedPage> = {
  takeExam: ['Digital Literacy Test', lifecycle['exams.submit'].from],
  examResult: ['Digital Literacy Test Result', lifecycle['exams.submit'].to],
  offlinePayment: ['Application Payment Form', lifecycle['payments.makeOffline'].from],
  finalizePayment: ['Payment Details Uploaded Successfully', lifecycle['payments.makeOffline'].to],
  pendingPayVerification: ['Your payment is being verified', lifecycle['payments.makeOffline'].to],
  editProfile: ['Edit Profile', 'READY_TO_APPLY'],
  biographyData: ['Biographical Data', lifecycle['applicants.saveBioData'].from],
  educationBackground: ['Education Background', lifecycle['applicants.saveEducationData'].from],
  emergencyContact: ['Emergency Contact', lifecycle['applicants.saveContactData'].from],
  applyProgram: ['Apply to Program', lifecycle['applicants.applyForProgram'].from],
  applyProgramConfirmation: ['Application Submitted', lifecycle['applicants.applyForProgram'].to],
};
const pageNames = keysOf(expectedPages);

/** These pages redirect an applicant in another state to the page of that state; all others redirect her home. */
const pagesThatLeadOn: readonly string[] = [
  'examResult',
  'offlinePayment',
  'finalizePayment',
  'pendingPayVerification',
];

/** @returns the path and the title of the page that an applicant with a status sees after opening a page */
function expectedEndOf(name: ApplicantRouteName, status: string): [path: string, title: string] {
  const [title, shownIn] = expectedPages[name];
  if (name === 'editProfile' || status === shownIn) return [paths[name], title];
  const pageByStatus: Readonly<Partial<Record<string, ApplicantRouteName>>> = proceedTo;
  const nextPageName = pagesThatLeadOn.includes(name) ? pageByStatus[status] : undefined;
  return nextPageName
    ? [paths[nextPageName], expectedPages[nextPageName][0]]
    : ['/', 'Your application'];
}

/** Waits until the page that should be shown is shown, complete. */
const expectEnd = (network: Network, name: ApplicantRouteName, status: string) =>
  waitFor(() => {
    const headingText = document.querySelector('h1')?.textContent;
    const placeholders = document.querySelectorAll('main :is(.skeleton, .spinner)');
    const actualEnd = [
      name,
      location.pathname,
      headingText,
      placeholders.length,
      network.pendingCount,
    ];
    // The title may appear before the status is known.
    expect(actualEnd).toEqual([name, ...expectedEndOf(name, status), 0, 0]);
  });

test.each([...applicantStates, 'ON_HOLD'].map((status, index) => [status, index] as const))(
  'in the state %s every page is shown or redirects, opened by its address or by a link',
  async (status, index) => {
    // No applicant can log in without a password or in an unknown state: for these the profile's response is faked.
    const stateWithLogin = applicantStates.find(
      (state) => state === status && state !== 'NOT_ACTIVATED',
    );
    const { network } = await startAs((stateWithLogin ?? 'ACTIVATED') as State);
    if (!stateWithLogin)
      network.respond('/applicants/private/get_by_email', 200, { id: 1, status });
    // In each state another page is the first.
    const [firstName, ...otherNames] = [...pageNames.slice(index), ...pageNames.slice(0, index)];
    if (!firstName) return;
    await renderSite(paths[firstName], { network });
    await expectEnd(network, firstName, status);
    // A page that is not shown does not request its data.
    if (expectedEndOf(firstName, status)[0] === '/') {
      for (const { path } of network.requests)
        expect(path).toMatch(/^\/(applicants|programs|contents)\//);
    }
    for (const name of otherNames) {
      setTimeout(() => history.pushState(null, '', paths[name]));
      await expectEnd(network, name, status);
    }
  },
);

test.each(pageNames)(
  '%s: if the status cannot be read, a line under the heading says so without a dialog, and a retry reads it',
  async (name) => {
    const [title, shownIn] = expectedPages[name];
    const path = paths[name];
    const { network } = await startAs(shownIn);
    network.cut();
    const { user } = await renderSite(path, { network });
    // The profile page does not depend on the status, and names what it could not load.
    const failureText = `We couldn't load your ${name === 'editProfile' ? 'profile' : 'application'}.`;
    await screen.findByText(failureText);
    expect(location.pathname).toBe(path);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.querySelector('dialog[open]')).toBeNull();

    network.restore();
    network.respond('/', 500);
    const requestCount = network.requests.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(network.requests.length).toBeGreaterThan(requestCount));
    await screen.findByText(failureText);

    network.restore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findHeading(title);
    await waitFor(() => expect(screen.queryByText(failureText)).toBeNull());
    expect(location.pathname).toBe(path);
  },
);

const pendingPaymentPath = '/payments/private/get_pending_payment';
const profilePath = '/applicants/private/get_by_email';

test.each([
  ['TOOK_EXAM', paths.examResult, pendingPaymentPath, 500, 'payment', /to be paid/],
  ['TOOK_EXAM', paths.offlinePayment, pendingPaymentPath, 403, 'payment', /Online/],
  ['APPLIED', '/', profilePath, 500, 'application', /^You have applied/],
] as const)(
  '%s at %s: a read that fails is logged, and a line without a dialog offers to try again',
  async (state, path, failingPath, status, subject, textAfterRetryPattern) => {
    const { network } = await startAs(state);
    network.respond(failingPath, status);
    const { user } = await renderSite(path, { network });
    const failureText = `We couldn't load your ${subject}.`;
    await screen.findByText(failureText);
    expect(console.error).toHaveBeenCalledWith(
      expect.stringMatching(`^\\w+\\.\\w+: .* ${status}$`),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    network.restore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText(textAfterRetryPattern)).not.toEqual([]);
    expect(screen.queryByText(failureText)).toBeNull();
  },
);

test('a page that the browser restores from its back/forward cache is reloaded', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { network } = await startAs('TOOK_EXAM');
  await renderSite(paths.offlinePayment, { network });
  await screen.findByLabelText('Payment Code');
  const showRestoredPage = (isPersisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: isPersisted }));
  showRestoredPage(false);
  expect(reload).not.toHaveBeenCalled();
  showRestoredPage(true);
  expect(reload).toHaveBeenCalledOnce();
});
