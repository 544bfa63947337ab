import { beforeEach, expect, test, vi } from 'vitest';
import { startErrorReports } from './error-reports.ts';

const address = 'https://faults.college.example/site';
const send = vi.fn(async (_address: unknown, _init?: RequestInit) => new Response(null));

beforeEach(() => {
  send.mockClear();
  vi.stubGlobal('fetch', send);
  document.head.innerHTML = '<meta name="build" content="5f5efbeb">';
  const listenerSpy = vi.spyOn(globalThis, 'addEventListener');
  startErrorReports(address);
  const { calls } = listenerSpy.mock;
  listenerSpy.mockRestore();
  // The page of the test is left: without that its listeners would stay.
  return () => {
    document.head.innerHTML = '';
    for (const call of calls) removeEventListener(...call);
  };
});

const readReports = () => send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

test.each([
  ['error', () => dispatchEvent(new ErrorEvent('error', { message: 'hana@example.com failed' }))],
  ['error', () => dispatchEvent(new Event('unhandledrejection'))],
  ['error', () => dispatchEvent(new CustomEvent('shown-error', { detail: 'page' }))],
  ['asset', () => dispatchEvent(new CustomEvent('shown-error', { detail: 'part' }))],
  [
    'asset',
    () =>
      document.head.appendChild(document.createElement('script')).dispatchEvent(new Event('error')),
  ],
  ['policy', () => dispatchEvent(new Event('securitypolicyviolation'))],
])(
  'a fault of the kind %s is reported with build and page, and with nothing else',
  (kind, cause) => {
    history.replaceState(null, '', '/applicant/activate/token-of-hana?email=hana@example.com');
    cause();
    expect(readReports()).toEqual([{ build: '5f5efbeb', page: 'activate', kind }]);
    expect(send).toHaveBeenCalledWith(
      address,
      expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
    );
  },
);

test('at most five faults of a visit are reported', () => {
  for (let count = 0; count < 9; count += 1) dispatchEvent(new Event('unhandledrejection'));
  expect(readReports()).toHaveLength(5);
});
