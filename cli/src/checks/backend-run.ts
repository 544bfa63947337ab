/** Opens a backend for checks, and runs them in an order that needs few applicants. */
import { randomBytes } from 'node:crypto';
import { activatesWithPassword } from '@one-planet/contract';
import { stages, usualMoveFrom } from '../applicant/stages.ts';
import { type CleanUp, type CreatedRecords, openAdapters } from '../backend/adapters.ts';
import { openTarget } from '../backend/target.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { People } from './applicant-walk.ts';
import {
  countAskedMails,
  renewingSessions,
  StepHistories,
  shortestSessionMs,
} from './applicants.ts';
import { ReferenceData } from './call-needs.ts';
import { catalogue } from './catalogue.ts';
import { type BackendCheck, CheckContext, type RunContext } from './check.ts';
import { type CheckRun, type RunOptions, runAll } from './engine.ts';
import { type ApiResponse, readStoredName } from './http-messages.ts';
import { IssuedSecrets, inspectorsOf, Observations } from './observations.ts';
import { block, skip } from './outcome.ts';
import { blockRepeatedRefusals } from './root-causes.ts';
import { createSender, FailureLog, rateLimiter } from './sender.ts';

type BackendRunOptions = RunOptions<CheckContext, BackendCheck>;

/**
 * Runs checks of a backend. Checks of one stage run together, so that few applicants serve them all.
 * @param concurrency how many run at the same time
 * @param onResult called for each check as it ends
 * @param isEnough if it returns true, the run ends after that result
 * @returns the results in the order of the checks in the catalogue
 */
export async function runChecks(
  checks: readonly BackendCheck[],
  runContext: RunContext,
  concurrency: number,
  onResult?: BackendRunOptions['onResult'],
  isEnough?: BackendRunOptions['isEnough'],
): Promise<CheckRun<BackendCheck>> {
  const run = await runAll<CheckContext, BackendCheck>(inOrder(checks), {
    concurrency,
    onResult,
    isEnough,
    openContext: ({ id }) => new CheckContext(id, runContext),
    beforeCheck: async (check, running) => {
      if (isVariationOfStep(check)) {
        // Variations of a step wait until its normal form was tried.
        const usualChecks = checks.filter(
          ({ stage, takesUsualStep }) => takesUsualStep && stage === check.stage,
        );
        await Promise.allSettled(usualChecks.map(({ id }) => running.get(id)));
      }
      const hasPasswordRequest = !activatesWithPassword(runContext.helpers.dialect);
      if (check.operation === 'applicants.createPassword' && !hasPasswordRequest) {
        throw skip('the dialect sets the password with the activation');
      }
      // A step that has failed in its normal form is not tried in variations.
      const step = check.stage && usualMoveFrom(check.stage);
      if (step && isVariationOfStep(check) && check.id.startsWith(`${step}/`)) {
        runContext.helpers.steps.refuse(step);
      }
    },
    findCheck: (id) =>
      catalogue.find((check) => check.id === id) ??
      catalogue.find((check) => check.id === id.replace(/\/.*/, '/answers')),
    readError: (error, { lastResponse }) => {
      const isOdd = error instanceof TypeError || error instanceof RangeError;
      if (!isOdd || !lastResponse) return error;
      // Only a response with an unexpected structure, or one nested too deeply, leads here. The operation's own check
      // reports it.
      return block(
        `${lastResponse.operation}/answers`,
        `an answer of another form (${error.message})`,
      );
    },
  });
  const results = blockRepeatedRefusals(run.results);
  const rank = new Map(checks.map((check, index) => [check, index]));
  results.sort((a, b) => (rank.get(a.check) ?? 0) - (rank.get(b.check) ?? 0));
  return { ...run, results };
}

/**
 * Orders checks: first those without an applicant, then stage by stage. In a stage, those that move the applicant on
 * come last, and among them the normal step comes first.
 */
function inOrder(checks: readonly BackendCheck[]): BackendCheck[] {
  const rankWithinStage = ({ movesApplicantOn, takesUsualStep }: BackendCheck) =>
    movesApplicantOn ? (takesUsualStep ? 1 : 2) : 0;
  const order = (check: BackendCheck) =>
    (check.stage ? stages.indexOf(check.stage) + 1 : 0) * 3 + rankWithinStage(check);
  return [...checks].sort((a, b) => order(a) - order(b));
}

