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
import { findAnswerKeyForExam, makeValidCall, pickRightAnswers } from '../applicant/valid-calls.ts';
import { type MockHelpers, NotConfiguredError } from '../backend/page-requests.ts';
import { makeSkip } from '../checks/outcome.ts';
import type { AnswerKey, ResolvedSettings } from '../core/configuration.ts';
import { fieldsOf } from '../core/json.ts';
import { harmlessPersonalData } from '../core/secrets.ts';
import { passwordVariableNames } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import type { Person, StepHistories } from './applicants.ts';
import { makeBlockBy, makeUnusableBlock } from './blame.ts';
import { type ApiResponse, type Call, readStoredFileName } from './http-messages.ts';
import type { Send } from './sender.ts';

export interface Sources {
  referenceData: ReferenceData;
  send: Send;
  dialect: Dialect;
  stepHistories: StepHistories;
}

type NeedProvider = (
  person: Person,
  sources: Sources,
) => Promise<Partial<Applicant>> | Partial<Applicant>;

const makeFileProvider =
  (fileKind: FileKind): NeedProvider =>
  async (person, sources) => {
    await ensureStoredFile(person, fileKind, sources);
    return { storedFileNames: person.storedFileNames };
  };

/** How each need of a call is met; a need that is not listed is met on the applicant's walk. */
const providersByNeed: Partial<Record<Need, NeedProvider>> = {
  activationToken: (_, { dialect }) => ({ activatesWithPassword: activatesWithPassword(dialect) }),
  profileId: ({ id }) => {
    if (id !== undefined) return { id };
    throw makeSkip('the profile has no id, which the address needs');
  },
  profilePicture: makeFileProvider('profilePicture'),
  educationDocument: makeFileProvider('educationDocument'),
  receipt: makeFileProvider('receipt'),
  offer: async (person, { referenceData }) => ({
    offerId: Number((await referenceData.readOffers(person))[0]?.id),
  }),
  programId: async (_, { referenceData }) => {
    const [program] = await referenceData.readPrograms();
    if (program) return { programId: program.id };
    throw makeSkip('the backend has no program');
  },
  exam: async ({ exam }, { referenceData }) => {
    if (!exam) return {};
    const examResults = toExamResults(pickRightAnswers(exam, await referenceData.readAnswerKey()));
    return { examAnswers: { id: exam.examDto.id, results: examResults } };
  },
  bankAccount: async (person, { referenceData }) => ({
    bankAccount: person.bankAccount ?? (await referenceData.readActiveAccount()).account,
  }),
};

/**
 * Makes a valid call of an operation, with the applicant's token.
 * @throws {OutcomeError} where something it needs is not available
 */
export async function makeValidCallFor(
  operation: OperationName,
  person: Person,
  sources: Sources,
): Promise<Call> {
  const neededFacts: Partial<Applicant> = {};
  for (const need of findOperation(operation)?.meta.neededValues ?? [])
    Object.assign(neededFacts, await providersByNeed[need]?.(person, sources));
  const { token, number: senderNumber } = person;
  if (operation === 'files.upload')
    return { file: makeFileOf(person, 'profilePicture'), token, senderNumber };
  const applicant = { ...person, ...neededFacts };
  // A backend may refuse a new password that equals the old one.
  if (operation === 'auth.changePassword') applicant.password = `${person.password}Z1`;
  const { params, body } = makeValidCall(operation, applicant);
  return { params, body, token, senderNumber };
}

/** Makes a valid call of an operation and sends it. */
export async function sendValidCall(
  person: Person,
  operation: OperationName,
  sources: Sources,
): Promise<ApiResponse> {
  return sources.send(operation, await makeValidCallFor(operation, person, sources));
}

/** Every applicant gets files of her own, because a backend may store equal files only once. */
function makeFileOf({ number }: Person, fileKind: FileKind): UploadFile {
  const fileBytes =
    fileKind === 'educationDocument'
      ? makePdf(`Grade 12 certificate ${number}`)
      : makePng(64 + number, fileKind === 'receipt' ? 200 : 90);
  return { ...sampleFiles[fileKind], bytes: fileBytes };
}

/** The name under which one of her files is stored; the file is uploaded when the name is first needed. */
export async function ensureStoredFile(
  person: Person,
  fileKind: FileKind,
  { send, stepHistories }: Sources,
): Promise<string> {
  const storedFileName = person.storedFileNames[fileKind];
  if (storedFileName !== undefined) return storedFileName;
  const { token, number: senderNumber } = person;
  const uploadFile = async () => {
    const file = makeFileOf(person, fileKind);
    const response = await send('files.upload', { file, token, senderNumber });
    const newStoredFileName = readStoredFileName(response);
    if (newStoredFileName === undefined) throw makeUnusableBlock(response, 'answers no name');
    person.storedFileNames[fileKind] = newStoredFileName;
    return newStoredFileName;
  };
  return stepHistories.takeStepUnlessFailing('files.upload', person, uploadFile);
}

/* Facts about the backend itself: its lists and its answer key. Each is requested once. */

