// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keepUnderway } from '../../applicant/payment-underway.ts';
import type { Network } from '../../testing/network.ts';
import { heading, renderSite, startNetwork } from '../../testing/render-site.tsx';

const email = 'hana@example.com';
const profile = '/applicants/private/get_by_email/';
const finalized = '/applicant/finalize_payment';
const received = /^We received your payment\. .*do not pay again/;

async function open(path: string, answer: (network: Network) => void) {
  const network = await startNetwork();
  answer(network);
  return renderSite(path, { network, loggedIn: true });
}

test.each([
  ['cannot be read', (n: Network) => n.answer(profile, 500, 'java.lang.Exception')],
  ['has not moved', (n: Network) => n.answer(profile, 200, { status: 'TOOK_EXAM' })],
])(
  'a payment is said to be received at once where the status %s, and never to be paid again',
  async (_how, answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    keepUnderway(email, 'bank');
    const { network } = await open(finalized, answer);
    await heading('Payment Details Uploaded Successfully');
    await screen.findByText(received);
    await waitFor(() => expect(network.to(profile).length).toBeGreaterThan(0));
    expect(location.pathname).toBe(finalized);
    network.answer(profile, 200, { status: 'ACTIVATION_PAID' });
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByText(/awaits verification by our staff/);
    expect(screen.queryByText(received)).toBeNull();
    await waitFor(() => expect(localStorage).toHaveLength(0));
    vi.useRealTimers();
  },
);

test('a payment that has arrived is forgotten by every page, so that a rejected one can be paid again', async () => {
  keepUnderway(email, 'arifpay');
  await open('/', (n) => n.answer(profile, 200, { status: 'ACTIVATION_PAID' }));
  await screen.findByText('Our staff are verifying your payment.');
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('what was passed on for another applicant on this device is not shown', async () => {
  const network = await startNetwork();
  network.answer(profile, 200, { status: 'TOOK_EXAM' });
  network.answer('/bank-accounts/private', 200, []);
  network.answer('/payments/private/get_pending_payment', 200, {
    paymentDto: { paymentCode: 'OPC-HERS', paymentAmount: 500 },
  });
  const historyState = { owner: 'other', paymentCode: 'OPC-OTHER', paymentAmount: 500 };
  await renderSite('/applicant/offline_payment', { network, loggedIn: true, historyState });
  const code = await screen.findByLabelText<HTMLInputElement>('Payment Code');
  expect(code.value).toBe('OPC-HERS');
});

test('the home page does not ask for it either', async () => {
  keepUnderway(email, 'bank');
  await open('/', (n) => n.answer(profile, 200, { status: 'TOOK_EXAM' }));
  await screen.findByText(/may be on its way\. Please do not pay again/);
  expect(screen.queryByText(/Pay the fee at a bank/)).toBeNull();
  localStorage.clear();
});

test('where the status is further along already, its page opens', async () => {
  keepUnderway(email, 'bank');
  await open(finalized, (n) => n.answer(profile, 200, { status: 'BIOGRAPHIC_APPLICANT' }));
  await heading('Biographical Data');
});

test.each(['/applicant/exam_result', '/applicant/offline_payment'])(
  '%s asks for no fee while a payment of this device may be on its way',
  async (path) => {
    keepUnderway(email, 'bank');
    const { user } = await open(path, (n) => {
      n.answer(profile, 200, { status: 'TOOK_EXAM' });
      n.answer('/payments/private/get_pending_payment', 200, {
        paymentDto: { paymentCode: 'OPC-1', paymentAmount: '500.00' },
      });
      n.answer('/bank-accounts/private', 200, []);
    });
    await screen.findByText(/^We received your payment on .*do not pay again/);
    expect(screen.queryByText(/OPC-1|500/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Has my payment arrived?' }));
    await screen.findByText('It has not arrived yet.');
    await user.click(screen.getByRole('button', { name: 'The college asked me to pay again' }));
    expect(await screen.findAllByText(/ETB.500\.00/)).not.toEqual([]);
    expect(localStorage).toHaveLength(0);
  },
);
