import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { newContentAtom } from '../../site/atoms.ts';
import { startAs } from '../../testing/applicants.ts';
import { closeDialog, readDialogTexts, renderSite } from '../../testing/render-site.tsx';

// The sent payment is in local storage, which outlives a page.
afterEach(() => localStorage.clear());

const path = '/applicant/offline_payment';
const payPath = '/payments/paypal/pay';
const getButton = (name: string) => screen.getByRole('button', { name });
const readAriaDisabled = (name: string) => getButton(name).getAttribute('aria-disabled');
const readSectionVisibility = () =>
  screen
    .getAllByRole('heading', { level: 2, hidden: true })
    .filter((title) => /^(After paying|Pay online)$/.test(title.textContent ?? ''))
    .map((title) => [title.textContent, title.closest('[hidden]') === null]);

async function openPayment(usdPrice: number | null) {
  const { network } = await startAs('TOOK_EXAM');
  const settings = { prices: { usd: usdPrice }, redirectOrigins: ['https://pay.example'] };
  const rendered = await renderSite(path, { network, settings });
  await screen.findByLabelText('Payment Code');
  return rendered;
}

async function openOnline(usdPrice: number | null = 9) {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const rendered = await openPayment(usdPrice);
  await rendered.user.click(screen.getByRole('radio', { name: /^Online/ }));
  return { ...rendered, assign };
}

test('one payment method is visible at a time, the bank at first', async () => {
  const { user } = await openPayment(9);
  expect(readSectionVisibility()).toEqual([
    ['After paying', true],
    ['Pay online', false],
  ]);
  await user.click(screen.getByRole('radio', { name: /^Online/ }));
  expect(readSectionVisibility()).toEqual([
    ['After paying', false],
    ['Pay online', true],
  ]);
});

test.each([
  [9, 'A Paypal account, or a card at Paypal, in US dollars. You pay USD 9.00.'],
  [
    null,
    'A Paypal account, or a card at Paypal, in US dollars. Paypal is not available at the moment. The college has not set a price in US dollars.',
  ],
])(
  'available providers come first, with their prices, for a price in US dollars of %s',
  async (usd, paypalDescription) => {
    const { user, network } = await openOnline(usd);
    const expectedNames = ['Arifpay', 'Paypal', 'Stripe'];
    const gatewayList = screen
      .getByRole('button', { name: 'Arifpay' })
      .closest('ul') as HTMLElement;
    const buttons = within(gatewayList).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(expectedNames);
    const descriptions = buttons.map((button) => {
      const id = button.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent?.replaceAll('\u00a0', ' ');
    });
    expect(descriptions[0]).toBe(
      'Wallets and cards of Ethiopia, in birr. You pay ETB 500.00. Opens telebirr, CBE Birr, M-PESA.',
    );
    expect(descriptions[1]).toBe(paypalDescription);
    for (const name of ['Paypal', 'Stripe'])
      expect(readAriaDisabled(name)).toBe(String(usd === null));
    if (usd === null) await user.click(getButton('Paypal'));
    expect(network.requestsTo(payPath)).toEqual([]);
  },
);

test('choosing a provider disables the others, and a double click opens one payment', async () => {
  const { user, network, assign } = await openOnline();
  const redirectUrl = 'https://pay.example/1';
  const release = network.delay(payPath, 200, { redirect: redirectUrl });
  await user.dblClick(getButton('Arifpay'));
  await screen.findByRole('button', { name: 'Opening Arifpay...' });
  for (const name of ['Paypal', 'Stripe']) expect(readAriaDisabled(name)).toBe('true');
  await user.click(getButton('Paypal'));
  release();
  await waitFor(() => expect(assign.mock.calls).toEqual([[redirectUrl]]));
  expect(network.requestsTo(payPath)).toHaveLength(1);
});

test.each([
  [200, { redirect: 'https://evil.example/pay' }, '(https://evil.example)'],
  [200, { redirect: 'javascript:alert(1)' }, '(an address that cannot be read)'],
  [200, { redirect: 'nowhere' }, '(an address that cannot be read)'],
  [400, 'Arifpay is closed today.', 'Arifpay is closed today.'],
])(
  'after a response of %i with %j no provider is opened, a message says why, and another can be chosen',
  async (status, body, message) => {
    const { user, network, assign } = await openOnline();
    network.respond(payPath, status, body);
    await user.click(getButton('Arifpay'));
    expect(await readDialogTexts()).toEqual(['Error', expect.stringContaining(message)]);
    await closeDialog(user);
    expect(assign).not.toHaveBeenCalled();
    expect([readAriaDisabled('Arifpay'), readAriaDisabled('Paypal')]).toEqual(['false', 'false']);
  },
);

test('the slip names the holder of the accounts, and a button beside each number copies it', async () => {
  const { site, user } = await openPayment(9);
  site.store.set(newContentAtom, { accountHolder: 'One Planet College PLC' });
  await screen.findByText('One Planet College PLC');
  const bankField = screen.getByLabelText<HTMLSelectElement>('Payment Bank');
  const accountNumber = bankField.options[1]?.value ?? '';
  await user.click(getButton(`Copy the account number ${accountNumber}`));
  await screen.findByText(`Account number ${accountNumber} copied to clipboard!`);
  expect(await navigator.clipboard.readText()).toBe(accountNumber);
});
