// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

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
