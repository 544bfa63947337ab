/** The applicants that a run creates through the API, and how they fared with each step. */

import {
  type ApplicantInput,
  applicantExamples,
  type BioSummary,
  type Exam,
  findOperation,
  type OperationName,
} from '@one-planet/contract';
import type { Applicant } from '../applicant/applicant.ts';
import { hasUsualStage, type Stage, stageOf } from '../applicant/stages.ts';
import { makeValidCall } from '../applicant/valid-calls.ts';
import type { MailedLink } from '../backend/addresses.ts';
import {
  type Blocked,
  findThrownOutcome,
  makeBlock,
  OutcomeError,
  type ThrownOutcome,
} from '../checks/outcome.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { harmlessPersonalData, runSecrets } from '../core/secrets.ts';
import { makeRandomText } from '../core/text.ts';
import type { ApiResponse, Call } from './http-messages.ts';
import type { Send } from './sender.ts';

export interface Person extends Applicant {
  /** 1 for the run's first applicant. Her names and her phone number are unique, so that a leak of them is noticed. */
  number: number;
  stage: Stage;
  /**
   * Whether checks may borrow her. An applicant that a check makes for itself may be odd on purpose, so she is not
   * lent.
   */
  isLendable: boolean;
  /** Whether the backend has an account for her; such applicants are counted as created by the run. */
  isRegistered: boolean;
  /** The newest activation link that was mailed, and the tokens of older links. */
  activationLink?: MailedLink;
  olderLinks?: string[];
  /** The mails that were there before the newest link was requested. */
  seenMailIds?: ReadonlySet<string> | undefined;
  /** When the login that answered her token was sent, in milliseconds since 1970. */
  loggedInAt?: number;
  /** What may have ended that session since, each as a text. */
  possibleSessionEnds?: Set<string>;
  /** The last exam she was given, and whether it was graded. */
  exam?: Exam;
  isExamOver?: boolean;
  /** The fields of the biography that was sent last, where they differ from her input. */
  savedBiography?: Partial<Record<keyof BioSummary, unknown>>;
  /** The transaction reference that was sent last, where it differs from her own. */
  paidReference?: string;
  /** Her receipt as it was read first. */
  firstReceipt?: unknown;
  /** All temporary passwords that were read from her mails. */
  mailedPasswords?: string[];
  /** How many successful requests for each kind of mail were made for her. */
  mailRequestCounts: Record<'register' | 'resend' | 'forgot', number>;
}

/**
 * How many letters at the end of her last name are unique. They are capitals, because some backends store names in
 * capitals.
 */
export const nameMarkLength = 9;

const capitalLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Input that is far from every limit: a backend that wrongly refuses a value at a limit fails the check of that limit,
 * and blocks no other check.
 */
const usualApplicantInput: ApplicantInput = {
  ...applicantExamples.hana,
  register: { ...applicantExamples.hana.register, referralCode: 'OPC2025', iAgreeMarketing: true },
  education: { ...applicantExamples.hana.education, grade10Year: '2018', grade12Year: '2021' },
};

/**
 * Makes a new applicant.
 * @param personNumber 1 for the first
 * @param email used by nobody else
 */
export function makePerson(personNumber: number, email: string): Person {
  const choose = <T>(list: readonly T[]) => list[personNumber % list.length] as T;
  const [countryOfResidence, nationality] = choose(countriesAndNationalities);
  const applicantInput: ApplicantInput = {
    ...usualApplicantInput,
    register: {
      ...usualApplicantInput.register,
      firstName: choose(firstNames),
      middleName: choose(middleNames),
      email,
      lastName: `${usualApplicantInput.register.lastName}${makeRandomText(capitalLetters, nameMarkLength)}`,
      phoneNumber: makeRandomPhone(),
    },
    bio: { ...usualApplicantInput.bio, countryOfResidence, nationality },
  };
  const { lastName } = applicantInput.register;
  harmlessPersonalData.add(lastName).add(lastName.toUpperCase());
  const password = `${usualApplicantInput.password}${makeRandomText('abcdefghijkmnpqrstuvwxyz23456789', 8)}`;
  runSecrets.add(password);
  return {
    number: personNumber,
    email,
    password,
    applicantInput,
    stage: 'REGISTERED',
    isLendable: false,
    isRegistered: false,
    transactionReference: `FT${makeRandomText('0123456789', 10)}`,
    mailRequestCounts: { register: 0, resend: 0, forgot: 0 },
    storedFileNames: {},
  };
}

