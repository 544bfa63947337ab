// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { heading, renderSite, startNetwork, unexpectedErrors } from '../../testing/render-site.tsx';
import { receiptTexts as texts } from './receipt-words.ts';

describe('receipt', () => {
  const endpoint = '/payments/private/get_receipt1/';
  const path = '/receipt/type1/OPC%2F1001';

  const paid = {
    datePaid: '2026-11-21T12:05:00Z',
    isOffline: true,
    applicant: 'HANA TESFAYE WORKU',
    paymentCode: 'OPC/1001',
    transactionReference: 'FT26325ABCDE',
    email: 'hana@example.com',
    accountNumber: '1000123456789',
    bankAccount: null,
    description: 'Application fee',
    paymentAmount: 500.5,
  };

  /** How that is shown, by label. */
  const full = {
    'Date paid': 'November 21, 2026 at 3:05 PM',
    'Payment method': 'Offline',
    Name: 'HANA TESFAYE WORKU',
    'Payment code': 'OPC/1001',
    'Transaction reference': 'FT26325ABCDE',
    Email: 'hana@example.com',
    'Bank through': 'Commercial Bank of Ethiopia',
    'Account number': '1000123456789',
    Reason: 'Application fee',
    'Application fee': 'ETB 500.50',
    'Registration fee': 'ETB 0.00',
    'Other fees': 'ETB 0.00',
    Total: 'ETB 500.50',
    'Amount in words': 'Five hundred birr and fifty cents',
  };

  const allOf = (value: unknown) =>
    Object.fromEntries(Object.keys(paid).map((field) => [field, value]));

  /** The facts and the fees by their label. */
  const shown = () =>
    Object.fromEntries(
      [
        ...screen.queryAllByRole('term'),
        ...within(screen.getByRole('main')).queryAllByRole('rowheader'),
      ].map((label) => [
        label.textContent,
        label.nextElementSibling?.textContent?.replace('\u00a0', ' '),
      ]),
    );

  const empty = {
    ...Object.fromEntries(Object.keys(full).map((label) => [label, ''])),
    'Registration fee': 'ETB 0.00',
    'Other fees': 'ETB 0.00',
  };

  /** Opens the receipt where the server answers so. */
  async function open(status: number, body: unknown, loggedIn = false) {
    const network = await startNetwork();
    network.answer(endpoint, status, body);
    network.answer('/applicants/private/', 200, { id: 1, status: 'BIOGRAPHIC_APPLICANT' });
    return renderSite(path, { network, loggedIn });
  }

  test('a receipt shows all of the payment', async () => {
    await open(200, paid);
    await heading('Student Registration Receipt');
    await screen.findByText('FT26325ABCDE');
    expect(shown()).toEqual(full);
    const main = within(screen.getByRole('main'));
    for (const text of ['One Planet College', texts.signature, 'admissions@oneplanet.example']) {
      expect(main.getAllByText(text), text).not.toEqual([]);
    }
  });

  test.each([false, true])('it is asked for by its code; logged in: %s', async (loggedIn) => {
    const { network } = await open(200, { ...paid, isOffline: false }, loggedIn);
    await screen.findByText('Online');
    const authorization = loggedIn ? 'Bearer abc.def' : null;
    expect(network.to(endpoint)).toMatchObject([{ path: `${endpoint}OPC/1001`, authorization }]);
  });

  test('that was paid online names no bank, and has no row for one', async () => {
    await open(200, { ...paid, isOffline: false, accountNumber: null });
    await screen.findByText('Online');
    const { 'Bank through': _bank, 'Account number': _number, ...others } = full;
    expect(shown()).toEqual({ ...others, 'Payment method': 'Online' });
  });

  test('while it is on its way there is a skeleton below the heading', async () => {
    const network = await startNetwork();
    const release = network.hold(endpoint, 200, paid);
    await renderSite(path, { network });
    await heading(texts.title);
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(shown()).toEqual({});
    release();
    await screen.findByText('FT26325ABCDE');
    expect(screen.queryByText('Loading')).toBeNull();
  });

  test('it is printed with a button', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user } = await open(200, paid);
    await user.click(await screen.findByRole('button', { name: texts.print }));
    expect(print).toHaveBeenCalledOnce();
  });

  test.each([
    [404, { message: 'No value' }, texts.notThereYet, 'payments.getReceipt: RefusedError 404'],
    [403, { message: 'No' }, texts.failed, 'payments.getReceipt: RefusedError 403'],
    [500, { message: 'No' }, texts.failed, 'payments.getReceipt: UndeclaredStatusError 500'],
    [200, null, texts.failed, 'payments.getReceipt: OffContractError 200'],
    [200, [], texts.failed, 'payments.getReceipt: OffContractError 200'],
    [0, undefined, texts.failed, 'payments.getReceipt: ConnectionError'],
  ])('an answer of %i with %j says: %s A retry leads to the receipt', async (...row) => {
    const [status, body, text, logged] = row;
    const { user, network } = await open(status, body);
    await screen.findByText(text);
    expect(shown()).toEqual(empty);
    expect(screen.queryByRole('button', { name: texts.print })).toBeNull();
    expect(console.error).toHaveBeenCalledWith(logged);
    network.answer(endpoint, 200, paid);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('FT26325ABCDE');
    expect(screen.queryByText(text)).toBeNull();
  });

  test.each([
    ['null', allOf(null)],
    ['missing', {}],
    ['of an odd type', allOf([{}])],
  ])('fields that are %s are empty', async (_how, body) => {
    await open(200, body);
    await screen.findByRole('button', { name: texts.print });
    expect(shown()).toEqual(empty);
  });

  test('numbers may be text, and text numbers', async () => {
    await open(200, { accountNumber: 1000123, paymentAmount: '500.00' });
    await screen.findByText('Five hundred birr');
    expect(shown()).toMatchObject({
      'Bank through': 'Commercial Bank of Ethiopia',
      'Account number': '1000123',
      Total: 'ETB 500.00',
    });
  });

  test('without a payment code nothing is asked for; the console has a line', async () => {
    const { network } = await renderSite('/receipt/type1/%20');
    await heading(texts.title);
    expect(shown()).toEqual(empty);
    expect(unexpectedErrors.splice(0)).toEqual(['payments.getReceipt: there is no payment code']);
    expect(network.sent).toEqual([]);
  });
});

