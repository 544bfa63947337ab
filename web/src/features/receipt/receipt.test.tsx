import { screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findHeading, renderSite, startNetwork } from '../../testing/render-site.tsx';
import { unexpectedErrors } from '../../testing/unexpected-errors.ts';
import { receiptTexts as texts } from './receipt-words.ts';

describe('receipt', () => {
  const receiptApiPath = '/payments/private/get_receipt1/';
  const path = '/receipt/type1/OPC%2F1001';

  const receiptBody = {
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

  /** The values that the page shows of it, by label. */
  const expectedValues = {
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

  const makeBodyWith = (value: unknown) =>
    Object.fromEntries(Object.keys(receiptBody).map((field) => [field, value]));

  /** @returns the facts and the fees on the page, by label */
  const readShownValues = () =>
    Object.fromEntries(
      [
        ...screen.queryAllByRole('term'),
        ...within(screen.getByRole('main')).queryAllByRole('rowheader'),
      ].map((label) => [
        label.textContent,
        label.nextElementSibling?.textContent?.replace('\u00a0', ' '),
      ]),
    );

  const emptyValues = {
    ...Object.fromEntries(Object.keys(expectedValues).map((label) => [label, ''])),
    'Registration fee': 'ETB 0.00',
    'Other fees': 'ETB 0.00',
  };

  /** Opens the receipt after the server's response was set. */
  async function openReceipt(status: number, body: unknown, isLoggedIn = false) {
    const network = await startNetwork();
    network.respond(receiptApiPath, status, body);
    network.respond('/applicants/private/', 200, { id: 1, status: 'BIOGRAPHIC_APPLICANT' });
    return renderSite(path, { network, isLoggedIn });
  }

  test('a receipt shows all fields of the payment', async () => {
    await openReceipt(200, receiptBody);
    await findHeading('Student Registration Receipt');
    await screen.findByText('FT26325ABCDE');
    expect(readShownValues()).toEqual(expectedValues);
    const main = within(screen.getByRole('main'));
    for (const text of ['One Planet College', texts.signature])
      expect(main.getAllByText(text), text).not.toEqual([]);
    const emailLink = main.getByRole('link', { name: /@/ });
    expect(emailLink.textContent).toBe('admissions@oneplanet.example');
  });

  test.each([false, true])(
    'a receipt is requested by its code, with a token if logged in (%s)',
    async (isLoggedIn) => {
      const { network } = await openReceipt(200, { ...receiptBody, isOffline: false }, isLoggedIn);
      await screen.findByText('Online');
      const authorization = isLoggedIn ? 'Bearer abc.def' : null;
      expect(network.requestsTo(receiptApiPath)).toMatchObject([
        { path: `${receiptApiPath}OPC/1001`, authorization },
      ]);
    },
  );

  test('a receipt of a payment online has no rows for the bank', async () => {
    await openReceipt(200, { ...receiptBody, isOffline: false, accountNumber: null });
    await screen.findByText('Online');
    const { 'Bank through': _bank, 'Account number': _number, ...otherValues } = expectedValues;
    expect(readShownValues()).toEqual({ ...otherValues, 'Payment method': 'Online' });
  });

  test('while a receipt is loading there is a skeleton below the heading', async () => {
    const network = await startNetwork();
    const release = network.delay(receiptApiPath, 200, receiptBody);
    await renderSite(path, { network });
    await findHeading(texts.title);
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(readShownValues()).toEqual({});
    release();
    await screen.findByText('FT26325ABCDE');
    expect(screen.queryByText('Loading')).toBeNull();
  });

  test('a button prints the receipt', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user } = await openReceipt(200, receiptBody);
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
  ])(
    'after a response of %i with %j the page says: %s A retry shows the receipt',
    async (...row) => {
      const [status, body, text, logLine] = row;
      const { user, network } = await openReceipt(status, body);
      await screen.findByText(text);
      expect(readShownValues()).toEqual(emptyValues);
      expect(screen.queryByRole('button', { name: texts.print })).toBeNull();
      expect(console.error).toHaveBeenCalledWith(logLine);
      network.respond(receiptApiPath, 200, receiptBody);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByText('FT26325ABCDE');
      expect(screen.queryByText(text)).toBeNull();
    },
  );

  test.each([
    ['null', makeBodyWith(null)],
    ['missing', {}],
    ['of an odd type', makeBodyWith([{}])],
  ])('fields that are %s are shown as empty', async (_case, body) => {
    await openReceipt(200, body);
    await screen.findByRole('button', { name: texts.print });
    expect(readShownValues()).toEqual(emptyValues);
  });

  test('a number may be sent as text, and a text as number', async () => {
    await openReceipt(200, { accountNumber: 1000123, paymentAmount: '500.00' });
    await screen.findByText('Five hundred birr');
    expect(readShownValues()).toMatchObject({
      'Bank through': 'Commercial Bank of Ethiopia',
      'Account number': '1000123',
      Total: 'ETB 500.00',
    });
  });

  test('without a payment code nothing is requested, and that is logged', async () => {
    const { network } = await renderSite('/receipt/type1/%20');
    await findHeading(texts.title);
    expect(readShownValues()).toEqual(emptyValues);
    expect(unexpectedErrors.splice(0)).toEqual(['payments.getReceipt: there is no payment code']);
    expect(network.requests).toEqual([]);
  });
});

describe('a payment that is not verified', () => {
  const profilePath = '/applicants/private/get_by_email/';
  const unverifiedText = 'Waiting for verification';

  async function openReceiptAs(status: string, email: string | null, isLoggedIn = true) {
    const network = await startNetwork();
    network.respond(profilePath, 200, { id: 1, status });
    network.respond('/payments/private/get_receipt1/', 200, {
      transactionReference: 'FT26',
      email,
    });
    await renderSite('/receipt/type1/OPC-1', { network, isLoggedIn });
    await findHeading('Student Registration Receipt');
    await screen.findByText('FT26');
    return network;
  }

  test.each([['hana@example.com'], ['Hana@Example.com'], [null]])(
    'a receipt with the email address %s says that it waits for verification',
    async (email) => {
      await openReceiptAs('ACTIVATION_PAID', email);
      await screen.findByText(unverifiedText);
    },
  );

  test('once staff have verified the payment, the receipt does not say so any more', async () => {
    const network = await openReceiptAs('BIOGRAPHIC_APPLICANT', 'hana@example.com');
    await expect.poll(() => network.requestsTo(profilePath)).toHaveLength(1);
    expect(screen.queryByText(unverifiedText)).toBeNull();
  });

  test.each([
    ['the receipt belongs to another applicant', 'abel@example.com', true],
    ['nobody is logged in', null, false],
  ])('no status is requested if %s', async (_case, email, isLoggedIn) => {
    const network = await openReceiptAs('ACTIVATION_PAID', email, isLoggedIn);
    expect(screen.queryByText(unverifiedText)).toBeNull();
    expect(network.requestsTo(profilePath)).toEqual([]);
  });
});
