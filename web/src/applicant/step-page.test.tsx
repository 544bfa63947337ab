// @vitest-environment happy-dom
/** Which page is shown in which state, and where everybody else is sent (journey specification, sections 2, 4 and 6). */

import { applicantStates, lifecycle, proceedTo } from '@one-planet/contract/lifecycle';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type ApplicantRouteName, paths } from '../site/routes.ts';
import { keysOf } from '../site/unchecked.ts';
import { type State, startAs } from '../testing/applicants.ts';
import type { Network } from '../testing/network.ts';
import { heading, renderSite } from '../testing/render-site.tsx';

type Shown = [title: string, shownIn: State];

const steps: Record<ApplicantRouteName, Shown> = {
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
const names = keysOf(steps);

/** Pages around the payment send other states where those lead; the rest send them home. */
const leadsOn: readonly string[] = [
  'examResult',
  'offlinePayment',
  'finalizePayment',
  'pendingPayVerification',
];

/** @returns the path and the title where a page ends for a status */
function endOf(name: ApplicantRouteName, status: string): [path: string, title: string] {
  const [title, shownIn] = steps[name];
  if (name === 'editProfile' || status === shownIn) return [paths[name], title];
  const next: Readonly<Partial<Record<string, ApplicantRouteName>>> = proceedTo;
  const led = leadsOn.includes(name) ? next[status] : undefined;
  return led ? [paths[led], steps[led][0]] : ['/', 'Your application'];
}

/** Waits until a page has ended where it should, and is complete. */
const ends = (network: Network, name: ApplicantRouteName, status: string) =>
  waitFor(() => {
    const title = document.querySelector('h1')?.textContent;
    const parts = document.querySelectorAll('main :is(.skeleton, .spinner)');
    const is = [name, location.pathname, title, parts.length, network.pendingCount];
    // The title may appear before the status is known.
    expect(is).toEqual([name, ...endOf(name, status), 0, 0]);
  });

test.each([...applicantStates, 'ON_HOLD'].map((status, at) => [status, at] as const))(
  'in the state %s every page leads where it should, the first by its address and the others by links',
  async (status, at) => {
    // Nobody can log in before she has a password, or with an unknown status: there the answer is faked.
    const known = applicantStates.find((state) => state === status && state !== 'NOT_ACTIVATED');
    const { network } = await startAs((known ?? 'ACTIVATED') as State);
    if (!known) network.answer('/applicants/private/get_by_email', 200, { id: 1, status });
    // Each page comes first once.
    const [first, ...others] = [...names.slice(at), ...names.slice(0, at)];
    if (!first) return;
    await renderSite(paths[first], { network });
    await ends(network, first, status);
    // A page that is not shown does not ask for its data.
    if (endOf(first, status)[0] === '/') {
      for (const { path } of network.sent)
        expect(path).toMatch(/^\/(applicants|programs|contents)\//);
    }
    for (const name of others) {
      setTimeout(() => history.pushState(null, '', paths[name]));
      await ends(network, name, status);
    }
  },
);

test.each(names)(
  '%s: a status that cannot be read is a quiet line under the heading, and a retry reads it',
  async (name) => {
    const [title, shownIn] = steps[name];
    const path = paths[name];
    const { network } = await startAs(shownIn);
    network.cut();
    const { user } = await renderSite(path, { network });
    // The profile needs no status: it has a line of its own.
    const said = `We couldn't load your ${name === 'editProfile' ? 'profile' : 'application'}.`;
    await screen.findByText(said);
    expect(location.pathname).toBe(path);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.querySelector('dialog[open]')).toBeNull();

    network.mend();
    network.answer('/', 500);
    const asked = network.sent.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(network.sent.length).toBeGreaterThan(asked));
    await screen.findByText(said);

    network.mend();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading(title);
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
    expect(location.pathname).toBe(path);
  },
);

const pending = '/payments/private/get_pending_payment';
const own = '/applicants/private/get_by_email';

test.each([
  ['TOOK_EXAM', paths.examResult, pending, 500, 'payment', /to be paid/],
  ['TOOK_EXAM', paths.offlinePayment, pending, 403, 'payment', /Online/],
  ['APPLIED', '/', own, 500, 'application', /^You have applied/],
] as const)(
  '%s at %s: what cannot be read is logged, and a quiet line offers to try again',
  async (state, path, call, status, what, after) => {
    const { network } = await startAs(state);
    network.answer(call, status);
    const { user } = await renderSite(path, { network });
    const said = `We couldn't load your ${what}.`;
    await screen.findByText(said);
    expect(console.error).toHaveBeenCalledWith(
      expect.stringMatching(`^\\w+\\.\\w+: .* ${status}$`),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    network.mend();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText(after)).not.toEqual([]);
    expect(screen.queryByText(said)).toBeNull();
  },
);

test('a page that the browser kept aside is loaded anew: the status may have moved meanwhile', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { network } = await startAs('TOOK_EXAM');
  await renderSite(paths.offlinePayment, { network });
  await screen.findByLabelText('Payment Code');
  const comeBack = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  comeBack(false);
  expect(reload).not.toHaveBeenCalled();
  comeBack(true);
  expect(reload).toHaveBeenCalledOnce();
});