/**
 * Applicants with consecutive numbers come from different countries, so that a mix-up of their biographies is noticed.
 */
const countriesAndNationalities = [
  ['Ethiopia', 'Ethiopian'],
  ['Kenya', 'Kenyan'],
  ['Sudan', 'Sudanese'],
  ['Uganda', 'Ugandan'],
  ['Rwanda', 'Rwandan'],
  ['Egypt', 'Egyptian'],
  ['Somalia', 'Somali'],
] as const;

const firstNames = ['Hana', 'Sara', 'Lensa', 'Meron', 'Bethel', 'Ayantu', 'Kalkidan', 'Rahel'];
const middleNames = ['Bekele', 'Girma', 'Tadesse', 'Alemu', 'Dawit'];

/**
 * A random phone number that was not given out before: where two applicants have the same one, the profile of each
 * looks like a leak of the other's.
 * @param digitCount how many; 8 to 15 are valid
 */
export function makeRandomPhone(digitCount = 12): string {
  const phoneStart = '2519'.slice(0, Math.max(1, digitCount - 8));
  const phone = `${phoneStart}${makeRandomText('0123456789', digitCount - phoneStart.length)}`;
  if (harmlessPersonalData.has(phone)) return makeRandomPhone(digitCount);
  harmlessPersonalData.add(phone);
  return phone;
}

/* How the run's applicants fared with each step: a step that failed for two of them is not tried with a third. */

const maxFailedPeople = 2;

interface StepHistory {
  hasWorked: boolean;
  /** The numbers of the applicants for whom the step failed. */
  failedPersonNumbers: Set<number>;
  attemptsUnderWay: Set<Promise<unknown>>;
  /** The last failure of the step. */
  lastFailure?: ThrownOutcome;
  /** Whether the step would fail for everybody. */
  failsForEverybody?: boolean;
}

export class StepHistories {
  readonly #historiesByStep = new Map<string, StepHistory>();

  /**
   * Lets an applicant take a step. An applicant that a check made for itself may fail because she is odd; her failures
   * do not count for others.
   * @param stepName an operation, a decision of the staff, or the name of a mail
   * @param countsForOthers says which failures count for other applicants too
   * @throws {OutcomeError} where the step is no longer tried; and whatever `takeStep` throws
   */
  async takeStepUnlessFailing<T>(
    stepName: string,
    person: Person,
    takeStep: () => Promise<T>,
    countsForOthers: (block: Blocked) => boolean = ({ affects }) => affects === 'everybody',
  ): Promise<T> {
    const history = this.#historyOf(stepName);
    const { failedPersonNumbers, attemptsUnderWay } = history;
    const isKnownToWork = () => history.hasWorked && failedPersonNumbers.size === 0;
    // Any of the attempts in progress may decide whether the step works.
    while (
      !isKnownToWork() &&
      attemptsUnderWay.size > 0 &&
      failedPersonNumbers.size + attemptsUnderWay.size >= maxFailedPeople
    ) {
      await Promise.race(attemptsUnderWay);
    }
    this.refuseFailingStep(stepName);
    const attempt = takeStep();
    const recordedAttempt = attempt.then(
      () => {
        history.hasWorked = true;
      },
      (error: unknown) => {
        const thrownOutcome = findThrownOutcome(error);
        if (!person.isLendable || !thrownOutcome) return;
        if (thrownOutcome.outcome === 'blocked') {
          if (thrownOutcome.affects === 'nobody' || !countsForOthers(thrownOutcome)) return;
          history.failedPersonNumbers.add(person.number);
        } else if (thrownOutcome.outcome === 'skipped' || thrownOutcome.outcome === 'waiting') {
          history.failsForEverybody = true;
        } else return;
        history.lastFailure = thrownOutcome;
      },
    );
    attemptsUnderWay.add(recordedAttempt);
    void recordedAttempt.then(() => attemptsUnderWay.delete(recordedAttempt));
    return attempt;
  }

