// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

test('a dialog stays until it is closed, also where React shows everything twice', async () => {
  const onClose = vi.fn();
  render(
    <StrictMode>
      <Dialog title="Oops" onClose={onClose}>
        <p>User is not recognized.</p>
      </Dialog>
    </StrictMode>,
  );
  expect(await screen.findByRole('dialog', { name: 'Oops' })).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

describe('focus', () => {
  function open() {
    const page = (dialog: boolean) => (
      <>
        <button type="button">Opener</button>
        <button type="button">Next</button>
        {dialog && (
          <Dialog title="Oops" onClose={() => {}}>
            <p>User is not recognized.</p>
          </Dialog>
        )}
      </>
    );
    const { rerender } = render(page(false));
    screen.getByRole('button', { name: 'Opener' }).focus();
    rerender(page(true));
    return { take: () => rerender(page(false)) };
  }

  test('goes back to where it was when the dialog is taken away', () => {
    const { take } = open();
    screen.getByRole('button', { name: 'Close' }).focus();
    take();
    expect(document.activeElement?.textContent).toBe('Opener');
  });

  test('stays where somebody went after she closed the dialog', () => {
    const { take } = open();
    screen.getByRole<HTMLDialogElement>('dialog').close();
    screen.getByRole('button', { name: 'Next' }).focus();
    take();
    expect(document.activeElement?.textContent).toBe('Next');
  });
});
