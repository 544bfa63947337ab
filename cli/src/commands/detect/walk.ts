/** `--register`: registers one applicant and walks her as far as it takes to learn what no harmless request tells. */
import { canonical, type Dialect, withReading } from '@one-planet/contract';
import { openRun } from '../../checks/open.ts';
import { Blocked, Ended, Skipped, Waiting } from '../../checks/outcome.ts';
import type { Person } from '../../checks/people/person.ts';
import { describeReply, type Reply } from '../../checks/wire/reply.ts';
import type { ResolvedSettings } from '../../config/load.ts';
import { CliError, type ExitCode, exitCodes } from '../../process/exit.ts';
import { cleanText } from '../../report/evidence.ts';
import { knownSecrets } from '../../report/known-secrets.ts';
import type { Entries } from './entries.ts';
import type { Prober } from './prober.ts';
import { learnAccount } from './walk-account.ts';
import { Stuck, type Walk } from './walk-context.ts';
import { learnPayments } from './walk-payments.ts';
import { learnRegistration } from './walk-registration.ts';

export interface Created {
  /** The address of the applicant, if she was registered. */
  applicant: string | undefined;
  uploads: number;
  payments: number;
  requests: number;
  /** Not 0 when the backend went away, or somebody interrupted. */
  exitCode: ExitCode;
}

/** @param settings with the backend's address as `target` */
export async function learnByRegistering(
  settings: ResolvedSettings,
  prober: Prober,
  entries: Entries,
  tell: (line: string) => void,
): Promise<Created> {
  const dialect: Dialect = { ...canonical };
  const created: Created = {
    applicant: undefined,
    uploads: 0,
    payments: 0,
    requests: 0,
    exitCode: exitCodes.done,
  };
  const { runContext, close } = await openRun(
    { ...settings, dialect },
    { onReply: (reply) => count(reply, created), onWaiting: tell },
  );
  const { people, helpers, secrets } = runContext;
  const person = people.draft();
  const walk: Walk = {
    person,
    helpers,
    prober,
    entries,
    use: (setting, reading) => Object.assign(dialect, withReading(dialect, setting, reading)),
    said: (reply) => cleanText(describeReply(reply), secretsOf(person, secrets)),
  };
  try {
    for (const { setting, reading } of entries.list()) {
      if (reading !== undefined) walk.use(setting, reading);
      entries.unknown(setting, 'her walk ended before it was known');
    }
    // Before anybody is registered for nothing.
    await helpers.mailbox.seen(person.email, helpers.signal);
    await learnRegistration(walk);
    await learnAccount(walk);
    await learnPayments(walk);
  } catch (error) {
    if (!isEnd(error)) throw error;
    if (error instanceof Ended || error instanceof CliError) created.exitCode = error.exitCode;
    const why = cleanText(error.message, secretsOf(person, secrets));
    const what = howFar(person, error);
    entries.warnings.push(`${what}: ${why}`);
  } finally {
    await close();
  }
  if (person.isRegistered) created.applicant = person.email;
  return created;
}

/** Everything else is a bug of ours. */
function isEnd(error: unknown): error is Error {
  return [Stuck, Blocked, Skipped, Waiting, Ended, CliError].some((kind) => error instanceof kind);
}

/** A registration without an answer, or with a 5xx, may have taken effect. */
function howFar({ isRegistered, email }: Person, error: Error): string {
  if (isRegistered) return "The applicant's walk ended early";
  const isOpen = error instanceof Blocked || error instanceof Ended;
  return isOpen ? `It is not known whether ${email} was registered` : 'Nobody was registered';
}

function count({ operation, status }: Reply, created: Created): void {
  created.requests += 1;
  if (status >= 300) return;
  if (operation === 'files.upload') created.uploads += 1;
  if (operation === 'payments.makeOffline' || operation === 'payments.payOnline')
    created.payments += 1;
}

/** @param others what the connection's settings hold */
function secretsOf(
  { password, token, activationToken, passwordToken }: Person,
  others: readonly string[],
): string[] {
  return knownSecrets([...others, password, token, activationToken, passwordToken]);
}
