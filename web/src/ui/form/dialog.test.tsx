import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

test('a dialog stays until it is closed, even if React mounts it twice', async () => {
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
  function renderDialog() {
    const renderPage = (isOpen: boolean) => (
      <>
        <button type="button">Opener</button>
        <button type="button">Next</button>
        {isOpen && (
          <Dialog title="Oops" onClose={() => {}}>
            <p>User is not recognized.</p>
          </Dialog>
        )}
      </>
    );
    const { rerender } = render(renderPage(false));
    screen.getByRole('button', { name: 'Opener' }).focus();
    rerender(renderPage(true));
    return { removeDialog: () => rerender(renderPage(false)) };
  }

  test('returns to where it was when the dialog is removed', () => {
    const { removeDialog } = renderDialog();
    screen.getByRole('button', { name: 'Close' }).focus();
    removeDialog();
    expect(document.activeElement?.textContent).toBe('Opener');
  });

  test('stays where the user moved it after closing the dialog', () => {
    const { removeDialog } = renderDialog();
    screen.getByRole<HTMLDialogElement>('dialog').close();
    screen.getByRole('button', { name: 'Next' }).focus();
    removeDialog();
    expect(document.activeElement?.textContent).toBe('Next');
  });
});
