import { precreatedEmailIn } from '@one-planet/mocks';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { draftNameOf, readDraft } from '../../offline/drafts.ts';
import { openForm } from '../../testing/applicants.ts';
import { fillField, findHeading } from '../../testing/render-site.tsx';

const savePath = '/applicants/private/save_contact_data';
const readShownAnswers = () =>
  [...document.querySelectorAll('.answers > div')].map((row) =>
    [...row.querySelectorAll('dt, dd:not(:last-child)')].map(({ textContent }) => textContent),
  );

async function openReview() {
  const { user, network } = await openForm('/applicant/emergency_contact', 'BIOGRAPHIC_APPLICANT3');
  await fillField(user, 'Contact Full Name', ' Tesfaye Bekele ');
  await fillField(user, 'Contact Phone', '+251 91-176 5432');
  await user.selectOptions(screen.getByLabelText('Relationship to You'), 'father');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Check your answers' });
  return { user, network };
}

test('before they are saved, all answers are shown as they were typed or chosen, and nothing is sent', async () => {
  const { network } = await openReview();
  expect(readShownAnswers()).toEqual([
    ['Contact Full Name', 'Tesfaye Bekele'],
    ['Contact Phone', '+251 91 176 5432'],
    ['Relationship to You', 'Father'],
    ['Contact Occupation', 'Not given'],
    ['Name of Employer', 'Not given'],
    ['Phone of Employer', 'Not given'],
    ['Email of Employer', 'Not given'],
  ]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check your answers'));
  expect(network.requestsTo(savePath)).toEqual([]);
});

test('each answer leads back to its field, and the new one is shown and sent', async () => {
  const { user, network } = await openReview();
  await user.click(screen.getByRole('button', { name: 'Change Contact Phone' }));
  const phoneInput = screen.getByLabelText<HTMLInputElement>('Contact Phone');
  await waitFor(() => expect(document.activeElement).toBe(phoneInput));
  await user.clear(phoneInput);
  await fillField(user, 'Contact Phone', '0911765432');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Check your answers' });
  expect(readShownAnswers()[1]).toEqual(['Contact Phone', '+251 91 176 5432']);
  await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
  await findHeading('Apply to Program');
  expect(document.title).toMatch(/^Apply to Program · /);
  expect(network.requestsTo(savePath).map(({ body }) => body?.contactPhone)).toEqual([
    '0911765432',
  ]);
});

test('going back to the form keeps all input', async () => {
  const { user } = await openReview();
  expect(document.title).toMatch(/^Check your answers · /);
  await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
  const inMain = within(screen.getByRole('main'));
  expect(inMain.getByLabelText<HTMLInputElement>('Contact Full Name').value).toBe('Tesfaye Bekele');
  expect(document.activeElement).toBe(inMain.getByRole('button', { name: 'Continue' }));
  expect(document.title).toMatch(/^Emergency Contact · /);
});

test('Continue right after going back shows the answers again, even if the browser is slow to go back', async () => {
  const { user } = await openReview();
  const historyBackSpy = vi.spyOn(history, 'back').mockImplementation(() => {});
  onTestFinished(() => historyBackSpy.mockRestore());
  await user.click(screen.getByRole('button', { name: 'Go back to the form' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  history.replaceState(null, '', location.pathname);
  dispatchEvent(new PopStateEvent('popstate'));
  await screen.findByRole('heading', { name: 'Check your answers' });
  expect(location.hash).toBe('#check');
});

test('what was typed stays while only the words of an answer say that it was saved', async () => {
  const { user, network } = await openReview();
  // A network's log-in page answers in the place of the college.
  network.respondWith(savePath, () => new Response('Your data bundle has finished. Dial *999#.'));
  await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
  await waitFor(() => expect(network.requestsTo(savePath)).toHaveLength(1));
  await waitFor(() => expect(location.pathname).not.toBe('/applicant/emergency_contact'));
  await waitFor(() => expect(network.pendingCount).toBe(0));
  const draft = readDraft(draftNameOf('contact', precreatedEmailIn('BIOGRAPHIC_APPLICANT3')));
  expect(draft.contactFullName).toBe('Tesfaye Bekele');
});

test('a page in the place of an answer is no answer: the form waits for the connection', async () => {
  const { user, network } = await openReview();
  const portalScript = "<script>top.location.href='http://10.0.0.1/login'</script>";
  network.respondWith(savePath, () => new Response(portalScript));
  await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
  await screen.findByRole('heading', { name: 'This form is waiting for the connection' });
});

test('a form whose answer was lost counts as sent once the college shows it, and is not sent again', async () => {
  const { user, network } = await openReview();
  network.respondWith(savePath, async (_request, ask) => {
    await ask();
    network.cut();
    throw new TypeError('Failed to fetch');
  });
  await user.click(screen.getByRole('button', { name: 'Save and Continue' }));
  await screen.findByRole('heading', { name: 'This form is waiting for the connection' });
  network.reconnect();
  await findHeading('Apply to Program');
  await screen.findByText('Sent: Emergency Contact.');
  expect(network.requestsTo(savePath)).toHaveLength(1);
});
