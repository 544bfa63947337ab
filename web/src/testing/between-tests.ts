/** Around each test of the site in happy-dom: a new page in an empty browser. The files of a process share its modules. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { waitUntilIdle } from './network.ts';
import { unexpectedErrors } from './unexpected-errors.ts';

configure({
  // Long, because screens and rules are loaded when they are needed, and the machine may be busy.
  asyncUtilTimeout: 30_000,
  // Without React's `act`, which does not wait for a screen that a click loads.
  eventWrapper: (fire) => fire(),
  // Without the page's HTML: to print it at every poll of a wait takes longer than the test.
  getElementError: (message) => new Error(message ?? ''),
});

// happy-dom has what the site uses, except for indexedDB, without which the site has to work. It would load the page of
// an iframe, or report an error: here every iframe is empty.
const { happyDOM } = window as unknown as { happyDOM: { settings: HappyDomSettings } };
happyDOM.settings.enableIframePageLoading = true;
happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: async () => new Response('') };

interface HappyDomSettings {
  enableIframePageLoading: boolean;
  fetch: { interceptor: { beforeAsyncRequest(): Promise<Response> } | null };
}

/** A failed call as the site logs it (specification/website §8). */
const failedCallPattern = /^([a-z]\w*\.\w+: )?\w+Error( \d{3})?$/i;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    const line = args.join(' ');
    if (!failedCallPattern.test(line)) unexpectedErrors.push(line);
  });
  // The site's own host, with the device's clock, unless a test replaces it (host-clock.ts).
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(null, { headers: { date: new Date().toUTCString() } }),
  );
});

afterEach(async () => {
  cleanup();
  await waitUntilIdle();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
  expect(unexpectedErrors.splice(0)).toEqual([]);
});
