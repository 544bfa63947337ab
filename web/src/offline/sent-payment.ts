/**
 * The payment that this device sent, or saw waiting for a decision of the staff: nobody is asked for a fee again before
 * the college shows it, and whose payment was rejected sees it (decisions, section 3). It is kept beyond the session
 * and the tab, without a name, a code or an amount; the bank and the reference stay in the tab.
 */

import { lifecycle } from '@one-planet/contract/lifecycle';
import { limits } from '@one-planet/contract/limits';
import { useEffect, useState } from 'react';
import { useIsPast, useOnDevice } from '../site/atoms.ts';
import { now } from '../site/clock.ts';
import { dropFromDevice, keepOnDevice, readFromDevice } from '../site/storages.ts';
import { ownerOf } from '../site/stored-session.ts';
import { fieldsOf, keysOf, numberOf, textOf } from '../site/unchecked.ts';
import { dropDraft, keepDraft, ownDraft, readDraft, readStoredFile } from './drafts.ts';
import { keepTyped, restoreTyped } from './kept-typing.ts';

const { from: due, to: paid } = lifecycle['payments.makeOffline'];

export interface SentPayment {
  /** `bank`: the college has received the details. A provider: it was opened there. Empty: sent from another device. */
  by: string;
  /** Milliseconds since 1970; 0: unknown. */
  at: number;
  /** The college has shown it, so it waited for a decision. */
  isSeen: boolean;
}

/** How long a payment counts as sent that the college never shows, in milliseconds. */
const windowMs = limits.payment.windowDays * 24 * 60 * 60_000;

/** @returns the name of the bank form's draft, see `ownDraft` */
export const bankDraftOf = (email: string) => ownDraft('offline-payment', email);

const keyOf = (email: string) => `payment:${ownerOf(email)}`;
const detailsOf = (email: string) => ownDraft('sent-payment', email);

const noDetails = {
  code: '',
  amount: '',
  bank: '',
  account: '',
  reference: '',
  receipt: '',
  picture: '',
};

/** What was sent, for reading: `receipt` is the name of the picture of it, and `picture` a small copy, as an address. */
export type SentDetails = Readonly<typeof noDetails>;

/** @param details kept as what she types is: in this tab, and on the device if she wished so */
export function keepSentPayment(
  email: string,
  by: string,
  details: Partial<SentDetails> = {},
): void {
  write(email, { by, at: now(), isSeen: false });
  const receipt = readStoredFile(bankDraftOf(email), 'receiptFile')?.name ?? '';
  const { picture } = sentDetails(email);
  keepDetails(email, { ...noDetails, ...(by === 'bank' && { receipt, picture }), ...details });
}

/** The small copy of the receipt that is being sent; none until it is made. */
export function keepReceiptPicture(email: string, picture = ''): void {
  keepDetails(email, { ...sentDetails(email), picture });
}

function keepDetails(email: string, details: SentDetails): void {
  keepDraft(detailsOf(email), details);
  void keepTyped(email, detailsOf(email));
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

/** @returns what this tab knows of the payment; empty where it does not */
export function sentDetails(email: string): SentDetails {
  const kept = readDraft(detailsOf(email));
  const read = keysOf(noDetails).map((name) => [name, textOf(kept[name])]);
  return { ...noDetails, ...Object.fromEntries(read) };
}

/** The same, and what the device kept beyond the tab. */
export function useSentDetails(email: string): SentDetails {
  const [details, setDetails] = useState(() => sentDetails(email));
  useEffect(() => {
    const follow = () => setDetails(sentDetails(email));
    void restoreTyped(email, detailsOf(email)).then(follow);
  }, [email]);
  return details;
}

/** @returns her payment, if this device knows of one; follows changes made in other tabs */
export function useSentPayment(email: string): SentPayment | undefined {
  const sent = read(useOnDevice(keyOf(email)));
  const isOld = useIsPast(sent?.by ? sent.at + windowMs : Number.POSITIVE_INFINITY);
  return isOld && !sent?.isSeen ? undefined : sent;
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
    return sent.isSeen || sent.by ? sent : undefined;
  } catch {
    return undefined;
  }
}