describe('waiting', () => {
  const profile = '/applicants/private/get_by_email/';
  const mark = 'Waiting for verification';

  async function open(status: string, email: string | null, loggedIn = true) {
    const network = await startNetwork();
    network.answer(profile, 200, { id: 1, status });
    network.answer('/payments/private/get_receipt1/', 200, { transactionReference: 'FT26', email });
    await renderSite('/receipt/type1/OPC-1', { network, loggedIn });
    await heading('Student Registration Receipt');
    await screen.findByText('FT26');
    return network;
  }

  test.each([['hana@example.com'], ['Hana@Example.com'], [null]])(
    'a receipt for %s says that it waits for verification, as long as the staff have not verified her payment',
    async (email) => {
      await open('ACTIVATION_PAID', email);
      await screen.findByText(mark);
    },
  );

  test('a receipt says nothing of it once her payment is verified', async () => {
    const network = await open('BIOGRAPHIC_APPLICANT', 'hana@example.com');
    await expect.poll(() => network.to(profile)).toHaveLength(1);
    expect(screen.queryByText(mark)).toBeNull();
  });

  test.each([
    ['the receipt is for somebody else', 'abel@example.com', true],
    ['nobody is logged in', null, false],
  ])('no status is asked for where %s', async (_where, email, loggedIn) => {
    const network = await open('ACTIVATION_PAID', email, loggedIn);
    expect(screen.queryByText(mark)).toBeNull();
    expect(network.to(profile)).toEqual([]);
  });
});
