/**
 * The context of one journey: the applicant, what the journey has learnt about her, how it sends calls and how it
 * fails.
 */
import { randomBytes } from 'node:crypto';
import {
  type ApplicantInput,
  activatesWithPassword,
  applicantExamples,
  findOperation,
  listBodyIssues,
  type OperationName,
  readMessage,
  type SuccessStatus,
} from '@one-planet/contract';
import { AdmissionsError, type Client, type Exchange, UsageError } from '@one-planet/sdk';
import { type ZodTypeAny, z } from 'zod';
import { type Adapters, openAdapters } from '../backend/adapters.ts';
import { NotConfiguredError } from '../backend/page-requests.ts';
import { openTarget, type Target } from '../backend/target.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import {
  AdapterError,
  CliError,
  describeProgramError,
  type ExitCode,
  exitCodeOf,
  exitCodes,
  unwrapError,
} from '../core/exit.ts';
import { tryParseJson } from '../core/json.ts';
import { runSecrets } from '../core/secrets.ts';
import { makeRandomText } from '../core/text.ts';
import { cutExchange } from '../report/evidence.ts';
import { type Applicant, readFacts } from './applicant.ts';
import { findClientFunction, makeValidCall, type ResultOf } from './valid-calls.ts';

/** What the journey has learnt so far; each step reads what earlier ones stored. Plain data. */
interface Memory extends SavedMemory {
  /** Authorises her first password; it works once. */
  passwordToken?: string;
  token?: string;
}

const idSchema = z.union([z.string(), z.number()]);

/** The part of the memory without secrets, which the file of `--save` holds. */
export const savedMemorySchema = z.object({
  /** When the registration was sent, in milliseconds since 1970. */
  registeredAt: z.number().optional(),
  id: idSchema.optional(),
  /** An exam that was started and perhaps not submitted yet, with the answers to submit. */
  exam: z
    .object({
      id: idSchema,
      results: z.string(),
      questions: z.number(),
      /** In milliseconds since 1970. */
      endsAt: z.number(),
    })
    .optional(),
  examPassed: z.boolean().optional(),
  payment: z
    .object({
      code: z.string(),
      amount: z.number(),
      description: z.string(),
      banks: z
        .array(
          z.object({ id: idSchema, bank: z.string(), account: z.string(), status: z.string() }),
        )
        .readonly(),
    })
    .optional(),
  program: z.string().optional(),
  /** Whether staff have yet to reject her first payment; only set where the settings ask for a rejection. */
  rejectFirst: z.boolean().optional(),
});
type SavedMemory = z.infer<typeof savedMemorySchema>;
export type StartedExam = NonNullable<SavedMemory['exam']>;

export interface JourneyContext extends Adapters {
  settings: ResolvedSettings;
  client: Client;
  signal: AbortSignal;
  applicant: ApplicantInput;
  /** An address that is used in this run only. */
  email: string;
  memory: Readonly<Memory>;
  /** Adds facts to the memory. With `--save` it also writes the run file, so that a kill loses nothing (saved-journey.ts). */
  remember: (learntFacts: Partial<Memory>) => void;
  /** True when an earlier run may already have done the current step, but was stopped before it saw the result. */
  isRepeatedStep: boolean;
  showWaiting: (line: string) => void;
  /** See `TargetResponses`. */
  describeSubstitute: () => Promise<string | undefined>;
  uploads: string[];
  /** Every attempt of the current step, in order. */
  exchanges: Exchange[];
}

export interface OpenJourneys extends Pick<Target, 'signal' | 'interrupt' | 'close'> {
  /** Makes the context of a new applicant, or of one that an earlier run saved. */
  createContext: (applicantOptions?: ApplicantOptions) => JourneyContext;
}

interface ApplicantOptions {
  savedJourney?: { email: string; memory: SavedMemory };
  /** Whether responses to her calls are validated against the schemas; default: true. */
  shouldValidateResponses?: boolean;
}

