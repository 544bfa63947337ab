import { Collection } from '@mswjs/data';
import {
  type ApplicantState,
  applicantRole,
  type LifecycleName,
  lifecycle,
} from '@one-planet/contract';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Mail, OneTimeToken, Person, Session } from './entities.ts';
import * as entities from './entities.ts';
import type { Settings } from './options.ts';
import { KeyedQueue } from './queue.ts';
import { RecordIndex } from './record-index.ts';

const codeCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Seeded random numbers: the same seed and purpose lead to the same sequence. They are not for real secrets. */
export class Random {
  readonly #generator: RandomGenerator;

  /** @param purpose generators with different purposes do not influence each other */
  constructor(seed: number, purpose: string) {
    this.#generator = xoroshiro128plus(fnv1a(`${seed} ${purpose}`));
  }

  /** @returns a whole number from 0 up to, but not including, `upperBound` */
  drawBelow(upperBound: number): number {
    return uniformInt(this.#generator, 0, upperBound - 1);
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
    return Array.from({ length: 32 }, () => this.drawBelow(16).toString(16)).join('');
  }

  /** @returns capitals and digits, without those that look alike */
  drawCode(length: number): string {
    return Array.from({ length }, () => codeCharacters[this.drawBelow(codeCharacters.length)]).join(
      '',
    );
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}

/** All records of one backend. A reset creates a new world. A record never changes: an update replaces it. */
export class World {
  readonly settings: Settings;
  /** Every change of a person runs in this queue, with her email address as the key. */
  readonly queue = new KeyedQueue();

  readonly people = new Collection({ schema: entities.personSchema });
  readonly sessions = new Collection({ schema: entities.sessionSchema });
  readonly oneTimeTokens = new Collection({ schema: entities.oneTimeTokenSchema });
  readonly mails = new Collection({ schema: entities.mailSchema });
  readonly exams = new Collection({ schema: entities.examAttemptSchema });
  readonly payments = new Collection({ schema: entities.paymentSchema });
  readonly providerPages = new Collection({ schema: entities.providerPageSchema });
  readonly uploads = new Collection({ schema: entities.uploadSchema });
  readonly programs = new Collection({ schema: entities.program });
  readonly courses = new Collection({ schema: entities.storedCourseSchema });
  readonly batchPrograms = new Collection({ schema: entities.storedBatchProgramSchema });
  readonly bankAccounts = new Collection({ schema: entities.bankAccount });
  readonly contents = new Collection({ schema: entities.content });

  // The look-ups of every request.
  readonly #sessionsByToken = new RecordIndex(this.sessions, ({ token }) => token);
  readonly #peopleById = new RecordIndex(this.people, ({ id }) => id);
  readonly #peopleByEmail = new RecordIndex(this.people, ({ email }) => toEmailKey(email));

  readonly random: Readonly<Record<'tokens' | 'codes' | 'exams' | 'passwords', Random>>;
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
  findPerson(email: string): Person | undefined {
    return this.#peopleByEmail.find(toEmailKey(email));
  }

  findPersonById(personId: number): Person | undefined {
    return this.#peopleById.find(personId);
  }

  /** @returns the session with this bearer token, also one that has ended */
  findSession(token: string): Session | undefined {
    return this.#sessionsByToken.find(token);
  }

  /** @returns the applicants in a state, in the order in which they registered */
  peopleIn(state: ApplicantState | null): readonly Person[] {
    return this.people.findMany((q) => q.where({ role: applicantRole, state }));
  }

  /** @returns the person as she is after the changes */
  async changePerson({ id }: Person, changes: Partial<Person>): Promise<Person> {
    return await this.people.update((q) => q.where({ id }), {
      strict: true,
      data(person) {
        Object.assign(person, changes);
      },
    });
  }

  /**
   * Moves a person to the state that an operation or a decision of the staff leads to.
   * @param changes what changes at the same time
   */
  async takeStep(
    person: Person,
    stepName: LifecycleName,
    changes: Partial<Person> = {},
  ): Promise<Person> {
    return await this.moveTo(person, lifecycle[stepName].to, changes);
  }

  /** Changes the state of a person; the only function that does. */
  async moveTo(
    person: Person,
    state: ApplicantState | null,
    changes: Partial<Person> = {},
  ): Promise<Person> {
    return await this.changePerson(person, { ...changes, state });
  }

  /** Adds a mail to the outbox. */
  async sendMail(mail: Mail): Promise<void> {
    await this.mails.create(mail);
  }

  /** @returns the mails to an address, oldest first */
  mailsTo(email: string): readonly Mail[] {
    const emailKey = toEmailKey(email);
    return this.mails.findMany((q) => q.where({ to: (to) => toEmailKey(to) === emailKey }));
  }

  /** @returns the one-time tokens that were made for a person, oldest first */
  tokensOf({ id: personId }: Person): readonly OneTimeToken[] {
    return this.oneTimeTokens.findMany((q) => q.where({ personId }));
  }

  /** @returns the one-time token with this text */
  findOneTimeToken(token: string): OneTimeToken | undefined {
    return this.oneTimeTokens.findFirst((q) => q.where({ token }));
  }
}

/** An email address in the form in which addresses are compared. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
