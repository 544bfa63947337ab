// @vitest-environment happy-dom

import { lifecycle } from '@one-planet/contract/lifecycle';
import { oneInEachState } from '@one-planet/mocks';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ApplicantRouteName, paths } from '../app/routes.ts';
import { keysOf } from '../app/unchecked.ts';
import { logInAs } from '../testing/applicants.ts';
import { heading, renderSite, startNetwork } from '../testing/render-site.tsx';

type State = Parameters<typeof logInAs>[1];
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

test.each(keysOf(steps))(
  '%s: a status that cannot be read is a quiet line under the heading, and a retry reads it',
  async (name) => {
    const [title, shownIn] = steps[name];
    const path = paths[name];
    const network = await startNetwork({ applicants: oneInEachState });
    await logInAs(network, shownIn);
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
