/** The context of a journey: who she is, what she has learnt, how she calls and how she fails. */
import { randomBytes } from 'node:crypto';
import {
  type ApplicantInput,
  activatesWithPassword,
  applicantExamples,
  findOperation,
  type OperationName,
  readMessage,
  type SuccessStatus,
} from '@one-planet/contract';
import {
  AdmissionsError,
  type Client,
  type Exchange,
  hideSecrets,
  UsageError,
} from '@one-planet/sdk';
import { type ZodTypeAny, z } from 'zod';
import { type Adapters, openAdapters } from '../backend/adapters.ts';
import { NotConfigured } from '../backend/pages.ts';
import { openTarget, type Target } from '../backend/target.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import { CliError, type ExitCode, exitCodeOf, exitCodes, unwrapError } from '../core/exit.ts';
import { tryParseJson } from '../core/json.ts';
import { randomText } from '../core/text.ts';
import { knownSecrets } from '../report/evidence.ts';
import { type Applicant, learn, secretsOf as secretsOfApplicant } from './applicant.ts';
import { type AnswerOf, callFor, functionOf } from './calls.ts';

/** The memory of a journey; each step reads what earlier ones left. Plain data. */
interface Memory extends Kept {
  /** Authorises the first password; one-time. */
  passwordToken?: string;
  token?: string;
}

const id = z.union([z.string(), z.number()]);

/** The part of it without secrets: a run file holds it. */
export const keptSchema = z.object({
  /** When the registration was sent, in milliseconds since 1970: older mail does not count. */
  registeredAt: z.number().optional(),
  id: id.optional(),
  /** The exam that was begun and may not be handed in yet; its answers as they are handed in. */
  exam: z
    .object({
      id,
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
        .array(z.object({ id, bank: z.string(), account: z.string(), status: z.string() }))
        .readonly(),
    })
    .optional(),
  program: z.string().optional(),
  /** Whether staff have yet to reject her first payment, in a journey where they do. */
  rejectFirst: z.boolean().optional(),
});
type Kept = z.infer<typeof keptSchema>;
export type StartedExam = NonNullable<Kept['exam']>;

export interface JourneyContext extends Adapters {
  settings: ResolvedSettings;
  client: Client;
  signal: AbortSignal;
  applicant: ApplicantInput;
  /** Of the connection: they must appear nowhere. */
  secrets: readonly string[];
  /** Unique to this run. */
  email: string;
  memory: Readonly<Memory>;
  /** Adds to the memory, and to the run file where there is one: what is learnt survives a kill from here on. */
  remember: (learnt: Partial<Memory>) => void;
  /** True while the step that runs may have taken effect in an earlier run, whose end nobody saw. */
  isRepeat: boolean;
  showWaiting: (line: string) => void;
  uploads: string[];
  /** Every attempt of the current step, in order. */
  exchanges: Exchange[];
}

export interface OpenJourneys extends Pick<Target, 'signal' | 'interrupt' | 'close'> {
  /** Makes the context of one more applicant, or of one an earlier run left. */
  context: (options?: Whose) => JourneyContext;
}

interface Whose {
  earlier?: { email: string; memory: Kept };
  /** Whether her answers are held against the schemas; default: true. */
  checked?: boolean;
}

/**
 * Opens the target; every applicant gets an address and a client of her own, mailbox and staff are shared.
 * @throws {CliError} (exit 2) when an adapter's password is not where the settings say
 */
