// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { keepDraft, keepStoredFile, readDraft } from '../../offline/drafts.ts';
import {
  bankDraftOf,
  keepReceiptPicture,
  keepSentPayment,
  markPaymentSeen,
  readSentDetails,
} from '../../offline/sent-payment.ts';
import type { Network } from '../../testing/network.ts';
import { heading, renderSite, startNetwork } from '../../testing/render-site.tsx';

const email = 'hana@example.com';
const profile = '/applicants/private/get_by_email/';
const making = '/payments/private/make_offline_payment';
const finalized = '/applicant/finalize_payment';
const received = /^We received your payment\. .*do not pay again/;

// The device's memory outlives a page.
afterEach(() => localStorage.clear());

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
    keepSentPayment(email, 'bank');
    const { network } = await open(finalized, answer);
    await heading('Payment Details Uploaded Successfully');
    await screen.findByText(received);
    await waitFor(() => expect(network.to(profile).length).toBeGreaterThan(0));
    expect(location.pathname).toBe(finalized);
    network.answer(profile, 200, { status: 'ACTIVATION_PAID' });
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByText(/awaits verification by our staff/);
    expect(screen.queryByText(received)).toBeNull();
    vi.useRealTimers();
  },
);

/** The pages of somebody whose payment is due, as far as the backend says. */
const due = (n: Network) => {
  n.answer(profile, 200, { status: 'TOOK_EXAM' });
  n.answer('/payments/private/get_pending_payment', 200, {
    paymentDto: { paymentCode: 'OPC-2', paymentAmount: 500 },
    bankAccountList: [{ bank: 'CBE', account: '1000123', status: 'ACTIVE' }],
  });
};

describe('a payment that staff have rejected', () => {
  const confirmed = /^The college could not confirm/;

  /** She has sent it from this device, which has seen it wait for the decision. */
  const sent = (by: string) => {
    keepSentPayment(email, by, { bank: 'Awash', reference: 'FT123' });
    markPaymentSeen(email);
  };

  test('is not said to be paid again: the form shows what was sent, with the code that is due', async () => {
    keepDraft(bankDraftOf(email), { paymentBank: '1000123', txnRefNumber: 'FT123' });
    const file = { name: 'slip.jpg', size: 1, lastModified: 1, stored: 'abc.jpg' };
    keepStoredFile(bankDraftOf(email), 'receiptFile', file);
    sent('bank');
    const { user, network } = await open('/applicant/offline_payment', due);
    await screen.findByText(/^The college could not confirm the payment that you sent on \d/);
    screen.getByText(/do not pay again: correct the reference/);
    for (const known of ['Awash', 'FT123', 'slip.jpg']) screen.getByText(known, { selector: 'dd' });
    within(screen.getByRole('main')).getByRole('link', { name: /@/ });
    const value = async (label: string) =>
      (await screen.findByLabelText<HTMLInputElement>(label)).value;
    expect(await value('Transaction Reference Number')).toBe('FT123');
    expect(await value('Payment Bank')).toBe('1000123');
    expect(await value('Payment Code')).toBe('OPC-2');
    screen.getByText(/^slip\.jpg is already uploaded/);
    // Corrected, it is sent again.
    network.answer(making, 201, {});
    await user.type(screen.getByLabelText('Transaction Reference Number'), '4');
    network.answer(profile, 200, { status: 'ACTIVATION_PAID' });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await heading('Payment Details Uploaded Successfully');
    const body = { paymentCode: 'OPC-2', transactionReference: 'FT1234', attachmentUrl: 'abc.jpg' };
    expect(network.to(making)).toMatchObject([{ body }]);
  });

  test.each(['/', '/applicant/exam_result'])(
    '%s leads to the form, and asks for no fee without a word',
    async (path) => {
      sent('bank');
      const { user } = await open(path, due);
      await screen.findByText(confirmed);
      await user.click(await screen.findByRole('link', { name: 'Correct what I sent' }));
      await heading('Application Payment Form');
    },
  );

  test('at a provider asks for its confirmation', async () => {
    sent('arifpay');
    await open('/', due);
    await screen.findByText(/the payment that you opened at Arifpay on/);
    screen.getByText(/send the college the confirmation that Arifpay gave you/);
    expect(screen.queryByRole('link', { name: 'Correct what I sent' })).toBeNull();
  });

  test('is known from another device, too, once this one has seen it wait', async () => {
    await open('/', (n) => n.answer(profile, 200, { status: 'ACTIVATION_PAID' }));
    await screen.findByText('Our staff are verifying your payment.');
    cleanup();
    await open('/', due);
    await screen.findByText('The college could not confirm your payment.');
  });

  test('is forgotten once it is verified, with what was typed; her record has what was sent', async () => {
    sent('bank');
    keepDraft(bankDraftOf(email), { txnRefNumber: 'FT123' });
    await open('/', (n) => n.answer(profile, 200, { status: 'BIOGRAPHIC_APPLICANT' }));
    await screen.findByText(/Your payment is verified/);
    await waitFor(() => expect(localStorage).toHaveLength(0));
    expect(readDraft(bankDraftOf(email))).toEqual({});
    expect(readSentDetails(email)).toMatchObject({ bank: 'Awash', reference: 'FT123' });
  });
});

