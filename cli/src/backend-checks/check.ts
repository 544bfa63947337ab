/** The base of all checks of a backend: what a check is, and the context it runs in. */
import { findOperation, type OperationName, type RuleName } from '@one-planet/contract';
import { type Stage, stageOf } from '../applicant/stages.ts';
import { type Check, readLevel } from '../checks/engine.ts';
import { expectAccepted, makeSkip } from '../checks/outcome.ts';
import type { ResolvedSettings } from '../core/configuration.ts';
import type { Level } from '../report/report.ts';
import { type Helpers, type People, performMove, prepareForCall } from './applicant-walk.ts';
import { needsNoAccount, type Person } from './applicants.ts';
import { makeValidCallFor, type ReferenceData } from './call-needs.ts';
import { type ApiResponse, type Call, callWithBody } from './http-messages.ts';
import type { IssuedSecrets } from './leaks.ts';
import type { Observations } from './observations.ts';
import type { FailureLog, Send } from './sender.ts';

export interface BackendCheck extends Check<CheckContext> {
  rule: RuleName;
  /**
   * The state of the applicant that the check borrows; left out where it needs none. Checks run in the order of these
   * states.
   */
  stage?: Stage;
  /** Whether the check moves the applicant out of that state: such checks come last for their state. */
  movesApplicantOn?: boolean;
  /** Whether the check takes the normal step out of that state; checks with variations of the step come after it. */
  takesUsualStep?: boolean;
}

/* The context in which a check runs. */

export interface RunContext {
  settings: ResolvedSettings;
  helpers: Helpers;
  people: People;
  failureLog: FailureLog;
  observations: Observations;
  issuedSecrets: IssuedSecrets;
  /** The backend's address with `/api`. */
  baseUrl: string;
  /** How long one check may wait for an exam or a session to end, in milliseconds. */
  maxWaitForEndMs: number;
  fuzz: { runs: number; seed: number } | undefined;
}

export class CheckContext {
  readonly id: string;
  readonly runContext: RunContext;
  readonly helpers: Helpers;
  readonly referenceData: ReferenceData;
  readonly notes: string[] = [];
  lastResponse: ApiResponse | undefined;
  readonly #lentPeople: Person[] = [];

  constructor(id: string, runContext: RunContext) {
    this.id = id;
    this.runContext = runContext;
    this.referenceData = runContext.helpers.referenceData;
    this.helpers = { ...runContext.helpers, send: (operation, call) => this.send(operation, call) };
  }

  /** Sends a request. @throws {OutcomeError} see `createSender` */
  readonly send: Send = async (operation, call) => {
    const response = await this.runContext.helpers.send(operation, call);
    this.lastResponse = response;
    return response;
  };

  /** Makes a valid call of an operation for an applicant, with her token. */
  makeCall(operation: OperationName, person: Person): Promise<Call> {
    return makeValidCallFor(operation, person, this.helpers);
  }

  /**
   * Makes and sends a valid call.
   * @param callChange the parts in which the call differs from the valid one
   */
  async sendAs(
    person: Person,
    operation: OperationName,
    callChange: Call = {},
  ): Promise<ApiResponse> {
    return this.send(operation, { ...(await this.makeCall(operation, person)), ...callChange });
  }

  /** Makes and sends a valid call with other values in some fields of its body. */
  async sendWith(
    person: Person,
    operation: OperationName,
    bodyFields: object,
  ): Promise<ApiResponse> {
    const call = await this.makeCall(operation, person);
    return this.send(operation, { ...call, ...callWithBody(call, bodyFields) });
  }

  /**
   * Sends a valid call and expects that it succeeds.
   * @param callText describes the call in the finding
   */
  async sendAndExpectSuccess(
    person: Person,
    operation: OperationName,
    callText: string,
  ): Promise<ApiResponse> {
    const response = await this.sendAs(person, operation);
    expectAccepted(response, callText);
    return response;
  }

  /**
   * Performs an operation for an applicant in its stage and expects that it succeeds.
   * @param actionText describes the operation in the finding
   */
  async performOperation(
    person: Person,
    operation: OperationName,
    actionText: string,
  ): Promise<ApiResponse> {
    const response = await performMove(operation, person, this.helpers);
    expectAccepted(response, actionText);
    return response;
  }

