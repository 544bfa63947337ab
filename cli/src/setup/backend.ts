/** The backend itself: whether it is reached and speaks the contract where anybody may ask. */
import { readMessage } from '@one-planet/contract';
import { createMockPages } from '../backend/mock-pages.ts';
import { openTarget, type Target } from '../backend/target.ts';
import { CliError, exitCodeOf, exitCodes } from '../process/exit.ts';
import { cleanText } from '../report/evidence.ts';
import { knownSecrets } from '../report/known-secrets.ts';
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

/** What anybody may read is refused: something in front of the backend does so. */
function refused(
  { status, body }: { status: number; body: unknown },
  secrets: readonly string[],
): Found {
  const said = cleanText(readMessage(body) ?? '', knownSecrets(secrets));
  const words = said ? `: ${said.slice(0, 200)}` : '';
  return broken(
    `it refuses contents.list, which anybody may read (status ${status}${words}). If a gateway asks for a header or a password, give them in "connection"`,
  );
}

async function tryBackend({ client, signal, secrets }: Target, address: string) {
  const name = address === 'mock' ? 'the embedded mock' : address;
  const started = performance.now();
  try {
    const answer = await client({}).contents.list();
    if (answer.status !== 200) return { found: refused(answer, secrets), isReached: true };
    const ms = Math.round(performance.now() - started);
    return {
      found: ready(`${name} answers in ${ms} ms, and contents.list keeps the contract`),
      isReached: true,
    };
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    const message = cleanText((error as Error).message, knownSecrets(secrets));
    const isReached = exitCodeOf(error) !== exitCodes.notReached;
    const hint = isReached ? '. If your paths or names are others, run: admissions detect' : '';
    return { found: broken(`${message}${hint}`), isReached };
  }
}
