// @vitest-environment happy-dom
import type { ApplicantState } from '@one-planet/contract/states';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ApplicantRouteName, paths } from '../routes.ts';
import { logInAs } from '../testing/applicants.ts';
import { heading, renderSite, startNetwork } from '../testing/render-site.tsx';

const steps: Record<
  ApplicantRouteName,
  [title: string, shownIn: Exclude<ApplicantState, 'NOT_ACTIVATED'>]
> = {
  takeExam: ['Digital Literacy Test', 'ACTIVATED'],
  examResult: ['Digital Literacy Test Result', 'TOOK_EXAM'],
  offlinePayment: ['Application Payment Form', 'TOOK_EXAM'],
  finalizePayment: ['Payment Details Uploaded Successfully', 'ACTIVATION_PAID'],
  pendingPayVerification: ['Your payment is being verified', 'ACTIVATION_PAID'],
  editProfile: ['Edit Profile', 'READY_TO_APPLY'],
  biographyData: ['Biographical Data', 'BIOGRAPHIC_APPLICANT'],
  educationBackground: ['Education Background', 'BIOGRAPHIC_APPLICANT2'],
  emergencyContact: ['Emergency Contact', 'BIOGRAPHIC_APPLICANT3'],
  applyProgram: ['Apply to Program', 'READY_TO_APPLY'],
  applyProgramConfirmation: ['Application Submitted', 'APPLIED'],
};

test.each(Object.entries(steps))(
  '%s: a status that can not be read is a quiet line under the heading, and a retry reads it',
  async (name, [title, shownIn]) => {
    const path = paths[name as ApplicantRouteName];
    const network = await startNetwork({ applicants: 11 });
    await logInAs(network, shownIn);
    network.cut();
    const { user } = await renderSite(path, { network });
    // The profile needs no status: it has a line of its own.
    const said = `Your ${name === 'editProfile' ? 'profile could not be loaded' : 'application could not be read'}.`;
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
