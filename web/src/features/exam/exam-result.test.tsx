import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { newContentAtom } from '../../site/atoms.ts';
import { ownerHashOf } from '../../site/owner.ts';
import { startAs } from '../../testing/applicants.ts';
import { findHeading, renderSite } from '../../testing/render-site.tsx';

const path = '/applicant/exam_result';

async function openResult(state: 'ACTIVATED' | 'TOOK_EXAM', result: string, resultDesc: string) {
  const { network, email } = await startAs(state);
  const historyState = { owner: ownerHashOf(email), result, resultDesc };
  const rendered = await renderSite(path, { network, historyState });
  await findHeading('Digital Literacy Test Result');
  return rendered;
}

test('a pass is said first, then the payment that comes next, and the result only once', async () => {
  const { user, site } = await openResult('TOOK_EXAM', 'pass', 'Pass');
  await screen.findByRole('heading', { name: 'You passed' });
  await screen.findByText(/^The offline payment amount is ETB.500\.00, to be paid within/);
  expect(screen.getAllByText(/^pass$/i)).toHaveLength(1);
  expect(screen.getByText('pass').className).toBe('verdict pass');
  site.store.set(newContentAtom, { accountHolder: 'One Planet College PLC' });
  await user.click(screen.getByText('Bank accounts'));
  await user.click(screen.getByRole('button', { name: 'BANK' }));
  within(await screen.findByRole('dialog')).getByText('One Planet College PLC');
});

test('a description that differs from the result is shown below it', async () => {
  await openResult('TOOK_EXAM', '85', 'Pass');
  await screen.findByText('85');
  expect(screen.getByText('Pass').tagName).toBe('P');
});

test('a fail says what to do next, with the sample questions', async () => {
  await openResult('ACTIVATED', 'Fail', 'Fail');
  expect(screen.getAllByText('Fail')).toHaveLength(1);
  screen.getByText(/the message that appears when you press Start DLT/);
  screen.getByText('Practise first: three sample questions');
  expect(screen.getAllByRole('radio', { hidden: true }).length).toBeGreaterThan(8);
  expect(screen.queryByText('You passed')).toBeNull();
});

test('pressing the payment code copies it, and a message says so for 4 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await openResult('TOOK_EXAM', 'pass', 'Pass');
  const codeElement = await screen.findByText(/^OPC-/, { selector: '.code' });
  const code = codeElement.textContent;
  await user.click(codeElement);
  const toastText = `Payment code ${code} copied to clipboard!`;
  await screen.findByText(toastText);
  expect(await navigator.clipboard.readText()).toBe(code);
  await vi.advanceTimersByTimeAsync(3000);
  expect(screen.queryByText(toastText)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1100);
  await waitFor(() => expect(screen.queryByText(toastText)).toBeNull());
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Forbidden'));
  await user.click(codeElement);
  await screen.findByText(`We couldn't copy the code. Please write it down: ${code}`);
  vi.useRealTimers();
});
