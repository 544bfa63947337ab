// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { complaints, heading, renderSite, startNetwork } from '../../testing/render-site.tsx';
import { texts } from './words.ts';

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
  'E-mail': 'hana@example.com',
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
])('an answer of %i with %j says: %s A retry leads to the receipt', async (...row) => {
  const [status, body, told, logged] = row;
  const { user, network } = await open(status, body);
  await screen.findByText(told);
  expect(shown()).toEqual(empty);
  expect(screen.queryByRole('button', { name: texts.print })).toBeNull();
  expect(console.error).toHaveBeenCalledWith(logged);
  network.answer(endpoint, 200, paid);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('FT26325ABCDE');
  expect(screen.queryByText(told)).toBeNull();
});

test('without a network the receipt is said not to be loaded', async () => {
  const network = await startNetwork();
  network.cut();
  await renderSite(path, { network });
  await screen.findByText(texts.failed);
  expect(shown()).toEqual(empty);
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

test('without a payment code nothing is asked for; the console is told', async () => {
  const { network } = await renderSite('/receipt/type1/%20');
  await heading(texts.title);
  expect(shown()).toEqual(empty);
  expect(complaints.splice(0)).toEqual(['payments.getReceipt: there is no payment code']);
  expect(network.sent).toEqual([]);
});
