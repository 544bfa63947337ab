/** The payment as she takes it to the bank: one card with everything that the counter asks for. */
import { limits } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { draftNameOf, keepDraft, readDraft } from '../offline/drafts.ts';
import { contentAtom, sessionAtom } from '../site/atoms.ts';
import { formatDay, useTimeZone } from '../site/times.ts';
import { slipTexts as texts } from '../texts/slip-words.ts';
import { Text } from '../ui/blocks.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { type Account, formatPaymentAmount, type Payment } from './payment.ts';

const dayMs = 24 * 3_600_000;

const passDraftNameOf = (email: string) => draftNameOf('pass', email);

/** Keeps in this tab when the college had the answers of a pass. */
export function keepPassTime(email: string, passedAt: number): void {
  keepDraft(passDraftNameOf(email), { at: String(passedAt) });
}

/** @returns the last day to pay; `undefined` if this tab does not know when the test was passed */
function useDueDay(): string | undefined {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const timeZone = useTimeZone();
  const passedAt = Number(readDraft(passDraftNameOf(email)).at);
  return passedAt > 0
    ? formatDay(passedAt + limits.payment.windowDays * dayMs, timeZone)
    : undefined;
}

/** The amount in birr, as the largest words of its part of the page. */
export function AmountToPay({ payment }: { payment: Payment }) {
  return (
    <p className="amount">
      <Text>{`${texts.amount}:`}</Text> <b translate="no">{formatPaymentAmount(payment)}</b>
    </p>
  );
}

interface PaymentSlipProps {
  payment: Payment;
  /** The accounts to pay into. */
  children: ReactNode;
}

/** The amount, the payment code and the last day to pay, above the accounts. */
export function PaymentSlip({ payment, children }: PaymentSlipProps) {
  const dueDay = useDueDay();
  return (
    <div className="slip">
      <AmountToPay payment={payment} />
      <p>{dueDay ? <b>{texts.payBy(dueDay)}</b> : texts.payWithin(limits.payment.windowDays)}</p>
      <p>{texts.payTop(payment.paymentDescription)}</p>
      <div>
        <CopyButton text={payment.paymentCode} texts={texts.code} showsText />
      </div>
      {children}
    </div>
  );
}

/** The accounts to pay into, each number with a button in its line that copies it. */
export function AccountLines({ accounts }: { accounts: readonly Account[] }) {
  const { accountHolder } = useAtomValue(contentAtom);
  return (
    <>
      {accountHolder && <p translate="no">{accountHolder}</p>}
      <ul className="accounts">
        {accounts.map(({ bank, account }) => (
          <li key={account}>
            <span translate="no">
              <Text>{bank}</Text> <b>{account}</b>
            </span>{' '}
            <CopyButton text={account} texts={texts.account} />
          </li>
        ))}
      </ul>
    </>
  );
}
