import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepAnswers } from '../../offline/form-answers.ts';
import { keepSentPayment } from '../../offline/sent-payment.ts';
import { startAs } from '../../testing/applicants.ts';
import { createSiteWithoutPage, findHeading, renderSite } from '../../testing/render-site.tsx';

const confirmationPath = '/applicant/apply_program_confirmation';

const readFacts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test('the record has program, payment and answers, can be printed, and leaves nothing in local storage', async () => {
  const { network, email } = await startAs('APPLIED');
  keepSentPayment(createSiteWithoutPage(), email, 'bank', {
    code: 'OPC-7',
    amount: 'ETB 500.00',
    reference: 'FT7',
  });
  expect(localStorage.length).toBe(1);
  keepAnswers(createSiteWithoutPage(), email, 'applicants.saveBioData', [
    ['Country of Birth', 'Kenya'],
    ['Marital Status', ''],
  ]);
  keepAnswers(createSiteWithoutPage(), email, 'applicants.saveEducationData', [
    ['Grade 10 Result', '3.5'],
  ]);
  keepAnswers(createSiteWithoutPage(), email, 'applicants.saveContactData', [
    ['Contact Full Name', 'Almaz Bekele'],
  ]);
  keepAnswers(createSiteWithoutPage(), email, 'applicants.applyForProgram', [
    ['Program', 'Law (first intake)'],
  ]);
  expect(JSON.stringify(localStorage)).not.toMatch(/OPC-7|Almaz|Kenya/);
  network.respond('/payments/private/get_receipt1/OPC-7', 200, { paymentCode: 'OPC-7' });
  const { user } = await renderSite(confirmationPath, { network });
  await findHeading('Application Submitted');
  await screen.findByRole('heading', { name: 'Your record' });
  expect(readFacts()).toMatchObject({
    Email: email,
    Program: 'Law (first intake)',
    'Payment code': 'OPC-7',
    Amount: 'ETB 500.00',
    'Transaction reference': 'FT7',
    'Country of Birth': 'Kenya',
    'Grade 10 Result': '3.5',
    'Contact Full Name': 'Almaz Bekele',
  });
  expect(readFacts()['Applied on']).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/);
  expect(readFacts()).not.toHaveProperty('Marital Status');
  const receiptLink = await screen.findByRole('link', { name: 'See the receipt' });
  expect(receiptLink.getAttribute('href')).toBe('/receipt/type1/OPC-7');
  screen.getByText(/^Keep it: print it/);

  const printMock = vi.fn();
  vi.stubGlobal('print', printMock);
  onTestFinished(() => void vi.unstubAllGlobals());
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  expect(printMock).toHaveBeenCalledOnce();
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test('on another device the record has what the API returns, and says where the answers are', async () => {
  const { network } = await startAs('APPLIED');
  network.respond('/applicants/private/get_bio_data', 200, {
    profilePicture: null,
    countryOfResidence: 'Ethiopia',
    nationality: null,
  });
  await renderSite(confirmationPath, { network });
  await screen.findByText('Country of Residence');
  expect(Object.keys(readFacts())).toEqual([
    'Name',
    'Email',
    'Phone number',
    'Country of Residence',
  ]);
  screen.getByText(/^What you answered is shown only in the browser that you sent it from/);
  expect(screen.getByText('You have applied to a program of the college.')).toBeTruthy();
});

test('the home page links to the record, and a logout deletes its answers from the browser', async () => {
  const { network, email } = await startAs('APPLIED');
  keepAnswers(createSiteWithoutPage(), email, 'applicants.saveContactData', [
    ['Contact Full Name', 'Almaz Bekele'],
  ]);
  const { user } = await renderSite('/', { network });
  const main = within(screen.getByRole('main'));
  await user.click(await main.findByRole('link', { name: 'See your application' }));
  await screen.findByText('Almaz Bekele');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain('Almaz'));
});
