// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../offline/stored-session.ts';
import { fill, heading, renderSite, startNetwork } from '../testing/render-site.tsx';

test('logging in again in place with a temporary password leads to the page that changes it', async () => {
  const user = { id: 1, email: 'hana@example.com', firstName: 'HANA', middleName: '' };
  const endsAt = Date.now() + 4 * 60_000;
  storeSession(user, 'abc.def');
  sessionStorage.setItem('user-data', JSON.stringify({ ...user, endsAt }));
  const network = await startNetwork();
  network.answer('/applicants/private/get_by_email', 200, { status: 'ACTIVATED' });
  network.answer('/auth/public/login', 200, {
    token: 'next',
    email: user.email,
    shouldChangePassword: true,
    roles: [null, { name: 'ROLE_APPLICANT' }],
  });
  const site = await renderSite('/about', { network });
  await screen.findByRole('dialog', { name: 'Your session ends soon' });
  await fill(site.user, 'Password', 'Temporary-1');
  await site.user.click(screen.getByRole('button', { name: 'Log in again' }));
  await heading('Set a new password');
  expect(location.pathname).toBe('/change-password');
});
