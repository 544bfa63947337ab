// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderSite, startNetwork } from '../../testing/render-site.tsx';

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
