import type { ApplicantInput, BankAccount, Id } from '@one-planet/contract';
import type { Client, Exchange } from '@one-planet/sdk';
import type { Adapters } from '../../adapters/open.ts';
import type { ResolvedSettings } from '../../config/load.ts';

/** What a journey has learnt so far; each step reads what earlier ones left. Plain data. */
export interface Memory extends Kept {
  /** Authorises the first password; one-time. */
  passwordToken?: string;
  /** The bearer token. */
  token?: string;
}

/** The part of it without secrets: a run file holds it. */
export interface Kept {
  /** When the registration was sent, in milliseconds since 1970: older mail does not count. */
  registeredAt?: number;
  applicantId?: Id;
  /** The exam that was begun and may not be handed in yet. */
  exam?: StartedExam;
  examPassed?: boolean;
  payment?: { code: string; amount: number; description: string; banks: BankAccount[] };
  program?: string;
}

export interface StartedExam {
  id: Id;
  /** The answers as they are handed in. */
  results: string;
  /** How many questions it has. */
  questions: number;
  /** When its time is over, in milliseconds since 1970. */
  endsAt: number;
}

/** Everything a step needs. */
export interface JourneyContext extends Adapters {
  settings: ResolvedSettings;
  client: Client;
  signal: AbortSignal;
  applicant: ApplicantInput;
  /** Of the connection: they must appear nowhere. */
  secrets: readonly string[];
  /** Unique to this run. */
  email: string;
  memory: Readonly<Memory>;
  /** Adds to the memory, and to the run file where there is one: what is learnt survives a kill from here on. */
  remember: (learnt: Partial<Memory>) => void;
  /** True while the step that runs may have taken effect in an earlier run, whose end nobody saw. */
  again: boolean;
  /** Shows how waiting goes, where somebody watches. */
  tell: (line: string) => void;
  /** The names of the files that were stored. */
  uploads: string[];
  /** Every attempt of the current step, in order. */
  exchanges: Exchange[];
}
