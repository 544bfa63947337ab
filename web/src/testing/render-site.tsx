/** The whole site in a test: real screens, the real SDK, and the mock backend in this process. */
import { canonical, type Dialect } from '@one-planet/contract/wire';
import { type Backend, createBackend } from '@one-planet/mocks';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import shipped from '../../config.json' with { type: 'json' };
import { App } from '../app.tsx';
import { parseSettings, type Settings } from '../config.ts';
import { findRoute } from '../routes.ts';
import { createSite } from '../state/create-site.ts';
import { storeSession } from '../state/session.ts';
import type { Site } from '../state/site.ts';
import { Network } from './network.ts';

// Screens are loaded when they are opened; the first one brings the validation library with it.
configure({ asyncUtilTimeout: 5_000 });

interface RenderOptions {
  /** Default: a fresh one. */
  backend?: Backend;
  network?: Network;
  dialect?: Dialect;
  settings?: Partial<Settings>;
  /** Somebody is logged in already. */
  loggedIn?: boolean;
  strict?: boolean;
  /** What a page before left behind for this one. */
  historyState?: unknown;
}

export interface RenderedSite {
  user: UserEvent;
  backend: Backend;
  network: Network;
  site: Site;
  unmount: () => void;
}

/** What the console was told that is no failed call; a test that provokes some empties it. */
export const complaints: string[] = [];

/** A failed call as the site logs it (website specification, section 8). */
const failedCall = /^[a-z]\w*\.\w+: \w+Error( \d{3})?$/i;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...told: unknown[]) => {
    const line = told.join(' ');
    if (!failedCall.test(line)) complaints.push(line);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  expect(complaints.splice(0)).toEqual([]);
});

/** A network with a backend behind it; its answers can be changed before the site asks. */
export async function startNetwork(...options: Parameters<typeof createBackend>): Promise<Network> {
  return new Network(await createBackend(...options));
}

/** Opens a page of the site as a browser does that has loaded its script. */
export async function renderSite(
  path: string,
  options: RenderOptions = {},
): Promise<RenderedSite> {
  const { dialect = canonical, strict, loggedIn, historyState = null } = options;
  const backend = options.backend ?? options.network?.backend ?? (await createBackend({ dialect }));
  const network = options.network ?? new Network(backend);
  const settings = parseSettings({ ...shipped, ...options.settings });
  history.replaceState(historyState, '', path);
  if (loggedIn) {
    const user = { id: 1, email: 'hana@example.com', firstName: 'HANA', middleName: 'TESFAYE' };
    storeSession(user, 'abc.def');
  }
  const site = createSite(settings, dialect, { fetch: network.fetch, retry: { baseMs: 1 } });
  await findRoute(location.pathname)
    .route.screen.load()
    .catch(() => {});
  const app = <App site={site} />;
  const { unmount } = render(strict ? <StrictMode>{app}</StrictMode> : app);
  return { user: userEvent.setup(), backend, network, site, unmount };
}

/** Waits for the page's heading. */
export async function heading(text: string): Promise<HTMLElement> {
  return await screen.findByRole('heading', { level: 1, name: text });
}
