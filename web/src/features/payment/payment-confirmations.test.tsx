import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { keepDraft, keepStoredFile, readDraft } from '../../offline/drafts.ts';
import {
  bankDraftNameOf,
  keepReceiptPicture,
  keepSentPayment,
  markPaymentSeen,
  readSentDetails,
} from '../../offline/sent-payment.ts';
import { startAs } from '../../testing/applicants.ts';
import type { Network } from '../../testing/network.ts';
import {
  createSiteWithoutPage,
  fillField,
  findHeading,
  renderSite,
  startNetwork,
} from '../../testing/render-site.tsx';

const email = 'hana@example.com';
const profilePath = '/applicants/private/get_by_email/';
const makePaymentPath = '/payments/private/make_offline_payment';
const finalizedPath = '/applicant/finalize_payment';
const askingTextPattern =
  /^We are asking the college whether they have arrived\. .*do not pay again/;

// The sent payment is in local storage, which outlives a page.
afterEach(() => localStorage.clear());

async function openPage(path: string, setResponses: (network: Network) => void) {
  const network = await startNetwork();
  setResponses(network);
  return renderSite(path, { network, isLoggedIn: true });
}

test.each([
  [
    'cannot be read',
    (network: Network) => network.respond(profilePath, 500, 'java.lang.Exception'),
  ],
  [
    'has not moved',
    (network: Network) => network.respond(profilePath, 200, { status: 'TOOK_EXAM' }),
  ],
])(
  'after a payment the page asks the college and says not to pay again while the status %s, and then that it was received',
  async (_case, setResponses) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    keepSentPayment(createSiteWithoutPage(), email, 'bank');
    const { network } = await openPage(finalizedPath, setResponses);
    await findHeading('Payment details sent');
    await screen.findByText(askingTextPattern);
    await waitFor(() => expect(network.requestsTo(profilePath).length).toBeGreaterThan(0));
    expect(location.pathname).toBe(finalizedPath);
    network.respond(profilePath, 200, { status: 'ACTIVATION_PAID' });
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByText(/awaits verification by our staff/);
    await findHeading('Payment Details Uploaded Successfully');
    expect(screen.queryByText(askingTextPattern)).toBeNull();
    vi.useRealTimers();
  },
);

/** The backend says that the applicant's payment is due. */
const setPaymentDue = (network: Network) => {
  network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
  network.respond('/payments/private/get_pending_payment', 200, {
    paymentDto: { paymentCode: 'OPC-2', paymentAmount: 500 },
    bankAccountList: [{ bank: 'CBE', account: '1000123', status: 'ACTIVE' }],
  });
};