export async function openJourneys(
  settings: ResolvedSettings,
  show: (line: string) => void = () => {},
): Promise<OpenJourneys> {
  const target = await openTarget(settings);
  try {
    const shared = await openAdapters(settings, target, show);
    const run = randomBytes(5).toString('hex');
    // Where the settings have no pattern, the address of the applicant's file gets a tag that makes it unique.
    const pattern = settings.email ?? settings.applicant.register.email.replace('@', '+{run}@');
    let count = 0;
    return {
      signal: target.signal,
      interrupt: target.interrupt,
      close: async () => {
        await shared.mailbox.close?.();
        await target.close();
      },
      context: ({ earlier, checked = true } = {}) => {
        const email = earlier?.email ?? pattern.replaceAll('{run}', `${run}${count++ || ''}`);
        const memory: Memory = { ...earlier?.memory };
        const exchanges: JourneyContext['exchanges'] = [];
        const uploads: string[] = [];
        return {
          ...shared,
          email,
          memory,
          settings,
          client: target.client({
            validate: checked ? 'strict' : 'off',
            session: { token: () => memory.token },
            onExchange: (exchange) => {
              exchanges.push(exchange);
              const { operation, status = 500, answerText } = exchange;
              const isStored = operation === 'files.upload' && status < 300;
              if (isStored && answerText) uploads.push(answerText);
            },
          }),
          signal: target.signal,
          applicant: withOwnPhone(settings),
          secrets: target.secrets,
          showWaiting: show,
          remember: (learnt) => Object.assign(memory, learnt),
          isRepeat: false,
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

/** Where a phone number registers once, an example's is another in each journey; one from a file stays as it is. */
function withOwnPhone({ applicant, applicantName }: ResolvedSettings): ApplicantInput {
  if (!Object.hasOwn(applicantExamples, applicantName)) return applicant;
  const phoneNumber = applicant.register.phoneNumber.replace(/\d(?=(\D*\d){0,5}$)/g, digit);
  return { ...applicant, register: { ...applicant.register, phoneNumber } };
}

const digit = () => randomText('0123456789', 1);

/** The backend did not do what the contract says: which operation, what was expected, what came. */
export class BrokenContract extends CliError {
  readonly operation: OperationName;
  readonly expected: string;
  readonly got: string;
  /** Whether the backend refused, in a form of the contract. */
  readonly isRefusal: boolean;

  constructor(operation: OperationName, expected: string, got: string, { isRefusal = false } = {}) {
    super(`${operation}: expected ${expected}, got ${got}`, exitCodes.brokenContract);
    this.operation = operation;
    this.expected = expected;
    this.got = got;
    this.isRefusal = isRefusal;
  }
}

/** @throws {BrokenContract} unless the fact holds */
export function demand(
  operation: OperationName,
  holds: boolean,
  expected: string,
  got: string,
): asserts holds {
  if (!holds) throw new BrokenContract(operation, expected, got);
}

/** How a step failed, for reports. */
export interface Failure {
  exitCode: ExitCode;
  message: string;
  operation?: string;
  expected?: string;
  got?: string;
  /** Whether the settings name nothing that the step needs: it is nobody's fault. */
  notConfigured?: boolean;
  /** The attempt that failed, secrets included: reports hide them. */
  exchange?: Exchange;
}

/** @returns how an error that ended a step is reported. @throws it again when it is a bug of ours */
export function describeFailure(error: unknown, exchanges: readonly Exchange[]): Failure {
  // A journey sends nothing that a person typed: a value that no call can carry (a token, a file's name) came from the
  // backend.
  const cause = unwrapError(error);
  const exitCode = cause instanceof UsageError ? exitCodes.brokenContract : exitCodeOf(cause);
  if (exitCode === undefined) {
    const broken = brokenAnswer(exchanges);
    if (!broken) throw error;
    return describeFailure(broken, exchanges);
  }
  const { message } = cause as Error;
  const operation = (error as { operation?: string }).operation;
  const exchange = exchanges.findLast(
    (attempt) => operation === undefined || attempt.operation === operation,
  );
  return {
    exitCode,
    message,
    operation,
    ...expectation(cause),
    notConfigured: error instanceof NotConfigured || undefined,
    exchange: operation ? exchange : undefined,
  };
}

/** Where answers are checked by sample, one that is off the contract shows as a mistake in whatever read it. */
function brokenAnswer(exchanges: readonly Exchange[]): BrokenContract | undefined {
  for (const { operation: name, status = 0, answerText = '', error } of exchanges) {
    const operation = findOperation(name);
    if (operation?.meta.reads !== 'json' || error !== undefined) continue;
    const schema = operation.route.responses[status] as ZodTypeAny | undefined;
    const [issue] = schema?.safeParse?.(tryParseJson(answerText)).error?.issues ?? [];
    if (!issue) continue;
    const expected = `status ${status} with a body of the contract`;
    const place = issue.path.join('.') || '(whole body)';
    return new BrokenContract(operation.name, expected, `${place}: ${issue.message}`);
  }
  return undefined;
}

function expectation(error: unknown): Pick<Failure, 'expected' | 'got'> {
  if (error instanceof BrokenContract) return { expected: error.expected, got: error.got };
  if (!(error instanceof AdmissionsError)) return {};
  const success = findOperation(error.operation)?.meta.success;
  return {
    expected: `status ${success} with a body of the contract`,
    got: error.message.slice(error.operation.length + 2),
  };
}

/* The calls of a journey: valid ones, made from what is known of its applicant, and what counts as a success. */

type BodyOf<N extends OperationName> =
  AnswerOf<N> extends infer A
    ? A extends { status: SuccessStatus; body: infer B }
      ? B
      : never
    : never;

/**
 * Sends a valid call.
 * @param stepValues the values that only this step knows
 * @returns the answer, a refusal of the contract too
 */
export async function send<N extends OperationName>(
  context: JourneyContext,
  name: N,
  stepValues: Partial<Applicant> = {},
): Promise<AnswerOf<N>> {
  return (await sendAny(context, name, stepValues)) as AnswerOf<N>;
}

function sendAny(context: JourneyContext, name: OperationName, stepValues: Partial<Applicant>) {
  return functionOf(
    context.client,
    name,
  )(callFor(name, { ...applicantOf(context), ...stepValues }));
}

/**
 * Sends a valid call that has to succeed.
 * @returns the answer's body
 * @throws {BrokenContract} for a refusal, with what the server said
 */
export async function succeed<N extends OperationName>(
  context: JourneyContext,
  name: N,
  stepValues: Partial<Applicant> = {},
): Promise<BodyOf<N>> {
  return bodyOf(name, await sendAny(context, name, stepValues));
}

/** @returns the body of a success. @throws {BrokenContract} for a refusal */
export function bodyOf<N extends OperationName>(
  name: N,
  answer: { status: number; body: unknown },
): BodyOf<N> {
  const { status, body } = answer;
  if (status < 400) return body as BodyOf<N>;
  const serverMessage = readMessage(body);
  const message =
    serverMessage && serverMessage.length > 300 ? `${serverMessage.slice(0, 300)}…` : serverMessage;
  throw new BrokenContract(
    name,
    `status ${findOperation(name)?.meta.success}`,
    `status ${status}${message ? ` (${message})` : ' without a readable message'}`,
    { isRefusal: true },
  );
}

function applicantOf({ applicant: input, email, memory, settings }: JourneyContext): Applicant {
  const { password, transactionReference } = input;
  const { passwordToken, id, payment } = memory;
  const fields = { input, email, password, transactionReference, passwordToken, id, payment };
  return { ...fields, activatesWithPassword: activatesWithPassword(settings.dialect), files: {} };
}

/** Asks for the applicant's state; her id is remembered where the profile has one. */
export async function readState(context: JourneyContext): Promise<string> {
  const profile = await succeed(context, 'applicants.getByEmail');
  const lesson = learn('applicants.getByEmail', profile);
  if (lesson.id !== context.memory.id) context.remember(lesson);
  return profile.status;
}

type Owner = Pick<JourneyContext, 'applicant' | 'memory' | 'secrets'>;

/** Hides what this applicant's journey must not reveal: her password, her tokens, one-time links. */
export function clean<T>(value: T, owner: Owner): T {
  return hideSecrets(value, { known: secretsOf(owner) });
}

/** @returns the secrets of a journey by value, for `hideSecrets` and `toCurl` */
export function secretsOf({ applicant, memory, secrets }: Owner): string[] {
  return knownSecrets([
    ...secrets,
    ...secretsOfApplicant({ ...memory, password: applicant.password }),
  ]);
}
