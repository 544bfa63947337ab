/** The fee that an applicant has to pay, and into which accounts (journey specification, sections 2 and 3). */
import type { PendingPayment } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { receiptPath } from '../site/addresses.ts';
import { useApplicantQueryOptions } from '../site/applicant-queries.ts';
import { sessionAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { useNavigationState } from '../site/navigation.ts';
import { ownerOf } from '../site/stored-session.ts';
import { type Fields, fieldsOf, isRecord, numberOf, textOf } from '../site/unchecked.ts';
import { applicantTexts as texts } from '../texts/applicant-words.ts';
import { birr } from '../texts/formats.ts';

/** In the form that one page passes to the next. */
export interface Payment {
  paymentDescription: string;
  paymentCode: string;
  /** In ETB; `undefined` where it can't be read. */
  paymentAmount: number | undefined;
  isOffline: boolean;
  bankAccountList: readonly Account[];
}

export interface Account {
  bank: string;
  account: string;
}

/**
 * The state that the previous page passed on, marked with whose it is: the next applicant on the device can go back to it.
 * @returns nothing for what is somebody else's
 */
export function useOwnNavigationState(): Fields {
  const left = useNavigationState();
  return left.owner === ownerOf(useAtomValue(sessionAtom)?.email ?? '') ? left : {};
}

/** @returns what the previous page passed on, if it is a payment with its amount */
export function usePassedPayment(): Payment | undefined {
  const left = useOwnNavigationState();
  const passed = paymentOf(left, left.bankAccountList);
  return passed.paymentCode && passed.paymentAmount !== undefined ? passed : undefined;
}

/** The pending payment: from the previous page, otherwise from the server. */
export function usePayment() {
  const { hooks } = useSite();
  const passed = usePassedPayment();
  const own = useApplicantQueryOptions('payments.getPending');
  const { data, isError, refetch } = hooks.payments.getPending.useQuery({
    ...own,
    queryData: { isUsable: isPendingPayment },
    select: ({ body }) => toPayment(body),
    enabled: own.enabled && passed === undefined,
  });
  return { payment: passed ?? data, isError, refetch };
}

/** True for what can be paid: it has a code. */
export function isPendingPayment(body: unknown): body is PendingPayment {
  return textOf(fieldsOf(fieldsOf(body).paymentDto).paymentCode) !== '';
}

export function toPayment({ paymentDto, bankAccountList }: PendingPayment): Payment {
  return paymentOf(paymentDto, bankAccountList);
}

function paymentOf(payment: unknown, accounts: unknown): Payment {
  const { paymentDescription, paymentCode, paymentAmount, isOffline } = fieldsOf(payment);
  return {
    paymentDescription: textOf(paymentDescription) || texts.fee,
    paymentCode: textOf(paymentCode),
    paymentAmount: numberOf(paymentAmount),
    isOffline: isOffline === true,
    bankAccountList: activeOf(accounts),
  };
}

/** @returns the address of a payment's receipt, once the college has one; some have it only when they have verified it */
export function useReceiptPath(code: string): string | undefined {
  const email = useAtomValue(sessionAtom)?.email;
  const { data } = useSite().hooks.payments.getReceipt.useQuery({
    queryKey: ['payments.getReceipt', code, email],
    queryData: { params: { paymentCode: code }, isUsable: isRecord },
    enabled: code !== '',
    gcTime: 0,
  });
  return data && receiptPath(code);
}

/** @returns the amount for reading, or a text that says where to find it */
export function amountOf({ paymentAmount }: Payment): string {
  return paymentAmount === undefined ? texts.amountUnknown : birr(paymentAmount);
}

/**
 * The ACTIVE accounts to pay into: the payment's own, otherwise the college's list, otherwise those in the settings.
 */
export function useAccounts(payment: Payment): {
  /** `undefined` while they are loading. */
  accounts: readonly Account[] | undefined;
  isError: boolean;
  refetch: () => unknown;
} {
  const { hooks, settings } = useSite();
  const [given] = useState(payment.bankAccountList);
  const own = useApplicantQueryOptions('bankAccounts.list');
  const { data, isError, refetch } = hooks.bankAccounts.list.useQuery({
    ...own,
    queryData: { isUsable: Array.isArray },
    select: ({ body }) => activeOf(body),
    enabled: own.enabled && given.length === 0,
  });
  const known = given.length > 0 ? given : (data ?? []);
  const accounts = known.length > 0 ? known : settings.bankChoices;
  const isKnown = given.length > 0 || data !== undefined || accounts.length > 0;
  return { accounts: isKnown ? accounts : undefined, isError, refetch };
}

/** The accounts of a list that are ACTIVE and can be read; they keep their status, for the next page looks again. */
function activeOf(list: unknown): Account[] {
  return (Array.isArray(list) ? list : []).flatMap((record) => {
    const { bank, account, status } = fieldsOf(record);
    const read = { bank: textOf(bank), account: textOf(account), status };
    return status === 'ACTIVE' && read.account ? [read] : [];
  });
}