describe('a payment that staff have rejected', () => {
  const notConfirmedTextPattern = /^The college could not confirm/;

  /** Stores that this device has sent a payment, and that the college has received it since. */
  const storeRejectedPayment = (method: string) => {
    keepSentPayment(createSiteWithoutPage(), email, method, { bank: 'Awash', reference: 'FT123' });
    markPaymentSeen(email);
  };

  test('is corrected, not paid again: the form has what was sent, and the code of the payment that is due', async () => {
    keepDraft(bankDraftNameOf(email), { paymentBank: '1000123', txnRefNumber: 'FT123' });
    const storedFile = { name: 'slip.jpg', size: 1, lastModified: 1, stored: 'abc.jpg' };
    keepStoredFile(bankDraftNameOf(email), 'receiptFile', storedFile);
    storeRejectedPayment('bank');
    const { user, network } = await openPage('/applicant/offline_payment', setPaymentDue);
    await screen.findByText(/^The college could not confirm the payment that you sent on \d/);
    screen.getByText(/do not pay again: correct the reference/);
    for (const sentValue of ['Awash', 'FT123', 'slip.jpg'])
      screen.getByText(sentValue, { selector: 'dd' });
    within(screen.getByRole('main')).getByRole('link', { name: /@/ });
    const readValue = async (label: string) =>
      (await screen.findByLabelText<HTMLInputElement>(label)).value;
    expect(await readValue('Transaction Reference Number')).toBe('FT123');
    expect(await readValue('Payment Bank')).toBe('1000123');
    expect(await readValue('Payment Code')).toBe('OPC-2');
    screen.getByText(/^slip\.jpg is already uploaded/);
    // The corrected payment is sent again.
    network.respond(makePaymentPath, 201, {});
    await user.type(screen.getByLabelText('Transaction Reference Number'), '4');
    network.respond(profilePath, 200, { status: 'ACTIVATION_PAID' });
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await findHeading('Payment Details Uploaded Successfully');
    const body = { paymentCode: 'OPC-2', transactionReference: 'FT1234', attachmentUrl: 'abc.jpg' };
    expect(network.requestsTo(makePaymentPath)).toMatchObject([{ body }]);
  });

  test.each(['/', '/applicant/exam_result'])('%s says so and links to the form', async (path) => {
    storeRejectedPayment('bank');
    const { user } = await openPage(path, setPaymentDue);
    await screen.findByText(notConfirmedTextPattern);
    await user.click(await screen.findByRole('link', { name: 'Correct what I sent' }));
    await findHeading('Application Payment Form');
  });

  test("at a provider: the page asks for the provider's confirmation", async () => {
    storeRejectedPayment('arifpay');
    await openPage('/', setPaymentDue);
    await screen.findByText(/the payment that you opened at Arifpay on/);
    screen.getByText(/send the college the confirmation that Arifpay gave you/);
    expect(screen.queryByRole('link', { name: 'Correct what I sent' })).toBeNull();
  });

  test('is also known to a device that did not send it but has seen it wait', async () => {
    await openPage('/', (network) =>
      network.respond(profilePath, 200, { status: 'ACTIVATION_PAID' }),
    );
    await screen.findByText('Our staff are verifying your payment.');
    cleanup();
    await openPage('/', setPaymentDue);
    await screen.findByText('The college could not confirm your payment.');
  });

  test('is deleted from the device once it is verified, with what was typed; the details that were sent stay', async () => {
    storeRejectedPayment('bank');
    keepDraft(bankDraftNameOf(email), { txnRefNumber: 'FT123' });
    await openPage('/', (network) =>
      network.respond(profilePath, 200, { status: 'BIOGRAPHIC_APPLICANT' }),
    );
    await screen.findByText(/Your payment is verified/);
    await waitFor(() => expect(localStorage).toHaveLength(0));
    expect(readDraft(bankDraftNameOf(email))).toEqual({});
    expect(readSentDetails(email)).toMatchObject({ bank: 'Awash', reference: 'FT123' });
  });
});

