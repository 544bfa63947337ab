// @vitest-environment happy-dom
/** Whatever a backend's public lists hold, the header, the footer and the other programs stay. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderSite, startNetwork } from '../testing/render-site.tsx';

test.each([
  [{ id: 1, name: null }],
  [{ id: 1, name: { en: 'Law' } }],
  [null],
  ['Law'],
  [{ name: 'Law', description: { en: 'x' }, duration: ['four'], base64String: 7 }],
])('beside %j the program that is well is listed, in the menu and on the page', async (odd) => {
  const network = await startNetwork();
  network.answer('/programs/private', 200, [odd, { id: 2, name: 'Data Science' }]);
  const { user } = await renderSite('/degree_programs', { network });
  await screen.findByRole('heading', { level: 2, name: 'Data Science' });
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(menu.getByRole('button', { name: 'Admissions' }));
  await user.click(await menu.findByRole('link', { name: 'Data Science' }));
  await screen.findByRole('heading', { level: 1, name: 'Data Science' });
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/undefined|null|NaN|\[object/);
});

test('where no record can be read, the list says so with a retry', async () => {
  const network = await startNetwork();
  network.answer('/programs/private', 200, [{ id: 1, name: null }]);
  await renderSite('/degree_programs', { network });
  await screen.findByText(/^We couldn't load the programs/);
});

test('a token that the server takes no more does not spoil what everybody may read', async () => {
  const network = await startNetwork();
  const programs = [{ id: 2, name: 'Data Science' }];
  network.answerWith('/programs/private', () => {
    const isAnonymous = network.sent.at(-1)?.authorization === null;
    return isAnonymous ? Response.json(programs) : new Response('Who?', { status: 401 });
  });
  await renderSite('/degree_programs', { network, loggedIn: true });
  await screen.findByRole('heading', { level: 2, name: 'Data Science' });
  expect(network.to('/programs/private').map(({ authorization }) => authorization)).toEqual([
    'Bearer abc.def',
    null,
  ]);
});
