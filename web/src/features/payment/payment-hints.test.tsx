import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Settings } from '../../site/config.ts';
import { renderSite, startNetwork } from '../../testing/render-site.tsx';

async function openPaymentPage(settings: Partial<Settings>) {
  const network = await startNetwork();
  network.respond('/applicants/private/', 200, { id: 1, status: 'TOOK_EXAM' });
  const closedAccounts = [{ id: 1, bank: 'Old Bank', account: '1000', status: 'CLOSED' }];
  network.respond('/bank-accounts/private', 200, closedAccounts);
  network.respond('/payments/private/get_pending_payment', 200, {
    paymentDto: { paymentCode: 'OPC-1', paymentAmount: 500, paymentDescription: 'Fee' },
    bankAccountList: closedAccounts,
  });
  await renderSite('/applicant/offline_payment', { network, settings, isLoggedIn: true });
  await screen.findAllByText('Amount to pay:');
  return screen.queryByRole('heading', { name: 'Ways to pay' })?.closest('section');
}

const englishHints = ['telebirr: choose Pay, then the college.', 'CBE Birr, or cash at a branch.'];

test.each([
  ['one list', englishHints],
  ['by language', { am: ['በቴሌብር ይክፈሉ።'], en: englishHints }],
])('the payment hints of the settings are shown if they are %s', async (_case, paymentHints) => {
  const hintsSection = await openPaymentPage({ paymentHints });
  const hintItems = within(hintsSection ?? document.body).getAllByRole('listitem');
  expect(hintItems.map(({ textContent }) => textContent)).toEqual(englishHints);
  expect(hintsSection?.querySelector('ul')?.hasAttribute('lang')).toBe(false);
});

test.each([
  ['nothing', {}],
  ['another language only', { paymentHints: { am: ['በቴሌብር ይክፈሉ።'] } }],
])('with %s in the settings no hints are shown', async (_case, settings) => {
  expect(await openPaymentPage(settings)).toBeUndefined();
});

test('if no bank account is open, the form says so and has none to choose', async () => {
  await openPaymentPage({});
  await screen.findByText(
    'No bank account is open for payments at the moment. Please contact the college.',
  );
  const accountOptions = within(screen.getByLabelText('Payment Bank')).getAllByRole('option');
  expect(accountOptions.map(({ textContent }) => textContent)).toEqual(['Please choose']);
});
