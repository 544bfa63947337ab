/** The whole site in a test: real screens, the real SDK, and the mock backend in this process. */
import { type Backend, type BackendOptions, createBackend } from '@one-planet/mocks';
import type { ClientOptions } from '@one-planet/sdk';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import shipped from '../../config.json' with { type: 'json' };
import { App, createSite } from '../app/app.tsx';
import { prepareScreen } from '../app/screens.ts';
import type { Site } from '../site/client.ts';
import type { Settings } from '../site/config.ts';
import { storeSession } from '../site/stored-session.ts';
import { Network, quiet } from './network.ts';

configure({
  // Screens and rules are loaded when they are needed, and a busy machine may take its time.
  asyncUtilTimeout: 30_000,
  // React's `act`, which events are wrapped in otherwise, forgets a screen that is loaded by a click.
  eventWrapper: (fire) => fire(),
  // The whole page as text, written anew with every look of a wait, takes longer than the test.
  getElementError: (message) => new Error(message ?? ''),
});
vi.setConfig({ testTimeout: 60_000 });

// happy-dom has what the site uses, but for indexedDB, without which the site must do. It would load a frame's
// page, or complain: here every frame is empty.
const { happyDOM } = window as unknown as { happyDOM: { settings: HappyDomSettings } };
happyDOM.settings.enableIframePageLoading = true;
happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: async () => new Response('') };

interface HappyDomSettings {
  enableIframePageLoading: boolean;
  fetch: { interceptor: { beforeAsyncRequest(): Promise<Response> } | null };
}

interface RenderOptions {
  /** The site speaks its backend's dialect. */
  network?: Network;
  /** What the backend answers with a 200, by how the paths begin. */
  answers?: Readonly<Record<string, unknown>>;
  settings?: Partial<Settings>;
  /** Somebody is logged in already. */
  loggedIn?: boolean;
  strict?: boolean;
  /** The history state that a page before left for this one. */
  historyState?: unknown;
}

export interface RenderedSite {
  user: UserEvent;
  network: Network;
  site: Site;
  unmount: () => void;
}

/** The errors in the console that are no failed calls; a test that provokes some empties it. */
export const complaints: string[] = [];

/** A failed call as the site logs it (website specification, section 8). */
const failedCall = /^([a-z]\w*\.\w+: )?\w+Error( \d{3})?$/i;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    const line = args.join(' ');
    if (!failedCall.test(line)) complaints.push(line);
  });
  // The site's own host: its clock is the device's, unless a test has another one (host-clock.ts).
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(null, { headers: { date: new Date().toUTCString() } }),
  );
});

afterEach(async () => {
  cleanup();
  await quiet();
  vi.restoreAllMocks();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  expect(complaints.splice(0)).toEqual([]);
});

let unchanged: Promise<Backend> | undefined;

/**
 * A network with a backend behind it; its answers can be changed before the site asks.
 * @param options of a fresh backend; without them it is the one for all tests of a file that change nothing in it
 */
export async function startNetwork(options?: BackendOptions): Promise<Network> {
  if (options) return new Network(await createBackend(options));
  unchanged ??= createBackend();
  return new Network(await unchanged);
}

/** The site in front of a network, in its backend's dialect, without a page. */
export function siteOn(
  network: Network,
  settings: Partial<Settings> = {},
  client: Partial<ClientOptions> = {},
): Site {
  const options = { fetch: network.fetch, retry: { baseMs: 1 }, ...client };
  return createSite({ ...shipped, ...settings }, network.backend.options.dialect, options);
}

/** Opens a page of the site as a browser does that has loaded its script. */
export async function renderSite(path: string, options: RenderOptions = {}): Promise<RenderedSite> {
  const { strict, loggedIn, answers = {}, historyState = null } = options;
  const network = options.network ?? (await startNetwork());
  for (const [beginning, body] of Object.entries(answers)) network.answer(beginning, 200, body);
  history.replaceState(historyState, '', path);
  if (loggedIn) {
    const user = { id: 1, email: 'hana@example.com', firstName: 'HANA', middleName: 'TESFAYE' };
    storeSession(user, 'abc.def');
  }
  const site = siteOn(network, options.settings);
  await prepareScreen(location.pathname);
  const app = <App site={site} />;
  const { unmount } = render(strict ? <StrictMode>{app}</StrictMode> : app);
  return { user: userEvent.setup({ delay: null }), network, site, unmount };
}

/** Puts a text into a field at once; where each key matters, `user.type` presses them one by one. */
export async function fill(user: UserEvent, label: string | RegExp, text: string): Promise<void> {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

/**
 * Presses a form's button, and below the answers to check, if the rules let it come to that, the one that sends them.
 * @param next the form's button
 * @param send the button below the answers
 */
export async function sendChecked(user: UserEvent, next: string, send: string): Promise<void> {
  const form = screen.queryByRole('button', { name: next });
  if (form && !checking()) {
    await user.click(form);
    await waitFor(() => expect(checking() ?? summary()).not.toBeNull());
  }
  if (checking()) await user.click(screen.getByRole('button', { name: send }));
}

const summary = () => screen.queryByRole('region', { name: 'There is a problem' });
const checking = () => screen.queryByRole('heading', { name: 'Check your answers' });

/** Waits for the page's heading. */
export async function heading(text: string): Promise<HTMLElement> {
  return await screen.findByText(text, { selector: 'h1' });
}

/** @returns the title and the paragraphs of the dialog that is open */
export async function dialogTexts(): Promise<(string | null)[]> {
  const dialog = await screen.findByRole('dialog');
  return [...dialog.querySelectorAll('h2, p')].map(({ textContent }) => textContent);
}

export async function closeDialog(user: UserEvent): Promise<void> {
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
}

/** @returns the messages of the error summary, in order */
export async function messages(): Promise<(string | null)[]> {
  const problems = within(await screen.findByRole('region', { name: 'There is a problem' }));
  return problems.getAllByRole('link').map(({ textContent }) => textContent);
}
