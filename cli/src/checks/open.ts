/** Opens a target for checks: its sender, its applicants, its helpers. */

import { randomBytes } from 'node:crypto';
import type { CleanUp, Leftovers } from '../adapters/clean-up/index.ts';
import { openAdapters } from '../adapters/open.ts';
import { openTarget } from '../backend/target.ts';
import type { ResolvedSettings } from '../config/load.ts';
import type { RunContext } from './context.ts';
import { extraInspector, readableInspector, traceInspector } from './passive/forms.ts';
import { IssuedSecrets } from './passive/issued-secrets.ts';
import { othersInspector, secretsInspector } from './passive/leaks.ts';
import { Observations } from './passive/observations.ts';
import { sharedCacheInspector } from './passive/shared-caches.ts';
import { toleratedInspector } from './passive/tolerated.ts';
import { countAskedMails } from './people/asked-mails.ts';
import { People } from './people/people.ts';
import { renewingSessions, shortestSessionMs } from './people/renew-session.ts';
import { Steps } from './people/steps.ts';
import { ReferenceData } from './reference-data.ts';
import { FailureLog } from './wire/failure-log.ts';
import { type Reply, readStoredName } from './wire/reply.ts';
import { createSender, rateLimiter } from './wire/sender.ts';

export interface CheckOptions {
  /** Requests per second; default: no limit. */
  rate?: number | undefined;
  /** How long one check may wait for something to end, in seconds. */
  patience?: number | undefined;
  fuzz?: { runs: number; seed: number } | undefined;
  /** Called for every answer. */
  onReply?: ((reply: Reply) => void) | undefined;
  /** A session may end after this time, in milliseconds. */
  shortestSessionMs?: number | undefined;
  /** Called with a line about waiting for a mail or for staff. */
  onWaiting?: ((line: string) => void) | undefined;
}

/** How long an answer may take before the backend counts as silent, in milliseconds. */
const patienceMs = 10_000;
const uploadPatienceMs = 300_000;
/** Of a check that waits for an exam or a session to end, in seconds. */
const defaultPatience = 20;

/** A target that is ready for checks. */
export interface OpenRun {
  runContext: RunContext;
  cleanUp: CleanUp;
  /** What the checks created so far. */
  leftovers: () => Leftovers;
  signal: AbortSignal;
  close: () => Promise<void>;
}

export async function openRun(settings: ResolvedSettings, options: CheckOptions): Promise<OpenRun> {
  const { rate, fuzz, onReply, onWaiting: tell } = options;
  const target = await openTarget(settings);
  const { origin, request, headers, secrets, signal } = target;
  const base = `${origin}/api`;
  const failureLog = new FailureLog();
  const issuedSecrets = new IssuedSecrets();
  const observations: Observations = new Observations([
    secretsInspector(() => people),
    othersInspector(() => people, issuedSecrets),
    readableInspector,
    traceInspector,
    extraInspector,
    toleratedInspector,
    sharedCacheInspector,
  ]);
  const uploads: string[] = [];
  const sendOnce = createSender({
    base,
    dialect: settings.dialect,
    request,
    headers,
    signal,
    timeoutMs: settings.timeoutMs ?? patienceMs,
    uploadTimeoutMs: settings.timeoutMs ?? uploadPatienceMs,
    pace: rateLimiter(rate, signal),
    failureLog,
    onReply: (reply) => {
      observations.see(reply);
      issuedSecrets.see(reply);
      countAskedMails(reply, people.all);
      const name = reply.operation === 'files.upload' ? readStoredName(reply) : undefined;
      if (name !== undefined) uploads.push(name);
      onReply?.(reply);
    },
  });
  const send = renewingSessions(
    sendOnce,
    () => people.all,
    options.shortestSessionMs ?? shortestSessionMs,
  );
  const { mockPages, mailbox, staff, cleanUp } = await openAdapters(settings, target, tell).catch(
    async (error) => {
      await target.close();
      throw error;
    },
  );
  const reference = new ReferenceData(send, settings, mockPages, signal);
  const helpers = {
    reference,
    send,
    dialect: settings.dialect,
    steps: new Steps(),
    mailbox,
    staff,
    signal,
    siteOrigin: settings.siteOrigin,
  };
  const people: People = new People(helpers, addresses(settings.email));
  const runContext = {
    settings,
    helpers,
    people,
    reference,
    failureLog,
    observations,
    issuedSecrets,
    base,
    secrets,
    fuzz,
    patienceMs: (options.patience ?? defaultPatience) * 1000,
  };
  const close = async () => {
    await mailbox.close?.();
    await target.close();
  };
  const leftovers = () => ({
    applicants: people.all
      .filter(({ isRegistered }) => isRegistered)
      .map(({ email, id }) => ({ email, id })),
    uploads,
  });
  return { runContext, cleanUp, leftovers, signal, close };
}

/** Of one length, so that none is the beginning of another. No plus sign: a check of its own tries that. */
function addresses(pattern = 'admissions-check-{run}@example.com') {
  const run = randomBytes(4).toString('hex');
  return (number: number) =>
    pattern.replaceAll('{run}', `${run}${String(number).padStart(4, '0')}`);
}
