/** An applicant of the run's own, made by the API and by nothing else. */

import {
  type ApplicantInput,
  applicantExamples,
  type Exam,
  findOperation,
  type OperationName,
} from '@one-planet/contract';
import type { Applicant } from '../applicant/applicant.ts';
import { callFor } from '../applicant/calls.ts';
import { hasUsualStage, type Stage, stageOf } from '../applicant/stages.ts';
import type { MailedLink } from '../backend/addresses.ts';
import { fieldsOf, tryParseJson } from '../core/json.ts';
import { randomText } from '../core/text.ts';
import { type Blocked, block, CheckEnd, type EarlyEnding, endingOf } from './ending.ts';
import type { Send } from './sender.ts';
import type { ApiResponse, Call } from './wire.ts';

export interface Person extends Applicant {
  /** 1 for the run's first; her names and phone are hers alone, so that a leak of them is noticed. */
  number: number;
  stage: Stage;
  /** Whether she is lent to checks: somebody whom a check makes up may be odd on purpose. */
  isOfPool: boolean;
  /** Whether the backend knows her: she is counted among what the run created. */
  isRegistered: boolean;
  /** The newest activation link that was mailed, and the tokens of older ones. */
  activationLink?: MailedLink;
  olderLinks?: string[];
  /** When she got her token, in milliseconds since 1970. */
  loggedInAt?: number;
  /** What may have ended that session since, in words. */
  endedBy?: string;
  /** The exam she was given last, and whether it was graded. */
  exam?: Exam;
  isExamOver?: boolean;
  /** The biography as it was sent last, where it was not her own. */
  saved?: { countryOfResidence: string; nationality: string };
  /** How often mail was asked for in her name, with success. */
  mailRequests: Record<'register' | 'resend' | 'forgot', number>;
}

/** The last letters of her last name, hers alone: this many, in capitals, as backends keep names. */
export const nameMark = 9;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Far from every limit: what a backend wrongly refuses at a limit has its own check, and stops no other. */
const base: ApplicantInput = {
  ...applicantExamples.hana,
  register: { ...applicantExamples.hana.register, referralCode: 'OPC2025', iAgreeMarketing: true },
  education: { ...applicantExamples.hana.education, grade10Year: '2018', grade12Year: '2021' },
};

/** @param number 1 for the first @param email hers alone */
export function newPerson(number: number, email: string): Person {
  const origin = origins[number % origins.length] as (typeof origins)[number];
  const [countryOfResidence, nationality] = origin;
  const input: ApplicantInput = {
    ...base,
    register: {
      ...base.register,
      firstName: firstNames[number % firstNames.length] as string,
      middleName: middleNames[number % middleNames.length] as string,
      email,
      lastName: `${base.register.lastName}${randomText(letters, nameMark)}`,
      phoneNumber: randomPhone(),
    },
    bio: { ...base.bio, countryOfResidence, nationality },
  };
  return {
    number,
    email,
    password: `${base.password}${randomText('abcdefghijkmnpqrstuvwxyz23456789', 8)}`,
    input,
    stage: 'REGISTERED',
    isOfPool: false,
    isRegistered: false,
    transactionReference: `FT${randomText('0123456789', 10)}`,
    mailRequests: { register: 0, resend: 0, forgot: 0 },
    files: {},
  };
}

/** Neighbours come from other countries: a mix-up of their biographies shows. */
const origins = [
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

/** A phone number nobody else has. @param digits how many; 8 to 15 are valid */
export function randomPhone(digits = 12): string {
  const start = '2519'.slice(0, Math.max(1, digits - 8));
  return `${start}${randomText('0123456789', digits - start.length)}`;
}

/* How the run's applicants fared with each step: what failed for two of them is not tried with a third. */

const mostFailures = 2;

interface Known {
  hasWorked: boolean;
  /** The numbers of those for whom it failed. */
  failed: Set<number>;
  underWay: Set<Promise<unknown>>;
  /** How it ended for the last of them. */
  ending?: EarlyEnding;
  /** It would be so for everybody. */
  isFinal?: boolean;
}

export class Steps {
  readonly #known = new Map<string, Known>();

  /**
   * Has an applicant take a step. Somebody whom a check made up may fail because of what is odd about her: that is
   * held against nobody else.
   * @param name an operation, a decision of the staff, or what is waited for
   * @param counts which failures are held against the step
   * @throws {CheckEnd} where it is not tried any more; what `take` throws
   */
  async take<T>(
    name: string,
    person: Person,
    take: () => Promise<T>,
    counts: (block: Blocked) => boolean = ({ reach }) => reach === 'everybody',
  ): Promise<T> {
    const history = this.#of(name);
    const { failed, underWay } = history;
    const isSure = () => history.hasWorked && failed.size === 0;
    // Any of the attempts in progress may decide whether the step works.
    while (!isSure() && underWay.size > 0 && failed.size + underWay.size >= mostFailures) {
      await Promise.race(underWay);
    }
    this.refuse(name);
    const attempt = take();
    const end = attempt.then(
      () => {
        history.hasWorked = true;
      },
      (error: unknown) => {
        const ending = endingOf(error);
        if (!person.isOfPool || !ending) return;
        if (ending.outcome === 'blocked') {
          if (ending.reach === 'nobody' || !counts(ending)) return;
          history.failed.add(person.number);
        } else if (ending.outcome === 'skipped' || ending.outcome === 'waiting') {
          history.isFinal = true;
        } else return;
        history.ending = ending;
      },
    );
    underWay.add(end);
    void end.then(() => underWay.delete(end));
    return attempt;
  }

  /** @throws {CheckEnd} where a step failed for two applicants, with what it failed for */
  refuse(name: string): void {
    const { failed, isFinal = false, ending } = this.#of(name);
    if (!ending || (!isFinal && failed.size < mostFailures)) return;
    if (ending.outcome !== 'blocked') throw new CheckEnd(ending);
    const { blockedBy, reason, response } = ending;
    const failures = `${name} failed for ${failed.size} applicants and is not tried again`;
    throw block(blockedBy, `${failures}: ${reason}`, response, 'nobody');
  }

  #of(name: string): Known {
    const history = this.#known.get(name) ?? {
      hasWorked: false,
      failed: new Set<number>(),
      underWay: new Set<Promise<unknown>>(),
    };
    this.#known.set(name, history);
    return history;
  }
}

