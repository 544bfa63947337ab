import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { expect, test } from 'vitest';
import { SiteContext } from '../site/client.ts';
import { createSiteWithoutPage } from '../testing/render-site.tsx';
import { Heading, markPageShown } from './heading.tsx';

const site = createSiteWithoutPage();

function Page({
  heading,
  pendingPart: partPromise,
}: {
  heading: string;
  pendingPart?: Promise<void>;
}) {
  return (
    <SiteContext value={site}>
      <input />
      <Suspense fallback="Loading">
        <Heading>{heading}</Heading>
        {partPromise && <Part pendingPart={partPromise} />}
      </Suspense>
    </SiteContext>
  );
}

function Part({ pendingPart }: { pendingPart: Promise<void> }) {
  use(pendingPart);
  return <p>Here</p>;
}

test('a new heading takes the focus; the same one does not when its page is shown again after loading a part', async () => {
  markPageShown(site);
  const { rerender } = render(<Page heading="Profile" />);
  expect(document.activeElement?.textContent).toBe('Profile');
  expect(document.title).toBe('Profile · One Planet College');

  const textbox = screen.getByRole('textbox');
  textbox.focus();
  let finishLoading = () => {};
  const partPromise = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  await act(async () => rerender(<Page heading="Profile" pendingPart={partPromise} />));
  expect(screen.getByText('Loading')).toBeTruthy();
  await act(async () => finishLoading());
  await screen.findByText('Here');
  expect(document.activeElement).toBe(textbox);

  rerender(<Page heading="Your profile" />);
  expect(document.activeElement?.textContent).toBe('Your profile');
});
