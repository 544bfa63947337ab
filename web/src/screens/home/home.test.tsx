// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderSite } from '../../testing/render-site.tsx';

test('smoke', async () => {
  const { network } = await renderSite('/');
  await heading('Building Capacity to Serve Humanity');
  await screen.findByRole('heading', { name: 'Social Work' });
  expect(network.sent).toEqual([]);
});