function isVariationOfStep({
  movesApplicantOn = false,
  takesUsualStep = false,
}: BackendCheck): boolean {
  return movesApplicantOn && !takesUsualStep;
}

/* Opens a target for checks: its sender, its applicants, its helpers. */

interface CheckOptions {
  /** Requests per second; default: no limit. */
  rate?: number;
  /** How long one check may wait for an exam or a session to end, in seconds. */
  patience?: number;
  fuzz?: { runs: number; seed: number };
  onResponse?: (response: ApiResponse) => void;
  /** How old a token has to be before its session may have expired, in milliseconds. */
  shortestSessionMs?: number;
  onWaiting?: (line: string) => void;
}

/** How long a response may take before the backend counts as silent, in milliseconds. */
const responseLimitMs = 10_000;
const uploadLimitMs = 300_000;
/** The default of `--patience`, in seconds. */
const defaultPatienceSeconds = 20;

interface OpenRun {
  runContext: RunContext;
  cleanUp: CleanUp;
  leftovers: () => CreatedRecords;
  signal: AbortSignal;
  close: () => Promise<void>;
}

export async function openRun(settings: ResolvedSettings, options: CheckOptions): Promise<OpenRun> {
  const { rate, fuzz, onResponse, onWaiting } = options;
  const target = await openTarget(settings);
  const { origin, request, headers, secrets, signal } = target;
  const base = `${origin}/api`;
  const failureLog = new FailureLog();
  const issuedSecrets = new IssuedSecrets();
  const everybody = (): People['everybody'] => people.everybody;
  const inspectors = inspectorsOf(settings.dialect, everybody, issuedSecrets);
  const observations = new Observations(inspectors);
  const uploads: string[] = [];
  const sendOnce = createSender({
    base,
    dialect: settings.dialect,
    request,
    headers,
    signal,
    timeoutMs: settings.timeoutMs ?? responseLimitMs,
    uploadTimeoutMs: settings.timeoutMs ?? uploadLimitMs,
    waitForTurn: rateLimiter(rate, signal),
    failureLog,
    onResponse: (response) => {
      observations.add(response);
      issuedSecrets.see(response);
      countAskedMails(response, people.everybody);
      const name = response.operation === 'files.upload' ? readStoredName(response) : undefined;
      if (name !== undefined) uploads.push(name);
      onResponse?.(response);
    },
  });
  const shortestMs = options.shortestSessionMs ?? shortestSessionMs;
  const send = renewingSessions(sendOnce, everybody, shortestMs, (cause) =>
    observations.sessionEnds.add(cause),
  );
  const adaptersPromise = openAdapters(settings, target, onWaiting);
  const { mockPages, cleanUp, ...adapters } = await adaptersPromise.catch(async (error) => {
    await target.close();
    throw error;
  });
  const readyToken = async () => {
    const person = await people.lend('READY_TO_APPLY');
    people.giveBack(person);
    return person.token;
  };
  const helpers = {
    reference: new ReferenceData({ send, settings, mockPages, signal, readyToken }),
    send,
    dialect: settings.dialect,
    steps: new StepHistories(),
    ...adapters,
    signal,
  };
  const people: People = new People(helpers, emailAddresses(settings.email));
  const runContext = {
    settings,
    helpers,
    people,
    failureLog,
    observations,
    issuedSecrets,
    base,
    secrets,
    fuzz,
    maxWaitForEndMs: (options.patience ?? defaultPatienceSeconds) * 1000,
  };
  const close = async () => {
    await adapters.mailbox.close?.();
    await target.close();
  };
  const leftovers = () => ({
    applicants: people.everybody
      .filter(({ isRegistered }) => isRegistered)
      .map(({ email, id }) => ({ email, id })),
    uploads,
  });
  return { runContext, cleanUp, leftovers, signal, close };
}

/**
 * Makes the email addresses of a run. All have the same length, so that none is the beginning of another. They have no
 * plus sign, because a check of its own tries that.
 */
function emailAddresses(pattern = 'admissions-check-{run}@example.com') {
  const runId = randomBytes(4).toString('hex');
  return (number: number) =>
    pattern.replaceAll('{run}', `${runId}${String(number).padStart(4, '0')}`);
}
