/** Opens a backend for checks, and runs them in an order that needs few applicants. */
import { randomBytes } from 'node:crypto';
import { activatesWithPassword } from '@one-planet/contract';
import { stages, usualMoveFrom } from '../applicant/stages.ts';
import { type CleanUp, type CreatedRecords, openAdapters } from '../backend/adapters.ts';
import { openTarget } from '../backend/target.ts';
import { type CheckRun, type RunOptions, runAll } from '../checks/engine.ts';
import { makeSkip } from '../checks/outcome.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { People } from './applicant-walk.ts';
import { countAskedMails, StepHistories, withSessionRenewal } from './applicants.ts';
import { blameForCrash, blockRepeatedRefusals } from './blame.ts';
import { ReferenceData } from './call-needs.ts';
import { catalogue } from './catalogue.ts';
import { type BackendCheck, CheckContext, type RunContext } from './check.ts';
import { type ApiResponse, readStoredFileName } from './http-messages.ts';
import { IssuedSecrets } from './leaks.ts';
import { createInspectors, Observations } from './observations.ts';
import { createRateLimiter, createSender, FailureLog } from './sender.ts';

type BackendRunOptions = RunOptions<CheckContext, BackendCheck>;

/**
 * Runs checks of a backend. Checks of one stage run together, so that few applicants serve them all.
 * @param concurrency how many run at the same time
 * @param onResult called for each check as it ends
 * @param endsRun if it returns true, the run ends after that result
 * @returns the results in the order of the checks in the catalogue
 */
export async function runChecks(
  checks: readonly BackendCheck[],
  runContext: RunContext,
  concurrency: number,
  onResult?: BackendRunOptions['onResult'],
  endsRun?: BackendRunOptions['endsRun'],
): Promise<CheckRun<BackendCheck>> {
  const checkRun = await runAll<CheckContext, BackendCheck>(sortChecks(checks), {
    concurrency,
    onResult,
    endsRun,
    openContext: ({ id }) => new CheckContext(id, runContext),
    beforeCheck: async (check, running) => {
      if (isVariationOfStep(check)) {
        // Variations of a step wait until its normal form was tried.
        const usualStepChecks = checks.filter(
          ({ stage, takesUsualStep }) => takesUsualStep && stage === check.stage,
        );
        await Promise.allSettled(usualStepChecks.map(({ id }) => running.get(id)));
      }
      const hasPasswordRequest = !activatesWithPassword(runContext.helpers.dialect);
      if (check.operation === 'applicants.createPassword' && !hasPasswordRequest) {
        throw makeSkip('the dialect sets the password with the activation');
      }
      // A step that has failed in its normal form is not tried in variations.
      const usualMove = check.stage && usualMoveFrom(check.stage);
      if (usualMove && isVariationOfStep(check) && check.id.startsWith(`${usualMove}/`)) {
        runContext.helpers.stepHistories.refuseFailingStep(usualMove);
      }
    },
    findCheck: (checkId) => catalogue.find(({ id }) => id === checkId),
    readError: blameForCrash,
  });
  const results = blockRepeatedRefusals(checkRun.results);
  const ranksByCheck = new Map(checks.map((check, index) => [check, index]));
  results.sort((a, b) => (ranksByCheck.get(a.check) ?? 0) - (ranksByCheck.get(b.check) ?? 0));
  return { ...checkRun, results };
}

/**
 * Orders checks: first those without an applicant, then stage by stage. In a stage, those that move the applicant on
 * come last, and among them the normal step comes first.
 */
function sortChecks(checks: readonly BackendCheck[]): BackendCheck[] {
  const computeRankWithinStage = ({ movesApplicantOn, takesUsualStep }: BackendCheck) =>
    movesApplicantOn ? (takesUsualStep ? 1 : 2) : 0;
  const computeRank = (check: BackendCheck) =>
    (check.stage ? stages.indexOf(check.stage) + 1 : 0) * 3 + computeRankWithinStage(check);
  return [...checks].sort((a, b) => computeRank(a) - computeRank(b));
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
  maxRequestsPerSecond?: number;
  /** How long one check may wait for an exam or a session to end, in seconds. */
  maxWaitSeconds?: number;
  fuzz?: { runs: number; seed: number };
  onResponse?: (response: ApiResponse) => void;
  onWaiting?: (line: string) => void;
}

