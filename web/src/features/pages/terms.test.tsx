// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderSite } from '../../testing/render-site.tsx';

const titles = [
  'Introduction',
  'User Responsibilities',
  'Course Enrollment and Payment',
  'Privacy and Data Protection',
  'Intellectual Property',
  'Code of Conduct',
  'Dispute Resolution',
  'Limitations of Liability',
  'Termination of Access',
];

test('the nine sections stand there in their order, each with a text and a link that leads to it', async () => {
  await renderSite('/terms_and_conditions');
  await heading('Terms and Conditions');
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  const links = contents.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(titles);
  const sections = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  expect(sections.map((section) => section?.querySelector('h2')?.textContent)).toEqual(titles);
  for (const section of sections) expect(section?.querySelector('p')?.textContent).toBeTruthy();
});
