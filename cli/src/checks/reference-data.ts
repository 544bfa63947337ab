/** What the run has learnt of the backend itself, asked once: its lists and the answers of its exam. */
import {
  type BankAccount,
  type BatchProgram,
  findOperation,
  type Program,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import type { MockPages } from '../backend/mock-pages.ts';
import { type AnswerKey, toAnswerKey } from '../config/answer-key.ts';
import type { ResolvedSettings } from '../config/load.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { Skipped, Untouched } from './outcome.ts';
import type { Send } from './wire/sender.ts';

export class ReferenceData {
  readonly #send: Send;
  readonly #settings: ResolvedSettings;
  readonly #mockPages: MockPages;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(send: Send, settings: ResolvedSettings, mockPages: MockPages, signal: AbortSignal) {
    this.#send = send;
    this.#settings = settings;
    this.#mockPages = mockPages;
    this.#signal = signal;
  }

  programs(): Promise<Program[]> {
    return this.#list<Program>('programs.list');
  }

  /** The account an applicant pays to. */
  async bank(): Promise<BankAccount> {
    const accounts = await this.banks();
    const active = accounts.find(({ status }) => status === 'ACTIVE');
    if (active) return active;
    throw new Untouched('bankAccounts.list/one-active', 'no bank account is ACTIVE');
  }

  banks(): Promise<BankAccount[]> {
    return this.#list<BankAccount>('bankAccounts.list');
  }

  /** What can be applied to. @param token of anybody: the first one's answer is kept */
  async offers(token: string | undefined): Promise<BatchProgram[]> {
    const offers = await this.#list<BatchProgram>('batchPrograms.applicable', token);
    if (offers.length > 0) return offers;
    throw new Untouched('batchPrograms.applicable/something', 'nothing can be applied to');
  }

  /** @throws {Skipped} where nobody has told the right answers */
  answerKey(): Promise<AnswerKey> {
    return this.#once('key', async () => {
      const { answerKey } = this.#settings;
      if (answerKey) return answerKey;
      const told = await this.#mockPages('/_mock/exam-key.json', {
        setting: 'examKey',
        signal: this.#signal,
      }).catch((error: unknown) => {
        if (error instanceof CliError && error.exitCode === exitCodes.wrongUsage) return undefined;
        throw error;
      });
      const key = toAnswerKey(told);
      if (key) return key;
      throw new Skipped(
        'needs the right answers of the exam: give them with --exam-key FILE',
        'exam-key',
      );
    });
  }

  #list<T>(
    operation: 'programs.list' | 'bankAccounts.list' | 'batchPrograms.applicable',
    token?: string,
  ): Promise<T[]> {
    return this.#once(operation, async () => {
      const { status, json } = await this.#send(operation, { token });
      const schema = findOperation(operation)?.route.responses[200] as ZodTypeAny;
      if (status < 300 && schema.safeParse(json).success) return json as T[];
      throw new Untouched(
        `${operation}/answers`,
        `${operation} does not answer a list as the contract has it`,
      );
    });
  }

  #once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name) ?? ask();
    this.#known.set(name, known);
    return known as Promise<T>;
  }
}
