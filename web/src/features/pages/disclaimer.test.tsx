// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, renderSite } from '../../testing/render-site.tsx';

const main = () => within(screen.getByRole('main'));

test('somebody new is led to the application form', async () => {
  await renderSite('/applicant-disclaimer');
  await heading('Before you apply');
  const link = main().getByRole('link', { name: 'Register' });
  expect(link.getAttribute('href')).toBe('/register');
});

test('somebody with an account is led to the exam, and asked to log in first', async () => {
  const { user } = await renderSite('/applicant-disclaimer');
  await heading('Before you apply');
  await user.click(main().getByRole('link', { name: 'Continue to the exam' }));
  await heading('Sign in');
  expect(location.search).toBe('?redirectUrl=%2Fapplicant%2Ftake_exam');
});

test('somebody who is logged in is not asked to register', async () => {
  await renderSite('/applicant-disclaimer', { loggedIn: true });
  await heading('Before you apply');
  expect(main().queryByRole('link', { name: 'Register' })).toBeNull();
  const link = main().getByRole('link', { name: 'Continue to the exam' });
  expect(link.getAttribute('href')).toBe('/applicant/take_exam');
});
