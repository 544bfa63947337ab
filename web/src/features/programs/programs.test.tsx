// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderSite, startNetwork } from '../../testing/render-site.tsx';

async function card(name: string): Promise<HTMLElement> {
  const title = await screen.findByRole('heading', { name });
  return title.closest('li') as HTMLElement;
}

test('each of the six cards leads to its page', async () => {
  const { user } = await renderSite('/degree_programs');
  const entrepreneurship = await card('Entrepreneurship & Innovation');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See the program Accounting', '/admission/accounting'],
    ['See the program Accounting and Finance', '/admission/accountingandfinance'],
    ['See the program Banking and Finance', '/admission/bankingandfinance'],
    ['See the program Data Science', '/admission/datascience'],
    ['See the program Entrepreneurship & Innovation', '/admission/entrepreneurship&innovation'],
    ['See the program Social Work', '/admission/socialwork'],
  ]);
  await user.click(within(entrepreneurship).getByRole('link'));
  await heading('Entrepreneurship & Innovation');
  expect(location.pathname).toBe('/admission/entrepreneurship&innovation');
});

test('a name of another script leads to its page, too', async () => {
  const network = await startNetwork();
  network.answer('/programs/private', 200, [{ id: 'x/1', name: 'ዳታ ሳይንስ 50%/B' }]);
  network.answer('/program_courses/private/my_courses/x/1', 200, []);
  const { user } = await renderSite('/degree_programs', { network });
  await user.click(within(await card('ዳታ ሳይንስ 50%/B')).getByRole('link'));
  await heading('ዳታ ሳይንስ 50%/B');
});

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.each([
  ['base64', png, `data:image/png;base64,${png}`],
  ['a data address', `data:image/webp;base64,${png}`, `data:image/webp;base64,${png}`],
])('a picture as %s is shown', async (_kind, base64String, address) => {
  const network = await startNetwork();
  network.answer('/programs/private', 200, [{ id: 1, name: 'Nursing', base64String }]);
  await renderSite('/degree_programs', { network });
  expect((await card('Nursing')).querySelector('img')?.src).toBe(address);
});

test.each([
  ['null', { base64String: null }],
  ['empty', { base64String: '' }],
  ['not there', {}],
])('where a picture is %s a drawing of its kind stands', async (_kind, picture) => {
  const network = await startNetwork();
  network.answer('/programs/private', 200, [{ id: 1, name: 'Nursing', ...picture }]);
  await renderSite('/degree_programs', { network });
  const nursing = await card('Nursing');
  expect(nursing.querySelector('img')?.src).toContain('/health.svg');
});

test('where a picture turns out to be broken a drawing stands, and the others stay', async () => {
  const network = await startNetwork();
  network.answer('/programs/private', 200, [
    { id: 1, name: 'Nursing', base64String: 'AAAA' },
    { id: 2, name: 'Law', base64String: png },
  ]);
  await renderSite('/degree_programs', { network });
  const nursing = await card('Nursing');
  fireEvent.error(nursing.querySelector('img') as HTMLImageElement);
  await waitFor(() => expect(nursing.querySelector('img')?.src).toContain('/health.svg'));
  expect((await card('Law')).querySelector('img')?.src).toContain(png);
});

test('the page of short programs asks for nothing', async () => {
  const { network } = await renderSite('/short_programs');
  await heading('Short Term Courses');
  expect(network.sent).toEqual([]);
});
