/**
 * The payment that this device sent, or saw waiting for a decision of the staff: nobody is asked for a fee again before
 * the college shows it, and whose payment was rejected is told so (decisions, section 3). It is kept beyond the session
 * and the tab, without a name, a code or an amount; the bank and the reference stay in the tab.
 */
import { lifecycle } from '@one-planet/contract/lifecycle';
import { limits } from '@one-planet/contract/limits';
import { useSyncExternalStore } from 'react';
import {
  dropFromDevice,
  keepOnDevice,
  readFromDevice,
  watchDevice,
} from '../site/device-storage.ts';
import { dropDraft, keepDraft, ownDraft, readDraft, readStoredFile } from '../site/drafts.ts';
import { ownerOf } from '../site/owner.ts';
import { fieldsOf, numberOf, textOf } from '../site/unchecked.ts';

const { from: due, to: paid } = lifecycle['payments.makeOffline'];

export interface SentPayment {
  /** `bank`: the college has received the details. A provider: it was opened there. Empty: sent from another device. */
  by: string;
  /** Milliseconds since 1970; 0: unknown. */
  at: number;
  /** The college has shown it, so it waited for a decision. */
  isSeen: boolean;
}

/** @returns the name of the bank form's draft, see `useOwnDraft` */
export const bankDraftOf = (email: string) => ownDraft('offline-payment', email);

const keyOf = (email: string) => `payment:${ownerOf(email)}`;
const detailsOf = (email: string) => `${bankDraftOf(email)}/sent`;

/** @param bank where it was paid, and @param reference the bank's number of it, for this tab */
export function keepSentPayment(
  email: string,
  by: string,
  { bank = '', reference = '' }: { bank?: string; reference?: string } = {},
): void {
  write(email, { by, at: Date.now(), isSeen: false });
  if (by === 'bank') keepDraft(detailsOf(email), { bank, reference });
}

/** The college shows her payment, wherever it was sent from: what follows is a decision. */
export function markPaymentSeen(email: string): void {
  const sent = read(readFromDevice(keyOf(email)));
  if (!sent?.isSeen) write(email, { by: '', at: 0, ...sent, isSeen: true });
}

/** She has not paid after all. */
export function dropSentPayment(email: string): void {
  dropFromDevice(keyOf(email));
}

/**
 * Follows what the college shows. @returns true if the payment is verified, and what was typed for it is not needed any
 * more
 */
export function followPayment(email: string, status: string | undefined): boolean {
  if (status === paid) markPaymentSeen(email);
  if (!showsPayment(status) || status === paid || readFromDevice(keyOf(email)) === null)
    return false;
  dropSentPayment(email);
  dropDraft(bankDraftOf(email));
  return true;
}

/** @returns what this tab knows of a payment at a bank */
export function sentDetails(email: string): { bank: string; reference: string; receipt: string } {
  const { bank, reference } = readDraft(detailsOf(email));
  const receipt = readStoredFile(bankDraftOf(email), 'receiptFile')?.name ?? '';
  return { bank: textOf(bank), reference: textOf(reference), receipt };
}

/** @returns her payment, if this device knows of one; follows changes made in other tabs */
export function useSentPayment(email: string): SentPayment | undefined {
  const raw = useSyncExternalStore(
    watchDevice,
    () => readFromDevice(keyOf(email)),
    () => null,
  );
  return read(raw);
}

/** @returns whether a payment may be on its way, was rejected, or neither */
export function standingOf(
  sent: SentPayment | undefined,
  status: string | undefined,
): 'underway' | 'rejected' | undefined {
  if (!sent || showsPayment(status)) return undefined;
  return sent.isSeen && status === due ? 'rejected' : 'underway';
}

/** @returns true once a status shows that a payment has arrived, or that none is due */
export function showsPayment(status: string | undefined): boolean {
  return status !== undefined && status !== due;
}

function write(email: string, sent: SentPayment): void {
  keepOnDevice(keyOf(email), JSON.stringify(sent));
}

function read(raw: string | null): SentPayment | undefined {
  try {
    const { by, at, isSeen } = fieldsOf(JSON.parse(raw ?? 'null'));
    const sent = { by: textOf(by), at: numberOf(at) ?? 0, isSeen: isSeen === true };
    const isRecent = Date.now() - sent.at < limits.payment.windowDays * 24 * 60 * 60_000;
    return sent.isSeen || (sent.by && isRecent) ? sent : undefined;
  } catch {
    return undefined;
  }
}
