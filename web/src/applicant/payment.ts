/** What an applicant has to pay, and into which accounts (journey specification, sections 2 and 3). */
import type { BankAccount, PendingPayment } from '@one-planet/contract';
import { useState } from 'react';
import { useNavigationState } from '../site/navigation-state.ts';
import { bodyOf } from '../site/queries.ts';
import { useSite } from '../site/site.ts';
import { fieldsOf } from '../site/unchecked.ts';
import { useOwnData } from './reads.ts';

/** In the form that one page passes to the next. */
export interface Payment {
  paymentDescription?: string | null;
  paymentCode: string;
  /** In ETB. */
  paymentAmount: number;
  isOffline?: boolean | null;
  bankAccountList?: readonly BankAccount[] | null;
}

function isPayment(left: unknown): left is Payment {
  const { paymentCode, paymentAmount } = fieldsOf(left);
  return typeof paymentCode === 'string' && Number.isFinite(paymentAmount);
}

/** @returns what the previous page passed on, if it is a payment */
export function usePassedPayment(): Payment | undefined {
  const left = useNavigationState();
  return isPayment(left) ? left : undefined;
}

/** The pending payment: from the previous page, otherwise from the server. */
export function usePayment() {
  const { hooks } = useSite();
  const passed = usePassedPayment();
  const own = useOwnData('payments.getPending');
  const { data, isError, refetch } = hooks.payments.getPending.useQuery({
    ...own,
    queryData: { isUsable: isPendingPayment },
    select: ({ body }) => toPayment(body),
    enabled: own.enabled && passed === undefined,
  });
  return { payment: passed ?? data, isError, refetch };
}

export function isPendingPayment(body: unknown): body is PendingPayment {
  return typeof fieldsOf(fieldsOf(body).paymentDto).paymentCode === 'string';
}

export function toPayment({ paymentDto, bankAccountList = null }: PendingPayment): Payment {
  // Some servers write numbers as text.
  return { ...paymentDto, paymentAmount: Number(paymentDto.paymentAmount), bankAccountList };
}

export interface Account {
  bank: string;
  account: string;
}

/**
 * The ACTIVE accounts to pay into: the payment's own, otherwise the college's list, otherwise those in the settings.
 */
export function useAccounts(payment: Payment): {
  /** `undefined` while they are loading. */
  accounts: readonly Account[] | undefined;
  isError: boolean;
  again: () => unknown;
} {
  const { hooks, settings } = useSite();
  const [given] = useState(() => activeOf(payment.bankAccountList));
  const own = useOwnData('bankAccounts.list');
  const { data, isError, refetch } = hooks.bankAccounts.list.useQuery({
    ...own,
    queryData: { isUsable: Array.isArray },
    select: bodyOf,
    enabled: own.enabled && given.length === 0,
  });
  const known = given.length > 0 ? given : activeOf(data);
  const accounts = known.length > 0 ? known : settings.bankChoices;
  const isKnown = given.length > 0 || data !== undefined || accounts.length > 0;
  return { accounts: isKnown ? accounts : undefined, isError, again: refetch };
}

function activeOf(list: readonly BankAccount[] | null | undefined): readonly Account[] {
  return Array.isArray(list) ? list.filter(({ status }) => status === 'ACTIVE') : [];
}
