// @vitest-environment happy-dom
/** The React examples of docs/sdk.md, with a mock backend behind `fetch`. */
import {
  applicantsForEveryState,
  createBackend,
  precreatedEmailIn,
  precreatedPassword,
} from '@one-planet/mocks';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider, Programs } from '../examples/hooks.tsx';
import { Apply } from '../examples/mutation.tsx';
import { createClient } from './client.ts';
import { unwrap } from './unwrap.ts';

const baseUrl = 'https://api.college.example';
const readyApplicantLogin = {
  email: precreatedEmailIn('READY_TO_APPLY'),
  password: precreatedPassword,
};

let container: HTMLElement;
let root: ReturnType<typeof createRoot>;
beforeEach(async () => {
  // As in a browser: React renders when it is ready, and the tests wait for it.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const backend = await createBackend({ applicants: applicantsForEveryState });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => backend.fetch(new Request(url, init)));
  container = document.createElement('div');
  root = createRoot(container);
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const render = (node: ReactNode) => root.render(<ApiProvider>{node}</ApiProvider>);

function waitForText(textPattern: RegExp): Promise<void> {
  return vi.waitFor(() => expect(container.textContent).toMatch(textPattern), { timeout: 4000 });
}

test('a component shows the programs', async () => {
  render(<Programs />);
  await waitForText(/Data Science/);
  expect(container.querySelectorAll('li').length).toBeGreaterThan(1);
});

test('a button applies, and shows a refusal in the words of the backend', async () => {
  const { token } = await unwrap(
    createClient({ baseUrl }).auth.login({ body: readyApplicantLogin }),
  );
  sessionStorage.setItem('token', token);
  const client = createClient({ baseUrl, session: { token: () => token } });
  const [offer] = await unwrap(client.batchPrograms.applicable());
  render(<Apply offer={-1} />);
  await waitForText(/^Apply$/);
  container.querySelector('button')?.click();
  await waitForText(/^Apply.+\w/);
  render(<Apply key="another" offer={Number(offer?.id)} />);
  await waitForText(/^Apply$/);
  container.querySelector('button')?.click();
  await waitForText(/^You have applied\.$/);
  const { status } = await unwrap(
    client.applicants.getByEmail({ params: { email: readyApplicantLogin.email } }),
  );
  expect(status).toBe('APPLIED');
});