interface ReferenceTools {
  send: Send;
  settings: ResolvedSettings;
  requestMockPage: MockHelpers;
  signal: AbortSignal;
  /** Returns the token of an applicant who may apply. */
  findReadyToken: () => Promise<string | undefined>;
}

export class ReferenceData {
  readonly #tools: ReferenceTools;
  readonly #dataPromises = new Map<string, Promise<unknown>>();
  #readOffers: BatchProgram[] | undefined;

  constructor(tools: ReferenceTools) {
    this.#tools = tools;
  }

  readPrograms(): Promise<Program[]> {
    return this.#once('programs', () => this.#read<Program>('programs.list'));
  }

  /** The account an applicant pays to. */
  async readActiveAccount(): Promise<BankAccount> {
    const bankAccounts = await this.readBankAccounts();
    const activeAccount = bankAccounts.find(({ status }) => status === 'ACTIVE');
    if (activeAccount) return activeAccount;
    const reason = 'no bank account is ACTIVE';
    throw makeBlockBy('bankAccounts.list', 'no active account', reason, undefined, 'nobody');
  }

  readBankAccounts(): Promise<BankAccount[]> {
    return this.#once('accounts', async () => {
      const bankAccounts = await this.#read<BankAccount>('bankAccounts.list');
      for (const { account } of bankAccounts) harmlessPersonalData.add(String(account));
      return bankAccounts;
    });
  }

  /** The offers in the applicant's state, or else the offers that an applicant who may apply sees. */
  async readOffers({ token, stage }: Pick<Person, 'token' | 'stage'>): Promise<BatchProgram[]> {
    const requestOffers = (token: string | undefined) =>
      this.#read<BatchProgram>('batchPrograms.applicable', token);
    const mayApply = stage === 'READY_TO_APPLY';
    // In an earlier state the list may be empty or the call refused.
    this.#readOffers ??= await requestOffers(token).catch((error: unknown) => {
      if (mayApply) throw error;
      return undefined;
    });
    if (!this.#readOffers?.length && !mayApply)
      this.#readOffers = await requestOffers(await this.#tools.findReadyToken());
    const offers = this.#readOffers ?? [];
    this.#readOffers = offers.length > 0 ? offers : undefined;
    if (offers.length > 0) return offers;
    const reason = 'nothing can be applied to';
    throw makeBlockBy('batchPrograms.applicable', 'no offer', reason, undefined, 'nobody');
  }

  /** @throws {OutcomeError} where the right answers are not known */
  readAnswerKey(): Promise<AnswerKey> {
    return this.#once('key', async () => {
      const { settings, requestMockPage, signal } = this.#tools;
      const findKey = findAnswerKeyForExam(settings, requestMockPage, signal);
      const answerKey = await findKey.catch((error: unknown) => {
        if (!(error instanceof NotConfiguredError)) throw error;
      });
      if (answerKey) return answerKey;
      const reason = 'needs the right answers of the exam: give them with --exam-key FILE';
      throw makeSkip(reason, 'exam-key');
    });
  }

  /**
   * The token of the staff login in the settings.
   * @throws {OutcomeError} where the settings have none, or it is refused
   */
  readStaffToken(): Promise<string> {
    return this.#once('staff', async () => {
      const { status, json } = await this.logInStaff();
      const { token } = fieldsOf(json);
      if (status < 300 && typeof token === 'string') return token;
      throw makeSkip(`the staff login of "staffLogin" is refused with ${status}`);
    });
  }

  /**
   * Logs in with the staff login in the settings.
   * @throws {OutcomeError} where the settings have none
   */
  async logInStaff(): Promise<ApiResponse> {
    return this.#tools.send('auth.login', { body: await this.#staffLogin() });
  }

  async #staffLogin(): Promise<{ email: string; password: string }> {
    const { staffLogin, target, folder } = this.#tools.settings;
    if (staffLogin) {
      const { email, passwordFile: filePath, passwordEnv } = staffLogin;
      const source = { variableName: passwordEnv ?? passwordVariableNames.staff, filePath };
      return { email, password: readSecret(source, "the staff login's password", folder) };
    }
    if (target === 'mock') return { ...(await import('@one-planet/mocks')).staffAccount };
    throw makeSkip('"staffLogin" is not set');
  }

  async #read<T>(operation: OperationName, token?: string): Promise<T[]> {
    const response = await this.#tools.send(operation, { token });
    const schema = findOperation(operation)?.route.responses[200] as ZodTypeAny;
    if (response.status < 300 && schema.safeParse(response.json).success)
      return response.json as T[];
    const reason = `${operation} does not answer a list as the contract has it`;
    throw makeBlockBy(operation, 'unusable answer', reason, response, 'nobody');
  }

  #once<T>(dataName: string, loadData: () => Promise<T>): Promise<T> {
    const promiseOfData = this.#dataPromises.get(dataName) ?? loadData();
    this.#dataPromises.set(dataName, promiseOfData);
    return promiseOfData as Promise<T>;
  }
}