/** Counts every failure: nothing else was done with her meanwhile. */
export function isBlocked(): boolean {
  return true;
}

/* Which applicant an operation's checks need. */

/** True for what anybody can do without an account: register, and read what the college offers. */
export function needsNobody(name: OperationName): boolean {
  if (name === 'applicants.register') return true;
  return findOperation(name)?.meta.auth === 'optional' && !hasUsualStage(name);
}

/** The `stage` of a check that does this operation right, or is about to. */
export function stageFor(name: OperationName): { stage?: Stage } {
  return needsNobody(name) ? {} : { stage: stageOf(name) };
}

/* Counts the mails that were asked for, so that more of them are noticed. */

const kinds: Partial<Record<OperationName, keyof Person['mailRequests']>> = {
  'applicants.register': 'register',
  'applicants.resendEmail': 'resend',
  'auth.forgotPassword': 'forgot',
};

/** @param people the run's applicants, in the order of their numbers */
export function countAskedMails(response: ApiResponse, people: readonly Person[]): void {
  const kind = response.operation && kinds[response.operation];
  if (kind === undefined || response.status >= 300) return;
  const { requestBody = '', params } = response.exchange;
  // A dialect may rename the address's field in the body or leave it out, so all values are looked at.
  const bodyValues = Object.values(fieldsOf(tryParseJson(requestBody)));
  // Only text is compared: checks also send values that no client sends, such as 5,000 nested lists.
  const sentTexts = [...bodyValues, ...Object.values(params ?? {})].flatMap((value) =>
    typeof value === 'string' ? value.toLowerCase() : [],
  );
  // The person is found by the address, because some checks send one without saying whose it is.
  const person = people.find((candidate) => sentTexts.includes(candidate.email.toLowerCase()));
  if (person) person.mailRequests[kind] += 1;
}

/* Sessions end: by themselves, by a new login, by a change of password. She logs in again, and the run goes on. */

/** A token that is refused before this age, with nothing that ended it, was never right: that is a finding. In milliseconds. */
export const shortestSessionMs = 20_000;

/** Each may end her older sessions (rules, `access#sessions-end`). */
const endsSessions: Partial<Record<OperationName, string>> = {
  'auth.login': 'a new login',
  'auth.changePassword': 'a change of password',
  'auth.forgotPassword': 'a forgotten password',
  'applicants.createPassword': 'a first password',
};

/**
 * Makes a sender that logs an applicant in again when her own token is refused with 401 although it was right, and
 * then sends the call once more: the token is old enough, or something ended her older sessions.
 * @param people answers the run's applicants, in the order of their numbers
 * @param shortestMs how old a token must be to have expired
 * @param onEnd gets what ended a session, in words
 */
export function renewingSessions(
  send: Send,
  people: () => readonly Person[],
  shortestMs: number,
  onEnd: (cause: string) => void,
): Send {
  const sendOnce: Send = async (operation, call = {}) => {
    const response = await send(operation, call);
    const person = people()[(call.by ?? 0) - 1];
    if (person && response.status < 300) noteEnd(person, operation, call, response);
    return response;
  };
  return async (operation, call = {}) => {
    const person = people()[(call.by ?? 0) - 1];
    // This is decided before the response comes, because another check may log her in meanwhile.
    const isOwn = person !== undefined && call.token !== undefined && call.token === person.token;
    const response = await sendOnce(operation, call);
    if (!isOwn || response.status !== 401) return response;
    if (call.token === person.token) {
      const age = Date.now() - (person.loggedInAt ?? Date.now());
      const cause = person.endedBy ?? (age >= shortestMs ? 'its time' : undefined);
      if (cause === undefined || !(await renew(person, send))) return response;
      onEnd(cause);
    }
    if (call.token === person.token) return response;
    return sendOnce(operation, { ...call, token: person.token });
  };
}

function noteEnd(
  person: Person,
  operation: OperationName,
  { body }: Call,
  response: ApiResponse,
): void {
  const { token } = fieldsOf(response.json);
  if (endsSessions[operation] && token !== person.token) person.endedBy = endsSessions[operation];
  const { password } = fieldsOf(body);
  // Whichever check changed the password, she logs in with the new one from now on.
  if (operation === 'auth.changePassword' && typeof password === 'string')
    person.password = password;
}

/** @returns whether she has a new token */
async function renew(person: Person, send: Send): Promise<boolean> {
  const { body } = callFor('auth.login', person);
  const answer = await send('auth.login', { body, by: person.number, about: person.number });
  const { token } = fieldsOf(answer.json);
  if (answer.status >= 300 || typeof token !== 'string' || !token) return false;
  startSession(person, token);
  return true;
}

/** From now on she uses this token. */
export function startSession(person: Person, token: string): void {
  Object.assign(person, { token, loggedInAt: Date.now() });
  delete person.endedBy;
}
