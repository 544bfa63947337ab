/** What a check works with. */
import type { OperationName } from '@one-planet/contract';
import { type Stage, stageOf } from '../applicant/stages.ts';
import type { ResolvedSettings } from '../config/load.ts';
import type { IssuedSecrets } from './passive/issued-secrets.ts';
import type { Observations } from './passive/observations.ts';
import { callOf } from './people/calls.ts';
import type { People } from './people/people.ts';
import type { Person } from './people/person.ts';
import { needsNobody } from './people/stage-for.ts';
import type { Helpers } from './people/walk.ts';
import type { ReferenceData } from './reference-data.ts';
import type { FailureLog } from './wire/failure-log.ts';
import type { Reply } from './wire/reply.ts';
import type { Call } from './wire/request.ts';
import type { Send } from './wire/sender.ts';

/** What all checks of a run share. */
export interface RunContext {
  settings: ResolvedSettings;
  helpers: Helpers;
  people: People;
  reference: ReferenceData;
  failureLog: FailureLog;
  observations: Observations;
  issuedSecrets: IssuedSecrets;
  /** The backend's address with `/api`. */
  base: string;
  /** Of the connection: they must appear in no report. */
  secrets: readonly string[];
  /** How long one check may wait for an exam or a session to end, in milliseconds. */
  patienceMs: number;
  fuzz: { runs: number; seed: number } | undefined;
}

export class CheckContext {
  /** Of the check that works with it. */
  readonly id: string;
  readonly run: RunContext;
  readonly helpers: Helpers;
  readonly reference: ReferenceData;
  /** Tolerated differences it saw. */
  readonly notes: string[] = [];
  /** The last answer of this check. */
  last: Reply | undefined;
  readonly #lent: Person[] = [];

  constructor(id: string, run: RunContext) {
    this.id = id;
    this.run = run;
    this.reference = run.reference;
    this.helpers = { ...run.helpers, send: (operation, call) => this.send(operation, call) };
  }

  /** Sends a request. @throws {Blocked | Ended} see `createSender` */
  readonly send: Send = async (operation, call) => {
    const reply = await this.run.helpers.send(operation, call);
    this.last = reply;
    return reply;
  };

  /** A valid call of an operation for an applicant, with her token. */
  call(operation: OperationName, person: Person): Promise<Call> {
    return callOf(operation, person, this.helpers);
  }

  /** Sends that call. @param change what is different about it */
  async sendAs(person: Person, operation: OperationName, change: Call = {}): Promise<Reply> {
    return this.send(operation, { ...(await this.call(operation, person)), ...change });
  }

  /** Borrows an applicant until the check ends; one who took part in a failure is not used again. */
  async person(stage: Stage = 'ACTIVATED'): Promise<Person> {
    const person = await this.run.people.lend(stage);
    this.#lent.push(person);
    return person;
  }

  /** Who can do an operation right: an applicant in its stage, or somebody new where no account is needed. */
  async applicantFor(operation: OperationName): Promise<Person> {
    return needsNobody(operation) ? this.draft() : this.person(stageOf(operation));
  }

  /** Somebody new, not registered yet. */
  draft(tag?: string): Person {
    return this.run.people.draft(tag);
  }

  /** From now on an applicant of the pool, in the stage she is in. */
  adopt(person: Person): void {
    this.#lent.push(person);
  }

  /** She must not be used again. */
  retire(person: Person): void {
    this.#lent.splice(this.#lent.indexOf(person), 1);
  }

  /** Notes a tolerated difference. */
  tell(note: string): void {
    this.notes.push(note);
  }

  /** @param unharmed whether her state is still what it is believed to be */
  close(unharmed: boolean): void {
    if (unharmed) for (const person of this.#lent) this.run.people.giveBack(person);
  }
}
