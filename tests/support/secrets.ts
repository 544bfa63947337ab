/** Where the secrets of a page's traffic are left: in the entries of its history, in its addresses and in storage. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fieldsOf, tryParseJson } from '../../cli/src/core/json.ts';

/** The names of fields with secrets, in requests and in responses. */
const secretFieldPattern = /^(token|passwords?|confirmPassword)$/i;

/**
 * Follows a page that has not loaded anything yet.
 * @returns a function that fails if a secret is anywhere but in the session storage of somebody who is logged in
 */
export async function watchSecrets(page: Page): Promise<() => Promise<void>> {
  const secrets = new Set<string>();
  const historyStates = new Map<string, string>();
  const addresses: string[] = [];
  const collectSecrets = (text: string | null) => {
    for (const [name, value] of Object.entries(fieldsOf(tryParseJson(text ?? ''))))
      if (secretFieldPattern.test(name) && value) secrets.add(String(value));
  };
  page.on('request', (request) => collectSecrets(request.postData()));
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'fetch')
      collectSecrets(await response.text().catch(() => null));
  });
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.exposeFunction('noteHistoryState', (key: string, state: string) =>
    historyStates.set(key, state),
  );
  await page.addInitScript(noteHistoryStates);
  return async () => {
    expect(secrets.size).toBeGreaterThan(0);
    const stored = await page.evaluate(() => {
      const { token: _bearerToken, ...tabStorage } = { ...sessionStorage };
      return JSON.stringify([{ ...localStorage }, tabStorage, document.cookie]);
    });
    const places = { history: [...historyStates.values()].join(), stored, addresses };
    for (const [place, content] of Object.entries(places)) {
      for (const secret of secrets) expect(String(content), place).not.toContain(secret);
    }
  };
}

/** Runs in the page. An entry keeps the state that it had last, whichever document it belongs to. */
function noteHistoryStates(): void {
  const { navigation } = window as { navigation?: { currentEntry?: { key: string } } };
  const { noteHistoryState } = window as unknown as {
    noteHistoryState: (key: string, state: string) => void;
  };
  const note = () =>
    noteHistoryState(navigation?.currentEntry?.key ?? location.href, JSON.stringify(history.state));
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    history[name] = (state: unknown, title: string, address?: string | URL | null) => {
      change(state, title, address);
      note();
    };
  }
}
