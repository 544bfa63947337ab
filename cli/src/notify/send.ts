import { openPage } from '../backend/open-page.ts';
import { createTransport } from '../backend/transport.ts';
import type { Entry } from '../history/entry.ts';
import { CliError } from '../process/exit.ts';
import { addressEnv, webhookAddress } from './address.ts';
import { messageFor } from './message.ts';
import type { NotifySettings } from './settings.ts';

const timeoutMs = 15_000;

/**
 * Tells of a verdict.
 * @param before the last run whose verdict was told
 * @param signal gives up
 * @throws {CliError} (exit 2) when the address is not where the settings say, or refuses; (exit 3) when it is not
 * reached, (exit 130) when it was given up
 */
export async function notify(
  settings: Exclude<NotifySettings, { use: 'none' }>,
  entry: Entry,
  before: Entry | undefined,
  signal: AbortSignal,
): Promise<void> {
  const what = `the webhook of ${addressEnv(settings)}`;
  const address = webhookAddress(settings);
  const { request, close } = createTransport();
  try {
    const { status } = await openPage({ request, timeoutMs }, address, {
      what,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messageFor(settings, entry, before)),
    });
    if (status >= 300) throw new CliError(`${what} answered ${status}`);
  } finally {
    await close();
  }
}