describe('a deposit', () => {
  /** Opens the form of a payment with its fields filled, and the receipt uploaded before. */
  async function fillDeposit() {
    const { network, email } = await startAs('TOOK_EXAM');
    const storedFile = { name: 'slip.jpg', size: 1, lastModified: 1, stored: 'abc.jpg' };
    keepStoredFile(bankDraftNameOf(email), 'receiptFile', storedFile);
    const { user } = await renderSite('/applicant/offline_payment', { network });
    await screen.findByLabelText('Transaction Reference Number');
    await fillField(user, 'Transaction Reference Number', 'FT77');
    const bankField = screen.getByLabelText<HTMLSelectElement>('Payment Bank');
    const account = bankField.options[1]?.value ?? '';
    await user.selectOptions(bankField, account);
    return { user, network, email, account };
  }
  const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Submit' }));

  test('that the college refuses, because it has one from another device, is not shown as sent', async () => {
    const { user, network, email } = await fillDeposit();
    network.respondWith(makePaymentPath, () => {
      network.respond(profilePath, 200, { status: 'ACTIVATION_PAID' });
      return Response.json({ message: 'There is a payment already.' }, { status: 409 });
    });
    await submit(user);
    await findHeading('Your payment is being verified');
    screen.getByText(/What you typed here was not sent/);
    expect(screen.queryByText('What you sent')).toBeNull();
    expect(readSentDetails(email)).toMatchObject({ reference: '', account: '', picture: '' });
    expect(readDraft(bankDraftNameOf(email))).toMatchObject({ txnRefNumber: 'FT77' });
  });

  test.each(['its form', 'the outbox'])(
    'that %s has sent shows the same details',
    async (sender) => {
      const { user, network, account } = await fillDeposit();
      if (sender === 'the outbox') network.cut();
      network.respondWith(makePaymentPath, () => {
        network.respond(profilePath, 200, { status: 'ACTIVATION_PAID' });
        return Response.json({}, { status: 201 });
      });
      await submit(user);
      if (sender === 'the outbox') {
        await screen.findByText('This form is waiting for the connection');
        network.reconnect();
      }
      await findHeading('Payment Details Uploaded Successfully');
      const readDetail = (label: string) =>
        screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
      expect([readDetail('Account number'), readDetail('Amount')]).toEqual([
        account,
        'ETB\u00a0500.00',
      ]);
      expect(readDetail('Bank')).toMatch(/Bank/);
      expect([readDetail('Transaction reference'), readDetail('Receipt')]).toEqual([
        'FT77',
        'slip.jpg',
      ]);
    },
  );
});

describe('a page that waits for a decision', () => {
  const makeStatusSetter = (status: string) => (network: Network) => {
    network.respond(profilePath, 200, { status });
    network.respond('/applicants/private/get_bio_data', 404);
  };

  const paidStatus = 'ACTIVATION_PAID';
  test.each([
    [
      '/applicant/pending_pay_verification',
      paidStatus,
      /being verified$/,
      'TOOK_EXAM',
      /Test Result$/,
    ],
    [
      '/applicant/finalize_payment',
      paidStatus,
      /Uploaded/,
      'BIOGRAPHIC_APPLICANT',
      /^Biographical/,
    ],
    ['/', paidStatus, /^Verification/, 'BIOGRAPHIC_APPLICANT', /^Biographical data$/],
    [
      '/applicant/apply_program_confirmation',
      'APPLIED',
      /^Application Submitted$/,
      'ADMITTED',
      /^Congratulations!$/,
    ],
  ])(
    '%s shows the decision within a minute',
    async (path, status, titleBeforePattern, newStatus, titleAfterPattern) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { network } = await openPage(path, makeStatusSetter(status));
      await screen.findByRole('heading', { name: titleBeforePattern });
      setPaymentDue(network);
      network.respond(profilePath, 200, { status: newStatus });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await screen.findAllByRole('heading', { name: titleAfterPattern })).not.toEqual([]);
      vi.useRealTimers();
    },
  );

  test('requests nothing in a hidden tab, and the status at once when the tab is visible again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { network } = await openPage(
      '/applicant/pending_pay_verification',
      makeStatusSetter('ACTIVATION_PAID'),
    );
    await findHeading('Your payment is being verified');
    const visibilityMock = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    dispatchEvent(new Event('visibilitychange'));
    const requestCount = network.requestsTo(profilePath).length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(network.requestsTo(profilePath)).toHaveLength(requestCount);
    visibilityMock.mockRestore();
    dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(network.requestsTo(profilePath)).toHaveLength(requestCount + 1));
    vi.useRealTimers();
  });
});

test('a payment in the history state of another applicant on this device is not shown', async () => {
  const network = await startNetwork();
  network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
  network.respond('/bank-accounts/private', 200, []);
  network.respond('/payments/private/get_pending_payment', 200, {
    paymentDto: { paymentCode: 'OPC-HERS', paymentAmount: 500 },
  });
  const historyState = { owner: 'other', paymentCode: 'OPC-OTHER', paymentAmount: 500 };
  await renderSite('/applicant/offline_payment', { network, isLoggedIn: true, historyState });
  const codeInput = await screen.findByLabelText<HTMLInputElement>('Payment Code');
  expect(codeInput.value).toBe('OPC-HERS');
});

