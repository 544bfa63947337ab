/** What an applicant has to pay, and where (journey specification, sections 2 and 3). */
import type { BankAccount, PendingPayment } from '@one-planet/contract';
import { useState } from 'react';
import { usePassedOn } from '../site/navigation-state.ts';
import { useSite } from '../site/site.ts';
import { useRead } from './read.ts';

/** In the form in which one page passes it on to the next. */
export interface Payment {
  paymentDescription?: string | null;
  paymentCode: string;
  /** In ETB. */
  paymentAmount: number;
  isOffline?: boolean | null;
  bankAccountList?: readonly BankAccount[] | null;
}

/** @returns what the page before passed on, if it is a payment */
export function usePassedPayment(): Payment | undefined {
  const passed = usePassedOn<Partial<Payment>>();
  const isPayment = typeof passed.paymentCode === 'string' && Number.isFinite(passed.paymentAmount);
  return isPayment ? (passed as Payment) : undefined;
}

/** @returns the code of a payment that was just made, for its receipt; empty where it is not known */
export function usePassedPaymentCode(): string {
  const { paymentCode } = usePassedOn<Payment>();
  return typeof paymentCode === 'string' ? encodeURIComponent(paymentCode) : '';
}

/** The pending payment: passed on by the page before, else asked of the server again. */
export function usePayment() {
  const { api } = useSite();
  const passed = usePassedPayment();
  const query = useRead<unknown>(
    ['payments.getPending'],
    (signal) => api.payments.getPending({ fetchOptions: { signal } }),
    (body) => toPayment(body) !== undefined,
    passed === undefined,
  );
  const { data, isError, refetch } = query;
  const pending = toPayment(data);
  return { payment: passed ?? pending, isError, refetch };
}

/** @returns a pending payment in that form; `undefined` for an answer without one */
export function toPayment(body: unknown): Payment | undefined {
  const { paymentDto, bankAccountList = null } = (body ?? {}) as Partial<PendingPayment>;
  if (typeof paymentDto?.paymentCode !== 'string') return undefined;
  // Some servers write numbers as text.
  const paymentAmount = Number(paymentDto.paymentAmount);
  return { ...paymentDto, paymentAmount, bankAccountList };
}

export interface Account {
  bank: string;
  account: string;
}

/**
 * The accounts that money can be paid to: those of the payment, else the college's list, else those of the
 * settings; only ACTIVE ones.
 */
export function useAccounts(payment: Payment): {
  /** `undefined` until they are known. */
  accounts: readonly Account[] | undefined;
  isError: boolean;
  again: () => unknown;
} {
  const { api, settings } = useSite();
  const [given] = useState(() => activeOf(payment.bankAccountList));
  const { data, isError, refetch } = useRead<readonly BankAccount[]>(
    ['bankAccounts.list'],
    (signal) => api.bankAccounts.list({ fetchOptions: { signal } }),
    Array.isArray,
    given.length === 0,
  );
  const known = given.length > 0 ? given : activeOf(data);
  const accounts = known.length > 0 ? known : settings.bankChoices;
  const isKnown = given.length > 0 || data !== undefined || accounts.length > 0;
  return { accounts: isKnown ? accounts : undefined, isError, again: refetch };
}

function activeOf(list: readonly BankAccount[] | null | undefined): readonly Account[] {
  return Array.isArray(list) ? list.filter(({ status }) => status === 'ACTIVE') : [];
}
