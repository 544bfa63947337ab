// @vitest-environment happy-dom
/** The React examples of docs/sdk.md, with a mock backend behind `fetch`. */
import {
  applicantsForEveryState,
  createBackend,
  precreatedEmailIn,
  precreatedPassword,
} from '@one-planet/mocks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider, Programs } from '../examples/hooks.tsx';
import { CourseCount, FirstCourse, forgetPerson, refreshCourses } from '../examples/keys.tsx';
import { Apply } from '../examples/mutation.tsx';
import { Phone } from '../examples/optimistic.tsx';
import { ProgramsPage } from '../examples/server-page.tsx';
import { ReceiptField } from '../examples/upload-form.tsx';
import { createClient } from './client.ts';
import type { Client } from './generated/client.ts';
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
  container = document.body.appendChild(document.createElement('div'));
  // happy-dom's would ask a real network.
  vi.stubGlobal('XMLHttpRequest', undefined);
  root = createRoot(container);
});
afterEach(() => {
  root.unmount();
  container.remove();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const render = (node: ReactNode) => root.render(<ApiProvider>{node}</ApiProvider>);

function waitForText(textPattern: RegExp): Promise<void> {
  return vi.waitFor(() => expect(container.textContent).toMatch(textPattern), { timeout: 30_000 });
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

/** Logs in as a precreated applicant; the examples read the token from the session storage. */
async function logIn(
  status: Parameters<typeof precreatedEmailIn>[0],
): Promise<{ client: Client; email: string }> {
  const body = { email: precreatedEmailIn(status), password: precreatedPassword };
  const { token } = await unwrap(createClient({ baseUrl }).auth.login({ body }));
  sessionStorage.setItem('token', token);
  return { client: createClient({ baseUrl, session: { token: () => token } }), email: body.email };
}

test('a new phone number is shown before the server has it, and the old one after a refusal', async () => {
  const { client, email } = await logIn('ACTIVATED');
  const profile = await unwrap(client.applicants.getByEmail({ params: { email } }));
  const renderForm = (applicantId: string) =>
    render(<Phone key={applicantId} email={email} applicantId={applicantId} />);
  const save = (phone: string) => {
    (container.querySelector('input') as HTMLInputElement).value = phone;
    container.querySelector('button')?.click();
  };
  renderForm(String(profile.id));
  await waitForText(/\+2519\d+Save/);
  save('+251911000001');
  await waitForText(/\+251911000001/);
  const firstInput = container.querySelector('input');
  renderForm('1');
  await vi.waitFor(() => expect(container.querySelector('input')).not.toBe(firstInput));
  const { fetch } = globalThis;
  let refuse = () => {};
  const refusal = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'PUT') await refusal;
    return fetch(url, init);
  });
  save('+251911000002');
  await waitForText(/\+251911000002/);
  refuse();
  await waitForText(/\+251911000001/);
});

test('a chosen file is sent, and its stored name given', async () => {
  await logIn('TOOK_EXAM');
  const onStored = vi.fn();
  root.render(
    <ApiProvider>
      <ReceiptField onStored={onStored} />
    </ApiProvider>,
  );
  await waitForText(/Receipt/);
  const input = container.querySelector('input') as HTMLInputElement;
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 73, 69, 78, 68, 174, 66, 96, 130];
  const file = new File([new Uint8Array(png)], 'receipt.png', { type: 'image/png' });
  Object.defineProperty(input, 'files', { value: [file] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(onStored).toHaveBeenCalled(), { timeout: 30_000 });
  expect(onStored.mock.calls[0]?.[0]).toMatch(/\w/);
});

test('both hooks read the courses once, and again after a refresh; a logout leaves them', async () => {
  const [program] = await unwrap(createClient({ baseUrl }).programs.list());
  const programId = String(program?.id);
  const fetch = vi.fn(globalThis.fetch);
  vi.stubGlobal('fetch', fetch);
  let queryClient: QueryClient | undefined;
  function Courses() {
    queryClient = useQueryClient();
    return [
      <CourseCount key="count" programId={programId} />,
      <FirstCourse key="first" programId={programId} />,
    ];
  }
  render(<Courses />);
  await waitForText(/\d+ courses\w/);
  expect(fetch).toHaveBeenCalledTimes(1);
  if (queryClient) await refreshCourses(queryClient);
  expect(fetch).toHaveBeenCalledTimes(2);
  if (queryClient) forgetPerson(queryClient);
  expect(
    queryClient
      ?.getQueryCache()
      .getAll()
      .map(({ meta }) => meta?.operation),
  ).toContain('programs.courses');
});

test('a page that was rendered on a server has its data at once', async () => {
  const page = await ProgramsPage();
  vi.stubGlobal('fetch', () => {
    throw new Error('asked again');
  });
  root.render(page);
  await waitForText(/Data Science/);
});
