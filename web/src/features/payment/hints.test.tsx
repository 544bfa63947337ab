// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Settings } from '../../site/config.ts';
import { renderSite, startNetwork } from '../../testing/render-site.tsx';

async function open(settings: Partial<Settings>) {
  const network = await startNetwork();
  network.answer('/applicants/private/', 200, { id: 1, status: 'TOOK_EXAM' });
  const closed = [{ id: 1, bank: 'Old Bank', account: '1000', status: 'CLOSED' }];
  network.answer('/bank-accounts/private', 200, closed);
  network.answer('/payments/private/get_pending_payment', 200, {
    paymentDto: { paymentCode: 'OPC-1', paymentAmount: 500, paymentDescription: 'Fee' },
    bankAccountList: closed,
  });
  await renderSite('/applicant/offline_payment', { network, settings, loggedIn: true });
  await screen.findByText('Amount to pay');
  return screen.queryByRole('heading', { name: 'Ways to pay' })?.closest('section');
}

const en = ['telebirr: choose Pay, then the college.', 'CBE Birr, or cash at a branch.'];

test.each([
  ['for every language', en],
  ['by language', { am: ['በቴሌብር ይክፈሉ።'], en }],
])('the ways to pay of the settings are shown, %s', async (_how, paymentHints) => {
  const section = await open({ paymentHints });
  const items = within(section ?? document.body).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(en);
  expect(section?.querySelector('ul')?.hasAttribute('lang')).toBe(false);
});

test.each([
  ['nothing', {}],
  ['another language only', { paymentHints: { am: ['በቴሌብር ይክፈሉ።'] } }],
])('with %s in the settings nothing is shown', async (_what, settings) => {
  expect(await open(settings)).toBeUndefined();
});

test('where no bank account is open, the form says so and offers none', async () => {
  await open({});
  await screen.findByText(
    'No bank account is open for payments at the moment. Please contact the college.',
  );
  const bank = screen.getByLabelText('Payment Bank');
  expect([...bank.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Please choose',
  ]);
});
