// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openForm } from '../../testing/applicants.ts';
import { fill, heading } from '../../testing/render-site.tsx';

const saving = '/applicants/private/save_contact_data';
const shown = () =>
  [...document.querySelectorAll('.answers > div')].map((row) =>
    [...row.querySelectorAll('dt, dd:not(:last-child)')].map(({ textContent }) => textContent),
  );

async function open() {
  const { user, network } = await openForm('/applicant/emergency_contact', 'BIOGRAPHIC_APPLICANT3');
  await fill(user, 'Contact Full Name', ' Tesfaye Bekele ');
  await fill(user, 'Contact Phone', '+251 91-176 5432');
  await user.selectOptions(screen.getByLabelText('Relationship to You'), 'father');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Check your answers' });
  return { user, network };
}

test('before a save every answer is shown as it was typed or chosen, and nothing is sent', async () => {
  const { network } = await open();
  expect(shown()).toEqual([
    ['Contact Full Name', 'Tesfaye Bekele'],
    ['Contact Phone', '+251 91 176 5432'],
    ['Relationship to You', 'Father'],
    ['Contact Occupation', 'Not given'],
    ['Name of Employer', 'Not given'],
    ['Phone of Employer', 'Not given'],
    ['Email of Employer', 'Not given'],
  ]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check your answers'));
  expect(network.to(saving)).toEqual([]);
});

test('each answer leads back to its field, and the new one is shown and sent', async () => {
  const { user, network } = await open();
  await user.click(screen.getByRole('button', { name: 'Change Contact Phone' }));
  const phone = screen.getByLabelText<HTMLInputElement>('Contact Phone');
  await waitFor(() => expect(document.activeElement).toBe(phone));
  await user.clear(phone);
  await fill(user, 'Contact Phone', '0911765432');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Check your answers' });
  expect(shown()[1]).toEqual(['Contact Phone', '+251 91 176 5432']);
  await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
  await heading('Apply to Program');
  expect(network.to(saving).map(({ body }) => body?.contactPhone)).toEqual(['0911765432']);
});

test('a way back to the form keeps everything', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
  const form = within(screen.getByRole('main'));
  expect(form.getByLabelText<HTMLInputElement>('Contact Full Name').value).toBe('Tesfaye Bekele');
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Continue' }));
});

test('a quick Continue after the way back shows the answers again, however late the browser goes back', async () => {
  const { user } = await open();
  const goBack = vi.spyOn(history, 'back').mockImplementation(() => {});
  onTestFinished(() => goBack.mockRestore());
  await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  history.replaceState(null, '', location.pathname);
  dispatchEvent(new PopStateEvent('popstate'));
  await screen.findByRole('heading', { name: 'Check your answers' });
  expect(location.hash).toBe('#check');
});