  /** @throws {OutcomeError} with the last failure, where a step has failed for two applicants */
  refuseFailingStep(stepName: string): void {
    const { failedPersonNumbers, failsForEverybody, lastFailure } = this.#historyOf(stepName);
    if (!lastFailure || (!failsForEverybody && failedPersonNumbers.size < maxFailedPeople)) return;
    if (lastFailure.outcome !== 'blocked') throw new OutcomeError(lastFailure);
    const { blockedBy, reason, response } = lastFailure;
    const failuresText = `${stepName} failed for ${failedPersonNumbers.size} applicants and is not tried again`;
    throw makeBlock(blockedBy, `${failuresText}: ${reason}`, response, 'nobody');
  }

  #historyOf(stepName: string): StepHistory {
    const history = this.#historiesByStep.get(stepName) ?? {
      hasWorked: false,
      failedPersonNumbers: new Set<number>(),
      attemptsUnderWay: new Set<Promise<unknown>>(),
    };
    this.#historiesByStep.set(stepName, history);
    return history;
  }
}

/**
 * Counts every failure, also one that may be hers alone. For the steps of the walk, which are taken in their normal form:
 * a step that two applicants fail is not tried with a third.
 */
export const countsEveryBlock = (): boolean => true;

/* Which applicant the checks of an operation need. */

/** True for an operation that needs no account: registering, and reading the public lists. */
export function needsNoAccount(operationName: OperationName): boolean {
  if (operationName === 'applicants.register') return true;
  return findOperation(operationName)?.meta.auth === 'optional' && !hasUsualStage(operationName);
}

/** The `stage` of a check that calls this operation, to spread into its definition. */
export function startStageFor(operationName: OperationName): { stage?: Stage } {
  return needsNoAccount(operationName) ? {} : { stage: stageOf(operationName) };
}

/* Counts the requested mails, so that the checks notice mails that nobody requested. */

const mailKindsByOperation: Partial<Record<OperationName, keyof Person['mailRequestCounts']>> = {
  'applicants.register': 'register',
  'applicants.resendEmail': 'resend',
  'auth.forgotPassword': 'forgot',
};

/** @param people the run's applicants, in the order of their numbers */
export function countAskedMails(response: ApiResponse, people: readonly Person[]): void {
  const mailKind = response.operation && mailKindsByOperation[response.operation];
  if (mailKind === undefined || response.status >= 300) return;
  const { requestBody = '', params } = response.exchange;
  // A dialect may rename the address's field in the body or leave it out, so all values are looked at.
  const bodyValues = Object.values(fieldsOf(tryParseJson(requestBody)));
  // Only text is compared: checks also send values that no client sends, such as 5,000 nested lists.
  const textsOfRequest = [...bodyValues, ...Object.values(params ?? {})].flatMap((sentValue) =>
    typeof sentValue === 'string' ? sentValue.toLowerCase() : [],
  );
  // The person is found by the address, because some checks send one without saying whose it is.
  const person = people.find((candidate) => textsOfRequest.includes(candidate.email.toLowerCase()));
  if (person) person.mailRequestCounts[mailKind] += 1;
}

/*
 * Sessions end: after some time, by a new login, by a change of password. The applicant logs in again, and the run
 * continues.
 */

/**
 * A token that is refused earlier than this after the login, with no event that ended its session and before its own
 * end, never worked: that is a finding. In milliseconds.
 */
const shortestSessionMs = 20_000;

/** The times in a token are in whole seconds. */
const tokenClockMs = 1000;

/**
 * How long a token is valid, as it says itself.
 * @param nowMs the time of the backend's clock, for a token that does not say when it was made
 * @returns milliseconds; `undefined` for a token that does not say it
 */
export function readTokenLifetimeMs(token: string, nowMs: number): number | undefined {
  const claims = tryParseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { exp, iat } = fieldsOf(claims);
  if (typeof exp !== 'number') return undefined;
  return typeof iat === 'number' ? (exp - iat) * 1000 : exp * 1000 - nowMs;
}