  /** Logs her in with a password, which need not be her own. */
  logInWith({ email, number }: Person, password: string): Promise<ApiResponse> {
    return this.send('auth.login', { body: { email, password }, senderNumber: number });
  }

  /** Borrows an applicant until the check ends. An applicant who was part of a failure is not used again. */
  async lendPerson(stage: Stage = 'ACTIVATED'): Promise<Person> {
    const person = await this.runContext.people.lendPerson(stage);
    this.#lentPeople.push(person);
    return person;
  }

  /**
   * Borrows an applicant who can perform an operation: one in its stage, or a new person where no account is needed.
   */
  async lendApplicantFor(operation: OperationName): Promise<Person> {
    return needsNoAccount(operation) ? this.draftPerson() : this.lendPerson(stageOf(operation));
  }

  /** Borrows an applicant who can perform an operation, and prepares what the call needs. */
  async lendPreparedFor(operation: OperationName): Promise<Person> {
    const person = await this.lendApplicantFor(operation);
    await prepareForCall(operation, person, this.helpers);
    return person;
  }

  /** Makes a new person who is not registered yet. */
  draftPerson(): Person {
    return this.runContext.people.draftPerson();
  }

  /** Registers a new applicant, who has not opened her activation link. */
  async registerPerson(): Promise<Person> {
    const person = await this.runContext.people.registerPerson();
    this.addToPool(person);
    return person;
  }

  /** Puts an applicant that the check itself has made into the pool when it ends, in the stage she is in then. */
  addToPool(person: Person): void {
    this.#lentPeople.push(person);
  }

  /** Keeps an applicant from being used by other checks, e.g. because her data is odd now. */
  removeFromPool(person: Person): void {
    const index = this.#lentPeople.indexOf(person);
    if (index >= 0) this.#lentPeople.splice(index, 1);
  }

  addNote(note: string): void {
    this.notes.push(note);
  }

  /** @param isStateAsExpected whether the borrowed applicants are still in the state they are believed to be in */
  close(isStateAsExpected: boolean): void {
    if (isStateAsExpected)
      for (const person of this.#lentPeople) this.runContext.people.takeBack(person);
  }
}

type ScenarioFacts = Omit<BackendCheck, 'level' | 'operation' | 'rule' | 'run' | 'stage'> &
  Partial<Pick<BackendCheck, 'level' | 'rule'>>;
export type RunFor = (context: CheckContext, person: Person) => Promise<void>;

/**
 * The definition of a check. With `runFor`, the check gets an applicant in its stage (default: ACTIVATED) until it
 * ends.
 */
export type Scenario = ScenarioFacts &
  (Pick<BackendCheck, 'run' | 'stage'> | { stage?: Stage; runFor: RunFor });

/**
 * Makes a check and fills in what most checks have in common: the operation from its id, the rule from its operation,
 * the level from the word in its sentence.
 */
export function makeScenarioCheck(definition: Scenario): BackendCheck {
  const operation = findOperation(definition.id.split('/')[0] ?? '');
  const { rule = operation?.meta.rule } = definition;
  if (!rule) throw new Error(`${definition.id} has no rule`);
  const operationFields = operation ? { operation: operation.name } : {};
  const commonFields = { ...operationFields, rule, level: readLevel(definition.sentence) } as const;
  if ('run' in definition) return { ...commonFields, ...definition };
  const { runFor, stage = 'ACTIVATED', ...rest } = definition;
  const run = async (context: CheckContext) => {
    const person = await context.lendPerson(stage);
    if (stage === 'NOT_ACTIVATED' && person.stage !== stage)
      throw makeSkip('the dialect sets the password with the activation');
    await runFor(context, person);
  };
  return { ...commonFields, stage, ...rest, run };
}

export function makeScenarioChecks(definitions: readonly Scenario[]): BackendCheck[] {
  return definitions.map(makeScenarioCheck);
}

/** Makes checks that have some fields in common. */
export function makeSimilarChecks(
  commonFields: Partial<Pick<BackendCheck, 'rule' | 'stage' | 'movesApplicantOn' | 'afterAll'>>,
  definitions: readonly Scenario[],
): BackendCheck[] {
  return definitions.map((definition) => makeScenarioCheck({ ...commonFields, ...definition }));
}

/** The word of a level in the sentences of checks. */
export const obligationWords: Readonly<Record<Level, string>> = {
  must: 'MUST',
  should: 'SHOULD',
  info: 'MAY',
};
