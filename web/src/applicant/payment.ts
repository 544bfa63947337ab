/** The fee that an applicant has to pay, and the accounts to pay it into (specification/journey §2, §3). */
import type { PendingPayment } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { makeReceiptPath } from '../site/addresses.ts';
import { useApplicantQueryOptions } from '../site/applicant-queries.ts';
import { sessionAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { useNavigationState } from '../site/navigation.ts';
import { isOwnedBy } from '../site/owner.ts';
import { type Fields, fieldsOf, isObject, numberOf, textOf } from '../site/unchecked.ts';
import { applicantTexts as texts } from '../texts/applicant-words.ts';
import { formatBirr } from '../texts/formats.ts';

/** A payment as one page passes it to the next in the history state. */
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
 * The history state that the previous page passed on. It names its applicant, because another one who uses the device
 * afterwards can go back to it.
 * @returns the state; empty if it belongs to another applicant
 */
export function useOwnNavigationState(): Fields {
  const navigationState = useNavigationState();
  return isOwnedBy(navigationState.owner, useAtomValue(sessionAtom)?.email ?? '')
    ? navigationState
    : {};
}

/** @returns the payment that the previous page passed on, if it has a code and an amount */
export function usePassedPayment(): Payment | undefined {
  const navigationState = useOwnNavigationState();
  const payment = readPayment(navigationState, navigationState.bankAccountList);
  return payment.paymentCode && payment.paymentAmount !== undefined ? payment : undefined;
}

/**
 * The pending payment: the one that the previous page passed on, otherwise the server's.
 * @param isEnabled false if it is not to be fetched
 */
export function usePayment({ isEnabled = true } = {}) {
  const { hooks } = useSite();
  const passedPayment = usePassedPayment();
  const queryOptions = useApplicantQueryOptions();
  const { data, isError, refetch } = hooks.payments.getPending.useQuery({
    ...queryOptions,
    call: { isUsable: isPendingPayment },
    select: toPayment,
    enabled: isEnabled && queryOptions.enabled && passedPayment === undefined,
  });
  return { payment: passedPayment ?? data, isError, refetch };
}

/** @returns whether a response's body has a payment with a code, without which nobody can pay it */
export function isPendingPayment(body: unknown): body is PendingPayment {
  return textOf(fieldsOf(fieldsOf(body).paymentDto).paymentCode) !== '';
}

/** @returns the payment in a response's body, field by field: what can't be read is empty or `undefined` */
export function toPayment({ paymentDto, bankAccountList }: PendingPayment): Payment {
  return readPayment(paymentDto, bankAccountList);
}

function readPayment(paymentRecord: unknown, accountRecords: unknown): Payment {
  const { paymentDescription, paymentCode, paymentAmount, isOffline } = fieldsOf(paymentRecord);
  return {
    paymentDescription: textOf(paymentDescription) || texts.fee,
    paymentCode: textOf(paymentCode),
    paymentAmount: numberOf(paymentAmount),
    isOffline: isOffline === true,
    bankAccountList: readActiveAccounts(accountRecords),
  };
}

/**
 * @param paymentCode the payment's code
 * @returns the path of the receipt's page, once the backend has a receipt: some have none before staff verify the payment
 */
export function useReceiptPath(paymentCode: string): string | undefined {
  const { data } = useSite().hooks.payments.getReceipt.useQuery(
    { paymentCode },
    { call: { isUsable: isObject }, enabled: paymentCode !== '', gcTime: 0 },
  );
  return data && makeReceiptPath(paymentCode);
}

/** @returns the amount in ETB as text, or a text that says where to find it */
export function formatPaymentAmount({ paymentAmount }: Payment): string {
  return paymentAmount === undefined ? texts.amountUnknown : formatBirr(paymentAmount);
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
  const [paymentAccounts] = useState(payment.bankAccountList);
  const queryOptions = useApplicantQueryOptions();
  const {
    data: accountList,
    isError,
    refetch,
  } = hooks.bankAccounts.list.useQuery({
    ...queryOptions,
    call: { isUsable: Array.isArray },
    select: readActiveAccounts,
    enabled: queryOptions.enabled && paymentAccounts.length === 0,
  });
  const backendAccounts = paymentAccounts.length > 0 ? paymentAccounts : (accountList ?? []);
  const accounts = backendAccounts.length > 0 ? backendAccounts : settings.bankChoices;
  const areAccountsKnown =
    paymentAccounts.length > 0 || accountList !== undefined || accounts.length > 0;
  return { accounts: areAccountsKnown ? accounts : undefined, isError, refetch };
}

/** @returns the ACTIVE accounts of a list that have a number; with their status, because the next page filters again */
function readActiveAccounts(accountList: unknown): Account[] {
  return (Array.isArray(accountList) ? accountList : []).flatMap((accountRecord) => {
    const { bank, account, status } = fieldsOf(accountRecord);
    const readableAccount = { bank: textOf(bank), account: textOf(account), status };
    return status === 'ACTIVE' && readableAccount.account ? [readableAccount] : [];
  });
}