export const newLogin = 'a new login';

/** Operations that may end older sessions of the applicant (rules, `access#sessions-end`). */
const sessionEndTexts: Partial<Record<OperationName, string>> = {
  'auth.login': newLogin,
  'auth.changePassword': 'a change of password',
  'auth.forgotPassword': 'a forgotten password',
  'applicants.createPassword': 'a first password',
};

/**
 * Wraps a sender: where an applicant's valid token is refused with 401 because its session has ended, she logs in again
 * and the call is sent once more.
 * @param listPeople returns the run's applicants, in the order of their numbers
 * @param sessionMs how long a session lasts, if the settings say it
 * @param onSessionEnd called with what ended a session, where only one thing can have ended it
 */
export function withSessionRenewal(
  send: Send,
  listPeople: () => readonly Person[],
  sessionMs: number | undefined,
  onSessionEnd: (cause: string) => void,
): Send {
  const sendAndNoteSessionEnd: Send = async (operation, call = {}) => {
    const response = await send(operation, call);
    const person = listPeople()[(call.senderNumber ?? 0) - 1];
    if (person && response.status < 300) noteSessionEnd(person, operation, call, response);
    return response;
  };
  return async (operation, call = {}) => {
    const person = listPeople()[(call.senderNumber ?? 0) - 1];
    // This is decided before the response comes, because another check may log her in meanwhile. The 401 of a login is
    // about the password.
    const usesOwnToken =
      operation !== 'auth.login' && call.token !== undefined && call.token === person?.token;
    const response = await sendAndNoteSessionEnd(operation, call);
    // A 403 for an ended session is a finding of auth.changePassword, and no other check is to fail by it. Where a token
    // may be missing, one that has ended may count as none.
    const { auth } = findOperation(operation)?.meta ?? {};
    const refusals = auth === 'optional' ? [401, 403, 404] : [401, 403];
    if (!person || !usesOwnToken || !refusals.includes(response.status)) return response;
    if (call.token === person.token) {
      const possibleSessionEnds = new Set(person.possibleSessionEnds);
      if (mayHaveExpired(person, sessionMs)) possibleSessionEnds.add('its time');
      const [sessionEnd, ...otherSessionEnds] = possibleSessionEnds;
      if (sessionEnd === undefined || !(await logInAgain(person, send))) return response;
      if (otherSessionEnds.length === 0 && response.status === 401) onSessionEnd(sessionEnd);
    }
    if (call.token === person.token) return response;
    return sendAndNoteSessionEnd(operation, { ...call, token: person.token });
  };
}

function mayHaveExpired(
  { token = '', loggedInAt = Date.now() }: Person,
  sessionMs: number | undefined,
): boolean {
  const lifetimeMs = sessionMs ?? readTokenLifetimeMs(token, loggedInAt) ?? Infinity;
  return Date.now() - loggedInAt >= Math.min(lifetimeMs - tokenClockMs, shortestSessionMs);
}

function noteSessionEnd(
  person: Person,
  operation: OperationName,
  { body }: Call,
  response: ApiResponse,
): void {
  const { token } = fieldsOf(response.json);
  const sessionEnd = sessionEndTexts[operation];
  if (sessionEnd && token !== person.token)
    person.possibleSessionEnds = new Set(person.possibleSessionEnds).add(sessionEnd);
  const { password } = fieldsOf(body);
  // Whichever check changed the password, she logs in with the new one from now on.
  if (operation === 'auth.changePassword' && typeof password === 'string')
    person.password = password;
}

/** @returns whether she has a new token */
async function logInAgain(person: Person, send: Send): Promise<boolean> {
  const { body } = makeValidCall('auth.login', person);
  return startSession(person, await send('auth.login', { body, senderNumber: person.number }));
}

/**
 * Stores the token of a login, which she uses from now on.
 * @returns whether the response has a token
 */
export function startSession(person: Person, { status, json, exchange }: ApiResponse): boolean {
  const { token } = fieldsOf(json);
  if (status >= 300 || typeof token !== 'string' || !token) return false;
  Object.assign(person, { token, loggedInAt: exchange.startedAt });
  delete person.possibleSessionEnds;
  return true;
}
