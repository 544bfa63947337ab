import { type ApplicantState, type LifecycleName, lifecycle } from '@one-planet/contract';
import type { Settings } from '../options.ts';
import * as entities from './entities.ts';
import { KeyedQueue } from './queue.ts';
import { Random } from './random.ts';
import { Table } from './table.ts';

/** Everything one backend knows. A reset makes a new one. */
export class World {
  readonly settings: Settings;
  /** Every change runs here, under the person's e-mail address. */
  readonly queue = new KeyedQueue();

  readonly people = new Table(entities.person, {
    unique: { id: ({ id }) => id, email: ({ email }) => emailKey(email) },
  });
  readonly sessions = new Table(entities.session, { unique: { token: ({ token }) => token } });
  readonly oneTimeTokens = new Table(entities.oneTimeToken, {
    unique: { token: ({ token }) => token },
    groups: { person: ({ personId }) => personId },
  });
  readonly mails = new Table(entities.mail, { groups: { to: ({ to }) => emailKey(to) } });
  readonly exams = new Table(entities.examAttempt, { unique: { id: ({ id }) => id } });
  readonly payments = new Table(entities.payment, { unique: { code: ({ code }) => code } });
  readonly providerPages = new Table(entities.providerPage, { unique: { id: ({ id }) => id } });
  readonly uploads = new Table(entities.upload, { unique: { name: ({ name }) => name } });
  readonly programs = new Table(entities.program, { unique: { id: ({ id }) => id } });
  readonly courses = new Table(entities.storedCourse, {
    groups: { program: ({ programId }) => programId },
  });
  readonly batchPrograms = new Table(entities.storedBatchProgram, {
    unique: { id: ({ id }) => id },
  });
  readonly bankAccounts = new Table(entities.bankAccount, {
    unique: { account: (it) => it.account },
  });
  readonly contents = new Table(entities.content);

  readonly random: Readonly<Record<'tokens' | 'codes' | 'exams' | 'passwords', Random>>;
  readonly #byState = new Map<ApplicantState | null, Set<entities.Person>>();
  #lastId = 1000;

  constructor(settings: Settings) {
    this.settings = settings;
    const random = (purpose: string) => new Random(settings.seed, purpose);
    this.random = {
      tokens: random('tokens'),
      codes: random('codes'),
      exams: random('exams'),
      passwords: random('passwords'),
    };
  }

  get now(): number {
    return this.settings.now();
  }

  /** @returns an id no record has had */
  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Finds a person; capitals in an e-mail address do not matter. */
  findPerson(email: string): entities.Person | undefined {
    return this.people.find('email', emailKey(email));
  }

  /** Moves a person to where an operation or a decision of the staff leads. */
  take(person: entities.Person, step: LifecycleName): void {
    this.moveTo(person, lifecycle[step].to);
  }

  /** The one place where a state changes. */
  moveTo(person: entities.Person, state: ApplicantState | null): void {
    this.#byState.get(person.state)?.delete(person);
    person.state = state;
    const there = this.#byState.get(state);
    if (there) there.add(person);
    else this.#byState.set(state, new Set([person]));
  }

  /** @returns the applicants in a state, in the order they came into it */
  inState(state: ApplicantState | null): ReadonlySet<entities.Person> {
    return this.#byState.get(state) ?? new Set();
  }
}

/** How e-mail addresses are compared. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