/**
 * Connects to the backend for any number of journeys. Every applicant gets an address and a client of her own; they
 * share the mailbox and the staff adapter.
 * @throws {CliError} (exit 2) when an adapter's password is not where the settings say
 */
export async function openJourneys(
  settings: ResolvedSettings,
  showLine: (line: string) => void = () => {},
): Promise<OpenJourneys> {
  const target = await openTarget(settings);
  try {
    const adapters = await openAdapters(settings, target, showLine);
    const runId = randomBytes(5).toString('hex');
    // Where the settings have no pattern, the address of the applicant's file gets a tag that makes it unique.
    const emailTemplate =
      settings.email ?? settings.applicant.register.email.replace('@', '+{run}@');
    let count = 0;
    return {
      signal: target.signal,
      interrupt: target.interrupt,
      close: async () => {
        await adapters.mailbox.close?.();
        await target.close();
      },
      createContext: ({ savedJourney, shouldValidateResponses = true } = {}) => {
        const email =
          savedJourney?.email ?? emailTemplate.replaceAll('{run}', `${runId}${count++ || ''}`);
        const memory: Memory = { ...savedJourney?.memory };
        const exchanges: JourneyContext['exchanges'] = [];
        const uploads: string[] = [];
        return {
          ...adapters,
          email,
          memory,
          settings,
          client: target.makeClient({
            validate: shouldValidateResponses ? 'strict' : 'off',
            session: { token: () => memory.token },
            onExchange: (exchange) => {
              runSecrets.addFrom(exchange.requestBody, exchange.answerText, exchange.answerHeaders);
              exchanges.push(cutExchange(exchange));
              const { operation, status = 500, answerText } = exchange;
              const isStoredUpload = operation === 'files.upload' && status < 300;
              if (isStoredUpload && answerText)
                uploads.push(answerText.slice(0, maxFileNameLength));
            },
          }),
          signal: target.signal,
          applicant: withUniquePhoneNumber(settings),
          showWaiting: showLine,
          describeSubstitute: () => target.responses.describeSubstitute(),
          remember: (learntFacts) => {
            runSecrets.addReceived(learntFacts.token, learntFacts.passwordToken);
            Object.assign(memory, learntFacts);
          },
          isRepeatedStep: false,
          uploads,
          exchanges,
        };
      },
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/**
 * A backend may accept each phone number only once. So an example applicant gets a new number in each journey; an
 * applicant from a file keeps hers.
 */
function withUniquePhoneNumber({ applicant, applicantName }: ResolvedSettings): ApplicantInput {
  if (!Object.hasOwn(applicantExamples, applicantName)) return applicant;
  const { phoneNumber: givenNumber } = applicant.register;
  let digitsLeft = givenNumber.match(/\d/g)?.length ?? 0;
  const phoneNumber = givenNumber.replace(/\d/g, (digit) => {
    digitsLeft -= 1;
    return digitsLeft < changedDigitCount ? makeRandomDigit() : digit;
  });
  return { ...applicant, register: { ...applicant.register, phoneNumber } };
}

/** In characters. A longer name fits into no path. */
const maxFileNameLength = 2000;

/** So many of the last digits are the applicant's own. */
const changedDigitCount = 6;

const makeRandomDigit = () => makeRandomText('0123456789', 1);

/** The backend broke the contract: which operation, what was expected, and what came. */
export class BrokenContractError extends CliError {
  readonly operation: OperationName;
  readonly expected: string;
  readonly got: string;
  /** Whether the backend refused the call, with a status that the contract allows. */
  readonly isRefusal: boolean;

  constructor(operation: OperationName, expected: string, got: string, { isRefusal = false } = {}) {
    super(`${operation}: expected ${expected}, got ${got}`, exitCodes.brokenContract);
    this.operation = operation;
    this.expected = expected;
    this.got = got;
    this.isRefusal = isRefusal;
  }
}

/** @throws {BrokenContractError} unless the condition holds */
export function assertContract(
  operation: OperationName,
  isKept: boolean,
  expected: string,
  got: string,
): asserts isKept {
  if (!isKept) throw new BrokenContractError(operation, expected, got);
}

/** How a step failed, for reports. */
export interface Failure {
  exitCode: ExitCode;
  message: string;
  operation?: string;
  expected?: string;
  got?: string;
  /** Whether the step needs something that the settings do not name: then nothing is broken. */
  notConfigured?: boolean;
  /** The failed attempt, with secrets; reports hide them. */
  exchange?: Exchange;
  /** Set where a bug in this program ended the step; a command throws it once its reports are written. */
  bug?: { error: unknown };
}

/**
 * @returns how an error that ended a step is reported: as a bug in this program if no response came before it, or an
 * adapter broke off
 */
export function describeFailure(error: unknown, stepExchanges: readonly Exchange[]): Failure {
  // A journey sends nothing that a person typed, so a value that no call can carry (a token, a file's name) came from
  // the backend.
  const cause = unwrapError(error);
  const exitCode = cause instanceof UsageError ? exitCodes.brokenContract : exitCodeOf(cause);
  if (exitCode === undefined) {
    const brokenResponse =
      error instanceof AdapterError
        ? undefined
        : (findBrokenResponse(stepExchanges) ?? describeCrash(error, stepExchanges));
    if (brokenResponse) return describeFailure(brokenResponse, stepExchanges);
    const message = describeProgramError(error);
    return { exitCode: exitCodes.programError, message, bug: { error } };
  }
  const { message } = cause as Error;
  const operation = (error as { operation?: string }).operation;
  const exchange = stepExchanges.findLast(
    (attempt) => operation === undefined || attempt.operation === operation,
  );
  return {
    exitCode,
    message,
    operation,
    ...describeExpectation(cause),
    notConfigured: error instanceof NotConfiguredError || undefined,
    exchange: operation ? exchange : undefined,
  };
}

/** @returns how an error that ended a step is reported: as not reached where something else than the API answers */
export async function explainFailure(error: unknown, context: JourneyContext): Promise<Failure> {
  const failure = describeFailure(error, context.exchanges);
  if (failure.exitCode !== exitCodes.brokenContract) return failure;
  const substituteText = await context.describeSubstitute();
  if (substituteText === undefined) return failure;
  const { operation, exchange } = failure;
  const message = [operation, substituteText].filter(Boolean).join(': ');
  return { exitCode: exitCodes.notReached, message, operation, exchange };
}

/**
 * When only a sample of the responses is validated, a response that breaks the contract can cause an error anywhere in
 * the code that reads it. This finds that response.
 */
function findBrokenResponse(exchanges: readonly Exchange[]): BrokenContractError | undefined {
  for (const { operation: operationName, status = 0, answerText = '', error } of exchanges) {
    const operation = findOperation(operationName);
    if (operation?.meta.readsBodyAs !== 'json' || error !== undefined) continue;
    const schema = operation.route.responses[status] as ZodTypeAny | undefined;
    const [issue] = listBodyIssues(schema, tryParseJson(answerText));
    if (!issue) continue;
    const expectedText = `status ${status} with a body of the contract`;
    const fieldPath = issue.path || '(whole body)';
    return new BrokenContractError(operation.name, expectedText, `${fieldPath}: ${issue.message}`);
  }
  return undefined;
}

/** What an error that is none of ours says about the last response: it holds something that nobody expected. */
function describeCrash(
  error: unknown,
  exchanges: readonly Exchange[],
): BrokenContractError | undefined {
  const name = exchanges.findLast(({ status }) => status !== undefined)?.operation;
  const operation = name === undefined ? undefined : findOperation(name);
  if (!operation) return undefined;
  const message = error instanceof Error ? error.message : String(error);
  return new BrokenContractError(
    operation.name,
    'an answer that can be read',
    `one of another form (${message})`,
  );
}

function describeExpectation(error: unknown): Pick<Failure, 'expected' | 'got'> {
  if (error instanceof BrokenContractError) return { expected: error.expected, got: error.got };
  if (!(error instanceof AdmissionsError)) return {};
  const successStatus = findOperation(error.operation)?.meta.successStatus;
  return {
    expected: `status ${successStatus} with a body of the contract`,
    got: error.message.slice(error.operation.length + 2),
  };
}

/* The calls of a journey, made from what it knows about the applicant, and how their success is judged. */

type BodyOf<N extends OperationName> =
  ResultOf<N> extends infer A
    ? A extends { status: SuccessStatus; body: infer B }
      ? B
      : never
    : never;

/**
 * Sends a valid call.
 * @param valuesOfStep values that only the current step knows
 * @returns the SDK's result, also for a refusal that the contract allows
 */
export async function sendCall<N extends OperationName>(
  context: JourneyContext,
  name: N,
  valuesOfStep: Partial<Applicant> = {},
): Promise<ResultOf<N>> {
  return (await sendAny(context, name, valuesOfStep)) as ResultOf<N>;
}

function sendAny(
  context: JourneyContext,
  operationName: OperationName,
  stepValues: Partial<Applicant>,
) {
  return findClientFunction(
    context.client,
    operationName,
  )(makeValidCall(operationName, { ...makeApplicant(context), ...stepValues }));
}

/**
 * Sends a valid call that has to succeed.
 * @returns the body of the response
 * @throws {BrokenContractError} for a refusal, with the server's message
 */
export async function sendSuccessfully<N extends OperationName>(
  context: JourneyContext,
  name: N,
  stepValues: Partial<Applicant> = {},
): Promise<BodyOf<N>> {
  return requireSuccessfulBody(name, await sendAny(context, name, stepValues));
}

/**
 * @returns the body of a successful response
 * @throws {BrokenContractError} for a refusal
 */
export function requireSuccessfulBody<N extends OperationName>(
  name: N,
  response: { status: number; body: unknown },
): BodyOf<N> {
  const { status, body } = response;
  if (status < 400) return body as BodyOf<N>;
  const refusalMessage = readMessage(body);
  const message =
    refusalMessage && refusalMessage.length > 300
      ? `${refusalMessage.slice(0, 300)}…`
      : refusalMessage;
  throw new BrokenContractError(
    name,
    `status ${findOperation(name)?.meta.successStatus}`,
    `status ${status}${message ? ` (${message})` : ' without a readable message'}`,
    { isRefusal: true },
  );
}

function makeApplicant({
  applicant: applicantInput,
  email,
  memory,
  settings,
}: JourneyContext): Applicant {
  const { password, transactionReference } = applicantInput;
  const { passwordToken, id, payment } = memory;
  const applicantFields = {
    applicantInput,
    email,
    password,
    transactionReference,
    passwordToken,
    id,
    payment,
  };
  return {
    ...applicantFields,
    activatesWithPassword: activatesWithPassword(settings.dialect),
    storedFileNames: {},
  };
}

/**
 * Compares clocks by the `Date` of the answers. The newest one counts, because a list from a cache has the time at which
 * the cache got it.
 * @returns by how many milliseconds this machine's clock is ahead of the backend's, a second more or less; `undefined`
 * where no answer says
 */
export function readClockAhead(exchanges: readonly Exchange[]): number | undefined {
  const differences = exchanges.flatMap(({ startedAt, answerHeaders = {} }) => {
    const [, dateHeader = ''] =
      Object.entries(answerHeaders).find(([name]) => name.toLowerCase() === 'date') ?? [];
    const backendTime = Date.parse(dateHeader);
    return Number.isNaN(backendTime) ? [] : [startedAt - backendTime];
  });
  return differences.length === 0 ? undefined : Math.min(...differences);
}

/** Reads the applicant's state, and remembers her id if the profile has one. */
export async function readState(context: JourneyContext): Promise<string> {
  const profile = await sendSuccessfully(context, 'applicants.getByEmail');
  const profileFacts = readFacts('applicants.getByEmail', profile);
  if (profileFacts.id !== context.memory.id) context.remember(profileFacts);
  return profile.status;
}
