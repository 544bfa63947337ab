// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { expect, test } from 'vitest';
import { Heading, pageWasShown } from './heading.tsx';

function Page({ heading, part }: { heading: string; part?: Promise<void> }) {
  return (
    <>
      <input />
      <Suspense fallback="Loading">
        <Heading>{heading}</Heading>
        {part && <Part waitsFor={part} />}
      </Suspense>
    </>
  );
}

function Part({ waitsFor }: { waitsFor: Promise<void> }) {
  use(waitsFor);
  return <p>Here</p>;
}

test('a new heading takes the focus; the same one, back after a wait for a part of its page, does not', async () => {
  pageWasShown();
  const { rerender } = render(<Page heading="Profile" />);
  expect(document.activeElement?.textContent).toBe('Profile');
  expect(document.title).toBe('Profile · One Planet College');

  const field = screen.getByRole('textbox');
  field.focus();
  let arrive = () => {};
  const part = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await act(async () => rerender(<Page heading="Profile" part={part} />));
  expect(screen.getByText('Loading')).toBeTruthy();
  await act(async () => arrive());
  await screen.findByText('Here');
  expect(document.activeElement).toBe(field);

  rerender(<Page heading="Your profile" />);
  expect(document.activeElement?.textContent).toBe('Your profile');
});
