import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { startAs } from '../../testing/applicants.ts';
import { findHeading, renderSite, startNetwork } from '../../testing/render-site.tsx';

describe('disclaimer', () => {
  const getMain = () => within(screen.getByRole('main'));

  test('a visitor is offered to register, or to log in and continue to the exam', async () => {
    const { user } = await renderSite('/applicant-disclaimer');
    await findHeading('Before you apply');
    const link = getMain().getByRole('link', { name: 'Register' });
    expect(link.getAttribute('href')).toBe('/register');
    await user.click(getMain().getByRole('link', { name: 'Continue to the exam' }));
    await findHeading('Sign in');
    expect(location.search).toBe('?redirectUrl=%2Fapplicant%2Ftake_exam');
  });

  test('an applicant who is logged in is not offered to register', async () => {
    await renderSite('/applicant-disclaimer', { isLoggedIn: true });
    await findHeading('Before you apply');
    expect(getMain().queryByRole('link', { name: 'Register' })).toBeNull();
    const link = getMain().getByRole('link', { name: 'Continue to the exam' });
    expect(link.getAttribute('href')).toBe('/applicant/take_exam');
  });
});

const sectionTitles = [
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

test('the terms have nine sections in the specified order, each with a text and a link to it', async () => {
  await renderSite('/terms_and_conditions');
  await findHeading('Terms and Conditions');
  const inContents = within(screen.getByRole('navigation', { name: 'On this page' }));
  const links = inContents.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(sectionTitles);
  const sections = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  expect(sections.map((section) => section?.querySelector('h2')?.textContent)).toEqual(
    sectionTitles,
  );
  for (const section of sections) expect(section?.querySelector('p')?.textContent).toBeTruthy();
});

test.each([
  ['a visitor', '/no/such/page', () => startNetwork(), 'Building Capacity to Serve Humanity'],
  [
    'an applicant',
    '/applicant/no_such_step',
    async () => (await startAs('ACTIVATED')).network,
    'Your application',
  ],
])('the page of an unknown path leads %s home', async (_visitor, path, start, homeHeading) => {
  const { user } = await renderSite(path, { network: await start() });
  await findHeading('Page Not Found');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Go to Home' }));
  await findHeading(homeHeading);
});

test('the privacy policy has a section about reports of faults where the settings ask for them', async () => {
  const { unmount } = await renderSite('/privacy_policy');
  await findHeading('Privacy Policy');
  expect(screen.queryByRole('heading', { name: 'When a page fails' })).toBeNull();
  unmount();
  await renderSite('/privacy_policy', { settings: { errorReports: 'https://faults.example/' } });
  expect(await screen.findByRole('heading', { name: 'When a page fails' })).toBeTruthy();
});
