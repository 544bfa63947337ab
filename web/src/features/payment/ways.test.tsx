// @vitest-environment happy-dom
import { oneInEachState } from '@one-planet/mocks';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newContentAtom } from '../../app/atoms.ts';
import { logInAs } from '../../testing/applicants.ts';
import { renderSite, startNetwork } from '../../testing/render-site.tsx';

const path = '/applicant/offline_payment';
const titles = () =>
  screen
    .getAllByRole('heading', { level: 2, hidden: true })
    .filter((title) => /^(At a bank|Pay online)$/.test(title.textContent ?? ''))
    .map((title) => [title.textContent, title.closest('[hidden]') === null]);

async function open(usd: number | null) {
  const network = await startNetwork({ applicants: oneInEachState });
  await logInAs(network, 'TOOK_EXAM');
  const rendered = await renderSite(path, { network, settings: { prices: { usd } } });
  await screen.findByLabelText('Payment Code');
  return rendered;
}

test('one way to pay is open at a time, the bank first, and the other is a press away', async () => {
  const { user } = await open(9);
  expect(titles()).toEqual([
    ['At a bank', true],
    ['Pay online', false],
  ]);
  await user.click(screen.getByRole('radio', { name: /^Online/ }));
  expect(titles()).toEqual([
    ['At a bank', false],
    ['Pay online', true],
  ]);
});

test.each([
  [9, 'A Paypal account, or a card at Paypal, in US dollars. You pay USD 9.00.'],
  [
    null,
    'A Paypal account, or a card at Paypal, in US dollars. Paypal is not available at the moment. The college has not set a price in US dollars.',
  ],
])('what works online stands first, with its price: USD %s', async (usd, paypal) => {
  const { user } = await open(usd);
  await user.click(screen.getByRole('radio', { name: /^Online/ }));
  const buttons = ['Arifpay', 'Paypal', 'Stripe'];
  const list = screen.getByRole('button', { name: 'Arifpay' }).closest('ul') as HTMLElement;
  const shown = within(list).getAllByRole('button');
  expect(shown.map(({ textContent }) => textContent)).toEqual(buttons);
  const about = shown.map((button) => {
    const id = button.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent?.replaceAll('\u00a0', ' ');
  });
  expect(about[0]).toBe(
    'Wallets and cards of Ethiopia, in birr. You pay ETB 500.00. Opens telebirr, CBE Birr, M-PESA.',
  );
  expect(about[1]).toBe(paypal);
});

test('each account stands with its amount, its holder and a button to copy it', async () => {
  const { site } = await open(9);
  const accounts = document.querySelectorAll('.accounts li');
  expect(accounts.length).toBeGreaterThan(0);
  for (const { textContent } of accounts) expect(textContent).toMatch(/ETB.500\.00Copy$/);
  site.store.set(newContentAtom, { accountHolder: 'One Planet College PLC' });
  const holders = await screen.findAllByText('One Planet College PLC');
  expect(holders).toHaveLength(accounts.length);
});
