/** The backend itself: whether it is reached and speaks the contract where anybody may ask. */
import { createMockPages } from '../backend/mock-pages.ts';
import { openTarget, type Target } from '../backend/target.ts';
import { CliError, exitCodeOf, exitCodes } from '../process/exit.ts';
import { broken, type Found, type PartSettings, ready, type Tools } from './part.ts';

/** Opens the target for what is tried, and tries it first. @throws {CliError} (exit 2) when a secret of the connection is not there */
export async function openSetup(
  settings: PartSettings,
): Promise<{ target: Target; tools: Tools; backend: Found; isReached: boolean }> {
  const target = await openTarget(settings);
  const { origin, request, signal } = target;
  const { found, isReached } = await tryBackend(target, settings.target);
  const pages = createMockPages(origin, { request, timeoutMs: settings.timeoutMs });
  const outbox = '/_mock/outbox.json?to=nobody@example.com';
  const isMock = isReached
    ? await pages(outbox, { setting: 'mailbox', signal }).then(Array.isArray, () => false)
    : undefined;
  return { target, tools: { origin, isMock, signal }, backend: found, isReached };
}

async function tryBackend({ client, signal }: Target, address: string) {
  const name = address === 'mock' ? 'the embedded mock' : address;
  const started = performance.now();
  try {
    await client({}).contents.list();
    const ms = Math.round(performance.now() - started);
    return {
      found: ready(`${name} answers in ${ms} ms, and contents.list keeps the contract`),
      isReached: true,
    };
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    const { message } = error as Error;
    const isReached = exitCodeOf(error) !== exitCodes.notReached;
    const hint = isReached ? '. If your paths or names are others, run: admissions detect' : '';
    return { found: broken(`${message}${hint}`), isReached };
  }
}