describe('a page that waits for a decision', () => {
  const waiting = (status: string) => (n: Network) => {
    n.answer(profile, 200, { status });
    n.answer('/applicants/private/get_bio_data', 404);
  };

  const paid = 'ACTIVATION_PAID';
  test.each([
    ['/applicant/pending_pay_verification', paid, /being verified$/, 'TOOK_EXAM', /Test Result$/],
    ['/applicant/finalize_payment', paid, /Uploaded/, 'BIOGRAPHIC_APPLICANT', /^Biographical/],
    ['/', paid, /^Verification/, 'BIOGRAPHIC_APPLICANT', /^Biographical data$/],
    [
      '/applicant/apply_program_confirmation',
      'APPLIED',
      /^Application Submitted$/,
      'ADMITTED',
      /^Congratulations!$/,
    ],
  ])('%s notices it within a minute', async (path, status, before, decided, after) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { network } = await open(path, waiting(status));
    await screen.findByRole('heading', { name: before });
    due(network);
    network.answer(profile, 200, { status: decided });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await screen.findAllByRole('heading', { name: after })).not.toEqual([]);
    vi.useRealTimers();
  });

  test('asks for nothing in a hidden tab, and at once when she comes back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { network } = await open(
      '/applicant/pending_pay_verification',
      waiting('ACTIVATION_PAID'),
    );
    await heading('Your payment is being verified');
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    dispatchEvent(new Event('visibilitychange'));
    const before = network.to(profile).length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(network.to(profile)).toHaveLength(before);
    seen.mockRestore();
    dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(network.to(profile)).toHaveLength(before + 1));
    vi.useRealTimers();
  });
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

describe('while she waits', () => {
  const paid = (n: Network) => {
    n.answer(profile, 200, { status: 'ACTIVATION_PAID' });
    n.answer('/payments/private/get_receipt1/OPC-2', 404);
  };
  const pending = '/applicant/pending_pay_verification';
  const picture = 'data:image/jpeg;base64,/9j/';

  test('what was sent is shown, and the receipt once the college has one', async () => {
    keepSentPayment(email, 'bank', {
      code: 'OPC-2',
      amount: 'ETB 500.00',
      bank: 'CBE',
      account: '1000123',
      reference: 'FT123',
    });
    keepReceiptPicture(email, picture);
    const { network } = await open(pending, paid);
    const known = ['OPC-2', 'ETB 500.00', 'CBE', '1000123', 'FT123'];
    for (const fact of known) await screen.findByText(fact, { selector: 'dd' });
    screen.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/, { selector: 'dd' });
    expect(document.querySelector('.receipt-picture')?.getAttribute('src')).toBe(picture);
    await waitFor(() => expect(network.to('/payments/private/get_receipt1')).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'See the receipt' })).toBeNull();
    cleanup();
    await open(pending, (n) => {
      paid(n);
      n.answer('/payments/private/get_receipt1/OPC-2', 200, { paymentCode: 'OPC-2' });
    });
    const receipt = await screen.findByRole('link', { name: 'See the receipt' });
    expect(receipt.getAttribute('href')).toBe('/receipt/type1/OPC-2');
  });

  test('another device, which knows nothing of it, shows no empty list', async () => {
    await open(pending, paid);
    await heading('Your payment is being verified');
    expect(screen.queryByText('What you sent')).toBeNull();
    expect(document.querySelector('main dl')).toBeNull();
  });
});

test('the home page does not ask for it either', async () => {
  keepSentPayment(email, 'bank');
  await open('/', (n) => n.answer(profile, 200, { status: 'TOOK_EXAM' }));
  await screen.findByText(/may be on its way\. Please do not pay again/);
  expect(screen.queryByText(/Pay the fee at a bank/)).toBeNull();
});

test.each(['/applicant/exam_result', '/applicant/offline_payment'])(
  '%s asks for no fee while a payment of this device may be on its way',
  async (path) => {
    keepSentPayment(email, 'bank');
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
    await user.click(screen.getByRole('button', { name: 'The college could not confirm it' }));
    await screen.findByText(/^The college could not confirm the payment that you sent on/);
    expect(screen.queryByText(/^We received your payment/)).toBeNull();
  },
);
