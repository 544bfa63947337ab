/**
 * The payment that was sent from this device, or seen here while it waited for a decision of the staff. So an applicant
 * is not asked for the fee again before the college shows her payment, and can be told that it was rejected
 * (specification/decisions §3). That it was sent outlives the session and the tab, without her name. Its details (code,
 * amount, bank, reference) are kept like form input: in this tab, and on the device if she asked for that.
 */

import { lifecycle } from '@one-planet/contract/lifecycle';
import { limits } from '@one-planet/contract/limits';
import { useEffect, useState } from 'react';
import { useStoredValue } from '../site/atoms.ts';
import { type Site, useSite } from '../site/client.ts';
import { ownerHashOf } from '../site/owner.ts';
import { dropFromDevice, keepOnDevice, readFromDevice } from '../site/storages.ts';
import { useIsPast } from '../site/times.ts';
import { fieldsOf, keysOf, numberOf, textOf } from '../site/unchecked.ts';
import { draftNameOf, dropDraft, keepDraft, readDraft, readStoredFile } from './drafts.ts';
import { keepFormInput, restoreFormInput } from './kept-input.ts';

const { from: dueState, to: paidState } = lifecycle['payments.makeOffline'];

export interface SentPayment {
  /** `bank`: the college has the details. A provider's name: its page was opened. Empty: sent from another device. */
  by: string;
  /** When it was sent, in milliseconds since 1970; 0 if that is unknown. */
  at: number;
  /** The college's status has shown it, so it has waited for a decision. */
  isSeen: boolean;
}

/** A payment that the college does not show within this time no longer counts as sent. */
const paymentWindowMs = limits.payment.windowDays * 24 * 60 * 60_000;

/** The name of the form of a payment at a bank. */
export const bankFormName = 'offline-payment';

/** @returns the name of its draft, see `draftNameOf` */
export const bankDraftNameOf = (email: string) => draftNameOf(bankFormName, email);

const paymentKeyPrefix = 'payment:';
const paymentKeyOf = (email: string) => paymentKeyPrefix + ownerHashOf(email);
const detailsDraftNameOf = (email: string) => draftNameOf('sent-payment', email);
const detailsEventName = 'sent-payment-details';

const emptyDetails = {
  code: '',
  amount: '',
  bank: '',
  account: '',
  reference: '',
  receipt: '',
  picture: '',
};

/** What was sent, to show it again: `receipt` is the receipt's file name, `picture` a small copy of it as a data URL. */
export type SentDetails = Readonly<typeof emptyDetails>;

/** Notes that a payment was sent. @param details those that are left out are unknown */
export function keepSentPayment(
  site: Site,
  email: string,
  paymentMethod: string,
  details: Partial<SentDetails> = {},
): void {
  writePayment(email, { by: paymentMethod, at: site.clock.now(), isSeen: false });
  const receiptName = readStoredFile(bankDraftNameOf(email), 'receiptFile')?.name ?? '';
  const { picture } = readSentDetails(email);
  keepDetails(site, email, {
    ...emptyDetails,
    ...(paymentMethod === 'bank' && { receipt: receiptName, picture }),
    ...details,
  });
}

/** Keeps the small copy of the receipt that is being sent. Without one, the copy of an earlier receipt is deleted. */
export function keepReceiptPicture(site: Site, email: string, pictureUrl = ''): void {
  keepDetails(site, email, { ...readSentDetails(email), picture: pictureUrl });
}

function keepDetails(site: Site, email: string, details: SentDetails): void {
  keepDraft(detailsDraftNameOf(email), details);
  void keepFormInput(site, email, detailsDraftNameOf(email));
  dispatchEvent(new Event(detailsEventName));
}

/** Notes that the college shows her payment, from whichever device it was sent: a decision will follow. */
export function markPaymentSeen(email: string): void {
  const payment = parsePayment(readFromDevice(paymentKeyOf(email)));
  if (!payment?.isSeen) writePayment(email, { by: '', at: 0, ...payment, isSeen: true });
}

/** Forgets the payment, e.g. because she has not paid after all. */
export function dropSentPayment(email: string): void {
  dropFromDevice(paymentKeyOf(email));
}

/**
 * Updates what is kept by the applicant's status. @returns true if her payment is verified, so that what she typed for
 * it is no longer needed
 */
export function updatePaymentByStatus(email: string, status: string | undefined): boolean {
  if (status === paidState) markPaymentSeen(email);
  if (
    !hasPaymentArrived(status) ||
    status === paidState ||
    readFromDevice(paymentKeyOf(email)) === null
  )
    return false;
  dropSentPayment(email);
  dropDraft(bankDraftNameOf(email));
  return true;
}

/** @returns the details in this tab, with an empty text for each that is unknown */
export function readSentDetails(email: string): SentDetails {
  const draft = readDraft(detailsDraftNameOf(email));
  const detailEntries = keysOf(emptyDetails).map((detailName) => [
    detailName,
    textOf(draft[detailName]),
  ]);
  return { ...emptyDetails, ...Object.fromEntries(detailEntries) };
}

/** The same, restored from the device if the tab has none. The small copy of the receipt can be ready after the page. */
export function useSentDetails(email: string): SentDetails {
  const site = useSite();
  const [details, setDetails] = useState(() => readSentDetails(email));
  useEffect(() => {
    const showDetails = () => setDetails(readSentDetails(email));
    void restoreFormInput(site, email, detailsDraftNameOf(email)).then(showDetails);
    addEventListener(detailsEventName, showDetails);
    return () => removeEventListener(detailsEventName, showDetails);
  }, [site, email]);
  return details;
}

/** @returns her payment, if this device knows of one; updated when another tab changes it */
export function useSentPayment(email: string): SentPayment | undefined {
  const payment = parsePayment(useStoredValue(paymentKeyOf(email)));
  const isWindowOver = useIsPast(
    payment?.by ? payment.at + paymentWindowMs : Number.POSITIVE_INFINITY,
  );
  return isWindowOver && !payment?.isSeen ? undefined : payment;
}

/** @returns `underway` if the payment may still be received or verified, `rejected` if staff rejected it */
export function findSentPaymentState(
  payment: SentPayment | undefined,
  status: string | undefined,
): 'underway' | 'rejected' | undefined {
  if (!payment || hasPaymentArrived(status)) return undefined;
  return payment.isSeen && status === dueState ? 'rejected' : 'underway';
}

/** @returns whether a status shows that the payment has arrived, or that none is due */
export function hasPaymentArrived(status: string | undefined): boolean {
  return status !== undefined && status !== dueState;
}

function writePayment(email: string, payment: SentPayment): void {
  keepOnDevice(paymentKeyOf(email), JSON.stringify(payment));
}

function parsePayment(json: string | null): SentPayment | undefined {
  try {
    const { by, at, isSeen } = fieldsOf(JSON.parse(json ?? 'null'));
    const payment = { by: textOf(by), at: numberOf(at) ?? 0, isSeen: isSeen === true };
    return payment.isSeen || payment.by ? payment : undefined;
  } catch {
    return undefined;
  }
}
