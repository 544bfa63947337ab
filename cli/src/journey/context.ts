import type { ApplicantInput, BankAccount, Id } from '@one-planet/contract';
import type { Client, Exchange } from '@one-planet/sdk';
import type { ResolvedSettings } from '../config/load.ts';
import type { Mailbox } from '../mailbox/index.ts';
import type { Desk } from '../mock-desk.ts';
import type { Provider } from '../provider/index.ts';
import type { Staff } from '../staff/index.ts';

/** What a journey has learnt so far; each step reads what earlier ones left. Plain data. */
export interface Memory {
  /** When the registration was sent, in milliseconds since 1970: older mail does not count. */
  registeredAt?: number;
  /** Authorises the first password; one-time. */
  passwordToken?: string;
  /** The bearer token. */
  token?: string;
  applicantId?: Id;
  examPassed?: boolean;
  payment?: { code: string; amount: number; description: string; banks: BankAccount[] };
  program?: string;
}

/** Everything a step needs. */
export interface JourneyContext {
  settings: ResolvedSettings;
  client: Client;
  /** The mock's helpers, where the backend is one. */
  desk: Desk;
  mailbox: Mailbox;
  staff: Staff;
  provider: Provider;
  signal: AbortSignal;
  applicant: ApplicantInput;
  /** Unique to this run. */
  email: string;
  memory: Memory;
  /** Every attempt of the current step, in order. */
  exchanges: Exchange[];
}