/** How long a response may take before the backend counts as silent, in milliseconds. */
const responseTimeLimitMs = 10_000;
const uploadTimeLimitMs = 300_000;
/** The default of `--patience`, in seconds. */
const defaultPatienceSeconds = 20;

interface OpenRun {
  runContext: RunContext;
  cleanUp: CleanUp;
  listCreatedRecords: () => CreatedRecords;
  signal: AbortSignal;
  close: () => Promise<void>;
}

export async function openRun(settings: ResolvedSettings, options: CheckOptions): Promise<OpenRun> {
  const { maxRequestsPerSecond, fuzz, onResponse, onWaiting } = options;
  const target = await openTarget(settings);
  const { origin, request, makeHeaders: makeRunHeaders, signal } = target;
  const baseUrl = `${origin}/api`;
  const failureLog = new FailureLog();
  const issuedSecrets = new IssuedSecrets();
  const listEverybody = (): People['everybody'] => people.everybody;
  const inspectors = createInspectors(settings.dialect, listEverybody, issuedSecrets);
  const observations = new Observations(inspectors);
  const uploads: string[] = [];
  const sendWithoutRenewal = createSender({
    baseUrl,
    dialect: settings.dialect,
    request,
    makeRunHeaders,
    signal,
    timeoutMs: settings.timeoutMs ?? responseTimeLimitMs,
    uploadTimeoutMs: settings.timeoutMs ?? uploadTimeLimitMs,
    waitForTurn: createRateLimiter(maxRequestsPerSecond, signal),
    failureLog,
    describeSubstitute: () => target.responses.describeSubstitute(),
    onResponse: (response) => {
      target.responses.noteResponse(response.exchange);
      observations.addResponse(response);
      issuedSecrets.noteSecrets(response);
      countAskedMails(response, people.everybody);
      const storedFileName =
        response.operation === 'files.upload' ? readStoredFileName(response) : undefined;
      if (storedFileName !== undefined) uploads.push(storedFileName);
      onResponse?.(response);
    },
  });
  const { sessionMinutes } = settings;
  const sessionMs = sessionMinutes === undefined ? undefined : sessionMinutes * 60_000;
  const send = withSessionRenewal(sendWithoutRenewal, listEverybody, sessionMs, (cause) =>
    observations.sessionEnds.add(cause),
  );
  const adaptersPromise = openAdapters(settings, target, onWaiting);
  const { requestMockPage, cleanUp, ...adapters } = await adaptersPromise.catch(async (error) => {
    await target.close();
    throw error;
  });
  const findReadyToken = async () => {
    const person = await people.lendPerson('READY_TO_APPLY');
    people.takeBack(person);
    return person.token;
  };
  const helpers = {
    referenceData: new ReferenceData({ send, settings, requestMockPage, signal, findReadyToken }),
    send,
    dialect: settings.dialect,
    stepHistories: new StepHistories(),
    ...adapters,
    signal,
  };
  const people: People = new People(helpers, makeEmailMaker(settings.email));
  const runContext = {
    settings,
    helpers,
    people,
    failureLog,
    observations,
    issuedSecrets,
    baseUrl,
    fuzz,
    maxWaitForEndMs: (options.maxWaitSeconds ?? defaultPatienceSeconds) * 1000,
  };
  const close = async () => {
    await adapters.mailbox.close?.();
    await target.close();
  };
  const listCreatedRecords = () => ({
    applicants: people.everybody
      .filter(({ isRegistered }) => isRegistered)
      .map(({ email, id }) => ({ email, id })),
    uploads,
  });
  return { runContext, cleanUp, listCreatedRecords, signal, close };
}

/**
 * Makes the email addresses of a run. All have the same length, so that none is the beginning of another. They have no
 * plus sign, because a check of its own tries that.
 */
function makeEmailMaker(pattern = 'admissions-check-{run}@example.com') {
  const runId = randomBytes(4).toString('hex');
  return (personNumber: number) =>
    pattern.replaceAll('{run}', `${runId}${String(personNumber).padStart(4, '0')}`);
}