describe('while a payment waits for verification', () => {
  const setPaymentPaid = (network: Network) => {
    network.respond(profilePath, 200, { status: 'ACTIVATION_PAID' });
    network.respond('/payments/private/get_receipt1/OPC-2', 404);
  };
  const pendingPath = '/applicant/pending_pay_verification';
  const pictureUrl = 'data:image/jpeg;base64,/9j/';

  test('what was sent is shown, and the receipt once the college has one', async () => {
    keepSentPayment(createSiteWithoutPage(), email, 'bank', {
      code: 'OPC-2',
      amount: 'ETB 500.00',
      bank: 'CBE',
      account: '1000123',
      reference: 'FT123',
    });
    const { network } = await openPage(pendingPath, setPaymentPaid);
    const sentValues = ['OPC-2', 'ETB 500.00', 'CBE', '1000123', 'FT123'];
    for (const sentValue of sentValues) await screen.findByText(sentValue, { selector: 'dd' });
    screen.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/, { selector: 'dd' });
    // The small copy is made while the receipt is uploaded, and can be ready last.
    const shownPictureUrl = () => document.querySelector('.receipt-picture')?.getAttribute('src');
    act(() => keepReceiptPicture(createSiteWithoutPage(), email, pictureUrl));
    expect(shownPictureUrl()).toBe(pictureUrl);
    await waitFor(() =>
      expect(network.requestsTo('/payments/private/get_receipt1')).toHaveLength(1),
    );
    expect(screen.queryByRole('link', { name: 'See the receipt' })).toBeNull();
    cleanup();
    await openPage(pendingPath, (network) => {
      setPaymentPaid(network);
      network.respond('/payments/private/get_receipt1/OPC-2', 200, { paymentCode: 'OPC-2' });
    });
    const receiptLink = await screen.findByRole('link', { name: 'See the receipt' });
    expect(receiptLink.getAttribute('href')).toBe('/receipt/type1/OPC-2');
    expect(shownPictureUrl()).toBe(pictureUrl);
  });

  test('a device that did not send the payment shows no empty list', async () => {
    await openPage(pendingPath, setPaymentPaid);
    await findHeading('Your payment is being verified');
    expect(screen.queryByText('What you sent')).toBeNull();
    expect(document.querySelector('main dl')).toBeNull();
  });
});

test('the home page asks for no fee while a payment of this device may be on its way', async () => {
  keepSentPayment(createSiteWithoutPage(), email, 'bank');
  await openPage('/', (network) => network.respond(profilePath, 200, { status: 'TOOK_EXAM' }));
  await screen.findByText(/may be on its way\. Please do not pay again/);
  expect(screen.queryByText(/Pay the fee at a bank/)).toBeNull();
});

test.each(['/applicant/exam_result', '/applicant/offline_payment'])(
  '%s asks for no fee while a payment of this device may be on its way',
  async (path) => {
    keepSentPayment(createSiteWithoutPage(), email, 'bank');
    const { user } = await openPage(path, (network) => {
      network.respond(profilePath, 200, { status: 'TOOK_EXAM' });
      network.respond('/payments/private/get_pending_payment', 200, {
        paymentDto: { paymentCode: 'OPC-1', paymentAmount: '500.00' },
      });
      network.respond('/bank-accounts/private', 200, []);
    });
    await screen.findByText(/^You sent your payment details on .*do not pay again/);
    expect(screen.queryByText(/OPC-1|500/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Has my payment arrived?' }));
    await screen.findByText('It has not arrived yet.');
    await user.click(screen.getByRole('button', { name: 'The college could not confirm it' }));
    await screen.findByText(/^The college could not confirm the payment that you sent on/);
    expect(screen.queryByText(/^You sent your payment details/)).toBeNull();
  },
);
