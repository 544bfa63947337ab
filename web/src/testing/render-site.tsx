/** Renders the whole site in a test, with the real screens, the real SDK, and the mock backend in this process. */
import { canonical } from '@one-planet/contract/wire';
import { type Backend, type BackendOptions, createBackend } from '@one-planet/mocks';
import type { ClientOptions } from '@one-planet/sdk';
import { render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, vi } from 'vitest';
import type { ZodTypeAny } from 'zod';
import shipped from '../../config.json' with { type: 'json' };
import { App, createSite } from '../app/app.tsx';
import { prepareScreen } from '../app/screens.ts';
import type { Site } from '../site/client.ts';
import { createClock } from '../site/clock.ts';
import type { Settings } from '../site/config.ts';
import { storeSession } from '../site/stored-session.ts';
import { Network } from './network.ts';

interface RenderOptions {
  /** The network to use; the site uses the dialect of its backend. */
  network?: Network;
  /** Bodies of responses with status 200, by the start of the path. */
  responses?: Readonly<Record<string, unknown>>;
  settings?: Partial<Settings>;
  /** Whether an applicant is logged in. */
  isLoggedIn?: boolean;
  strict?: boolean;
  /** The navigation state that the page before has passed on. */
  historyState?: unknown;
}

export interface RenderedSite {
  user: UserEvent;
  network: Network;
  site: Site;
  unmount: () => void;
}

let sharedBackend: Promise<Backend> | undefined;

/**
 * Starts a network with a backend. A test can set responses before it opens the site.
 * @param options options of a new backend; without them, all tests share one, and must not change its data
 */
export async function startNetwork(options?: BackendOptions): Promise<Network> {
  if (options) return new Network(await createBackend(options));
  sharedBackend ??= createBackend();
  return new Network(await sharedBackend);
}

/** Creates the site on a network, in the dialect of its backend, without rendering a page. */
export function createTestSite(
  network: Network,
  settings: Partial<Settings> = {},
  clientOptions: Partial<ClientOptions> = {},
): Site {
  // The SDK reports the progress of an upload by XMLHttpRequest, which would use a real network.
  vi.stubGlobal('XMLHttpRequest', undefined);
  const testClientOptions = { fetch: network.fetch, retry: { baseMs: 1 }, ...clientOptions };
  return createSite(
    { ...shipped, ...settings },
    network.backend.options.dialect,
    testClientOptions,
  );
}

/** A site without a page and a network, for what the device keeps before a page is opened. */
export const createSiteWithoutPage = (): Site => createSite(shipped, canonical);

/** Renders a page of the site as a browser does after loading its script. */
export async function renderSite(path: string, options: RenderOptions = {}): Promise<RenderedSite> {
  const { strict, isLoggedIn, responses = {}, historyState = null } = options;
  const network = options.network ?? (await startNetwork());
  for (const [pathPrefix, body] of Object.entries(responses))
    network.respond(pathPrefix, 200, body);
  history.replaceState(historyState, '', path);
  if (isLoggedIn) {
    const sessionUser = {
      id: 1,
      email: 'hana@example.com',
      firstName: 'HANA',
      middleName: 'TESFAYE',
    };
    storeSession(createClock(), sessionUser, 'abc.def');
  }
  const site = createTestSite(network, options.settings);
  await prepareScreen(location.pathname);
  const appElement = <App site={site} />;
  const { unmount } = render(strict ? <StrictMode>{appElement}</StrictMode> : appElement);
  return { user: userEvent.setup({ delay: null }), network, site, unmount };
}

/** Pastes a text into a field. If each key matters, use `user.type` instead. */
export async function fillField(
  user: UserEvent,
  label: string | RegExp,
  text: string,
): Promise<void> {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

/**
 * Submits a form, and then, if the rules accept it, confirms the answers to check.
 * @param buttonLabel the label of the form's button
 * @param sendLabel the label of the button below the answers
 */
export async function checkAndSend(
  user: UserEvent,
  buttonLabel: string,
  sendLabel: string,
): Promise<void> {
  const formButton = screen.queryByRole('button', { name: buttonLabel });
  if (formButton && !queryCheckHeading()) {
    await user.click(formButton);
    await waitFor(() => expect(queryCheckHeading() ?? queryErrorSummary()).not.toBeNull());
  }
  if (queryCheckHeading()) await user.click(screen.getByRole('button', { name: sendLabel }));
}

const queryErrorSummary = () => screen.queryByRole('region', { name: 'There is a problem' });
const queryCheckHeading = () => screen.queryByRole('heading', { name: 'Check your answers' });

/** Waits for the page's heading. */
export async function findHeading(text: string): Promise<HTMLElement> {
  return await screen.findByText(text, { selector: 'h1' });
}

/** @returns the title and the paragraphs of the dialog that is open */
export async function readDialogTexts(): Promise<(string | null)[]> {
  const dialog = await screen.findByRole('dialog');
  // The code of a failed call, and the note that the service is down, have tests of their own.
  return [...dialog.querySelectorAll('h2, p')]
    .filter((element) => !element.closest('.call-code, .notice'))
    .map(({ textContent }) => textContent);
}

export async function closeDialog(user: UserEvent): Promise<void> {
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
}

/** @returns the messages of a form that was left empty, in the order of its rules, which is that of the page */
export const messagesWhenEmpty = (rules: ZodTypeAny): readonly string[] =>
  rules.safeParse({}).error?.issues.map(({ message }) => message) ?? [];

/** @returns the messages of the error summary, in order */
export async function readErrorMessages(): Promise<(string | null)[]> {
  const inErrorSummary = within(await screen.findByRole('region', { name: 'There is a problem' }));
  return inErrorSummary.getAllByRole('link').map(({ textContent }) => textContent);
}
