/**
 * Makes valid calls for the applicants of a run. What a call needs beyond the applicant is requested or uploaded first.
 */
import {
  activatesWithPassword,
  type BankAccount,
  type BatchProgram,
  type Dialect,
  type FileKind,
  findOperation,
  type Need,
  type OperationName,
  type Program,
  toExamResults,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import type { Applicant } from '../applicant/applicant.ts';
import { makePdf, makePng, sampleFiles, type UploadFile } from '../applicant/sample-files.ts';
import { answerKeyOf, rightAnswers, validCall } from '../applicant/valid-calls.ts';
import { type MockHelpers, NotConfiguredError } from '../backend/page-requests.ts';
import type { AnswerKey, ResolvedSettings } from '../core/configuration.ts';
import { fieldsOf } from '../core/json.ts';
import { passwordVariables } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import type { Person, StepHistories } from './applicants.ts';
import { type ApiResponse, type Call, describeResponse, readStoredName } from './http-messages.ts';
import { block, skip } from './outcome.ts';
import type { Send } from './sender.ts';

export interface Sources {
  reference: ReferenceData;
  send: Send;
  dialect: Dialect;
  steps: StepHistories;
}

type NeedProvider = (
  person: Person,
  sources: Sources,
) => Promise<Partial<Applicant>> | Partial<Applicant>;

const provideFile =
  (kind: FileKind): NeedProvider =>
  async (person, sources) => {
    await storedFile(person, kind, sources);
    return { files: person.files };
  };

/** How each need of a call is met; a need that is not listed is met on the applicant's walk. */
const needProviders: Partial<Record<Need, NeedProvider>> = {
  activationToken: (_, { dialect }) => ({ activatesWithPassword: activatesWithPassword(dialect) }),
  profileId: ({ id }) => {
    if (id !== undefined) return { id };
    throw skip('the profile has no id, which the address needs');
  },
  profilePicture: provideFile('profilePicture'),
  educationDocument: provideFile('educationDocument'),
  receipt: provideFile('receipt'),
  offer: async (person, { reference }) => ({
    offerId: Number((await reference.offers(person))[0]?.id),
  }),
  programId: async (_, { reference }) => {
    const [program] = await reference.programs();
    if (program) return { programId: program.id };
    throw skip('the backend has no program');
  },
  exam: async ({ exam }, { reference }) => {
    if (!exam) return {};
    const results = toExamResults(rightAnswers(exam, await reference.answerKey()));
    return { answers: { id: exam.examDto.id, results } };
  },
  bankAccount: async (person, { reference }) => ({
    bankAccount: person.bankAccount ?? (await reference.activeAccount()).account,
  }),
};

/**
 * Makes a valid call of an operation, with the applicant's token.
 * @throws {OutcomeError} where something it needs is not available
 */
export async function validCallFor(
  operation: OperationName,
  person: Person,
  sources: Sources,
): Promise<Call> {
  const neededFacts: Partial<Applicant> = {};
  for (const need of findOperation(operation)?.meta.needs ?? [])
    Object.assign(neededFacts, await needProviders[need]?.(person, sources));
  const identity = { token: person.token, by: person.number, about: person.number };
  if (operation === 'files.upload') return { file: fileOf(person, 'profilePicture'), ...identity };
  const applicant = { ...person, ...neededFacts };
  // A backend may refuse a new password that equals the old one.
  if (operation === 'auth.changePassword') applicant.password = nextPassword(person);
  const { params, body } = validCall(operation, applicant);
  return { params, body, ...identity };
}

/** Makes a valid call of an operation and sends it. */
export async function sendValidCall(
  person: Person,
  operation: OperationName,
  sources: Sources,
): Promise<ApiResponse> {
  return sources.send(operation, await validCallFor(operation, person, sources));
}

/** The new password for a valid call of changePassword. */
function nextPassword({ password }: Person): string {
  return `${password}Z1`;
}

/** Every applicant gets files of her own, because a backend may store equal files only once. */
function fileOf({ number }: Person, kind: FileKind): UploadFile {
  const bytes =
    kind === 'educationDocument'
      ? makePdf(`Grade 12 certificate ${number}`)
      : makePng(64 + number, kind === 'receipt' ? 200 : 90);
  return { ...sampleFiles[kind], bytes };
}

/**
 * For a response that lacks what it was requested for.
 * @returns the outcome that blocks the check
 */
export function blockUnusable(response: ApiResponse, problem: string): ReturnType<typeof block> {
  const { operation, status } = response;
  const reason = `${operation} ${problem}: ${describeResponse(response)}`;
  return block(`${operation}/answers`, reason, response, status < 300 ? 'everybody' : undefined);
}

/** The name under which one of her files is stored; the file is uploaded when the name is first needed. */
export async function storedFile(
  person: Person,
  kind: FileKind,
  { send, steps }: Sources,
): Promise<string> {
  const storedName = person.files[kind];
  if (storedName !== undefined) return storedName;
  const { token, number } = person;
  const call = { file: fileOf(person, kind), token, by: number, about: number };
  const name = await steps.take('files.upload', person, async () => {
    const response = await send('files.upload', call);
    const storedName = readStoredName(response);
    if (storedName !== undefined) return storedName;
    throw blockUnusable(response, 'answers no name');
  });
  person.files[kind] = name;
  return name;
}

/* Facts about the backend itself: its lists and its answer key. Each is requested once. */

interface ReferenceTools {
  send: Send;
  settings: ResolvedSettings;
  mockPages: MockHelpers;
  signal: AbortSignal;
  /** Returns the token of an applicant who may apply. */
  readyToken: () => Promise<string | undefined>;
}

export class ReferenceData {
  readonly #asked: ReferenceTools;
  readonly #known = new Map<string, Promise<unknown>>();
  #offers: BatchProgram[] | undefined;

  constructor(sources: ReferenceTools) {
    this.#asked = sources;
  }

  programs(): Promise<Program[]> {
    return this.#list<Program>('programs.list');
  }

  /** The account an applicant pays to. */
  async activeAccount(): Promise<BankAccount> {
    const accounts = await this.banks();
    const active = accounts.find(({ status }) => status === 'ACTIVE');
    if (active) return active;
    throw block('bankAccounts.list/one-active', 'no bank account is ACTIVE', undefined, 'nobody');
  }

  banks(): Promise<BankAccount[]> {
    return this.#list<BankAccount>('bankAccounts.list');
  }

  /** The offers in the applicant's state, or else the offers that an applicant who may apply sees. */
  async offers({ token, stage }: Pick<Person, 'token' | 'stage'>): Promise<BatchProgram[]> {
    const readOffers = (bearer: string | undefined) =>
      this.#read<BatchProgram>('batchPrograms.applicable', bearer);
    const isReady = stage === 'READY_TO_APPLY';
    // In an earlier state the list may be empty or the call refused.
    this.#offers ??= await readOffers(token).catch((error: unknown) => {
      if (isReady) throw error;
      return undefined;
    });
    if (!this.#offers?.length && !isReady)
      this.#offers = await readOffers(await this.#asked.readyToken());
    const offers = this.#offers ?? [];
    this.#offers = offers.length > 0 ? offers : undefined;
    if (offers.length > 0) return offers;
    throw block(
      'batchPrograms.applicable/something',
      'nothing can be applied to',
      undefined,
      'nobody',
    );
  }

  /** @throws {OutcomeError} where the right answers are not known */
  answerKey(): Promise<AnswerKey> {
    return this.#once('key', async () => {
      const { settings, mockPages, signal } = this.#asked;
      const key = await answerKeyOf(settings, mockPages, signal).catch((error: unknown) => {
        if (error instanceof NotConfiguredError) return undefined;
        throw error;
      });
      if (key) return key;
      throw skip('needs the right answers of the exam: give them with --exam-key FILE', 'exam-key');
    });
  }

  /**
   * The token of the staff login in the settings.
   * @throws {OutcomeError} where the settings have none, or it is refused
   */
  staffToken(): Promise<string> {
    return this.#once('staff', async () => {
      const body = await this.#staffLogin();
      const { status, json } = await this.#asked.send('auth.login', { body });
      const { token } = fieldsOf(json);
      if (status < 300 && typeof token === 'string') return token;
      throw skip(`the staff login of "staffLogin" is refused with ${status}`);
    });
  }

  async #staffLogin(): Promise<{ email: string; password: string }> {
    const { staffLogin, target, folder } = this.#asked.settings;
    if (staffLogin) {
      const {
        email,
        passwordFile: fileName,
        passwordEnv: env = passwordVariables.staff,
      } = staffLogin;
      return {
        email,
        password: readSecret({ env, file: fileName }, "the staff login's password", folder),
      };
    }
    if (target === 'mock') return { ...(await import('@one-planet/mocks')).staffAccount };
    throw skip('"staffLogin" is not set');
  }

  #list<T>(operation: 'programs.list' | 'bankAccounts.list'): Promise<T[]> {
    return this.#once(operation, () => this.#read<T>(operation));
  }

  async #read<T>(operation: OperationName, token?: string): Promise<T[]> {
    const response = await this.#asked.send(operation, { token });
    const schema = findOperation(operation)?.route.responses[200] as ZodTypeAny;
    if (response.status < 300 && schema.safeParse(response.json).success)
      return response.json as T[];
    const reason = `${operation} does not answer a list as the contract has it`;
    throw block(`${operation}/answers`, reason, response, 'nobody');
  }

  #once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const request = this.#known.get(name) ?? ask();
    this.#known.set(name, request);
    return request as Promise<T>;
  }
}
