import { type ApplicantState, type LifecycleName, lifecycle } from '@one-planet/contract';
import * as entities from './entities.ts';
import type { Settings } from './options.ts';
import { KeyedQueue, Table } from './table.ts';

const codeCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * A seeded random number generator (sfc32): the same seed and purpose lead to the same sequence. It is not for real
 * secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param purpose generators with different purposes do not influence each other */
  constructor(seed: number, purpose: string) {
    const hash = fnv1a(`${seed} ${purpose}`);
    this.#a = hash;
    this.#b = fnv1a(`${purpose} ${seed}`);
    this.#c = seed | 0;
    for (let warmUpRound = 0; warmUpRound < 12; warmUpRound += 1) this.#next();
  }

  /** @returns a whole number from 0 up to, but not including, `end` */
  drawBelow(upperBound: number): number {
    return Math.floor((this.#next() / 2 ** 32) * upperBound);
  }

  /** @returns one item of a non-empty list */
  drawItem<T>(list: readonly T[]): T {
    return list[this.drawBelow(list.length)] as T;
  }

  /** @returns a new list in another order, or its first `count` */
  shuffle<T>(list: readonly T[], count = list.length): T[] {
    const shuffledList = [...list];
    for (let index = 0; index < count; index += 1) {
      const otherIndex = index + this.drawBelow(shuffledList.length - index);
      [shuffledList[index], shuffledList[otherIndex]] = [
        shuffledList[otherIndex] as T,
        shuffledList[index] as T,
      ];
    }
    return shuffledList.slice(0, count);
  }

  /** @returns 32 hexadecimal digits */
  drawToken(): string {
    const parts = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0'));
    return parts.join('');
  }

  /** @returns capitals and digits, without those that look alike */
  drawCode(length: number): string {
    return Array.from({ length }, () => codeCharacters[this.drawBelow(codeCharacters.length)]).join(
      '',
    );
  }

  #next(): number {
    const randomNumber = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + randomNumber;
    return randomNumber >>> 0;
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}

/** All records of one backend. A reset creates a new world. */
export class World {
  readonly settings: Settings;
  /** Every change of a person runs in this queue, with her email address as the key. */
  readonly queue = new KeyedQueue();

  readonly people = new Table(entities.personSchema, {
    uniqueKeys: { id: ({ id }) => id, email: ({ email }) => toEmailKey(email) },
  });
  readonly sessions = new Table(entities.sessionSchema, {
    uniqueKeys: { token: ({ token }) => token },
  });
  readonly oneTimeTokens = new Table(entities.oneTimeTokenSchema, {
    uniqueKeys: { token: ({ token }) => token },
    groupKeys: { person: ({ personId }) => personId },
  });
  readonly mails = new Table(entities.mailSchema, {
    groupKeys: { to: ({ to }) => toEmailKey(to) },
  });
  readonly exams = new Table(entities.examAttemptSchema, { uniqueKeys: { id: ({ id }) => id } });
  readonly payments = new Table(entities.paymentSchema, {
    uniqueKeys: { code: ({ code }) => code },
  });
  readonly providerPages = new Table(entities.providerPageSchema, {
    uniqueKeys: { id: ({ id }) => id },
  });
  readonly uploads = new Table(entities.uploadSchema, { uniqueKeys: { name: ({ name }) => name } });
  readonly programs = new Table(entities.program, { uniqueKeys: { id: ({ id }) => id } });
  readonly courses = new Table(entities.storedCourseSchema, {
    groupKeys: { program: ({ programId }) => programId },
  });
  readonly batchPrograms = new Table(entities.storedBatchProgramSchema, {
    uniqueKeys: { id: ({ id }) => id },
  });
  readonly bankAccounts = new Table(entities.bankAccount, {
    uniqueKeys: { account: (account) => account.account },
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

  /** @returns an id that no record has had */
  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Finds a person by email address, in any letter case. */
  findPerson(email: string): entities.Person | undefined {
    return this.people.find('email', toEmailKey(email));
  }

  /** Moves a person to the state that an operation or a decision of the staff leads to. */
  takeStep(person: entities.Person, stepName: LifecycleName): void {
    this.moveTo(person, lifecycle[stepName].to);
  }

  /** Changes the state of a person; the only function that does. */
  moveTo(person: entities.Person, state: ApplicantState | null): void {
    this.#byState.get(person.state)?.delete(person);
    person.state = state;
    const peopleInState = this.#byState.get(state);
    if (peopleInState) peopleInState.add(person);
    else this.#byState.set(state, new Set([person]));
  }

  /** @returns the applicants in a state, in the order in which they reached it */
  peopleIn(state: ApplicantState | null): ReadonlySet<entities.Person> {
    return this.#byState.get(state) ?? new Set();
  }
}

/** An email address in the form in which addresses are compared. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
