import type { Receipt } from '@one-planet/contract';
import { limits } from '@one-planet/contract/limits';
import { useZone } from '../../site/times.ts';
import { textOf } from '../../site/unchecked.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { datePaid } from './date-paid.ts';
import { texts } from './words.ts';

/** When, how, by whom and for what it was paid; missing fields are empty (journey specification, section 2). */
export function Payment({ receipt }: { receipt: Receipt | undefined }) {
  const { to, payment, methods } = texts;
  const zone = useZone();
  const accountNumber = textOf(receipt?.accountNumber);
  const ways = new Map<unknown, string>([
    [true, methods.offline],
    [false, methods.online],
  ]);
  return (
    <>
      <DescriptionList
        facts={[
          [texts.datePaid, datePaid(receipt?.datePaid, zone)],
          [texts.method, ways.get(receipt?.isOffline) ?? ''],
        ]}
      />
      <h2>{to.title}</h2>
      <DescriptionList
        facts={[
          [to.name, textOf(receipt?.applicant), 'no'],
          [to.paymentCode, textOf(receipt?.paymentCode), 'no'],
          [to.transactionReference, textOf(receipt?.transactionReference), 'no'],
          [to.email, textOf(receipt?.email), 'no'],
        ]}
      />
      <h2>{payment.title}</h2>
      <DescriptionList
        facts={[
          [payment.bank, bankOf(textOf(receipt?.bankAccount), accountNumber), 'no'],
          [payment.accountNumber, accountNumber, 'no'],
          [payment.reason, textOf(receipt?.description)],
        ]}
      />
    </>
  );
}

/**
 * The receipt's bank, otherwise a guess from the account number (decisions, section 3).
 * @returns an empty text if there is neither
 */
export function bankOf(bank: string, accountNumber: string): string {
  if (bank || !accountNumber) return bank;
  const isState = accountNumber.startsWith(limits.payment.stateBankPrefix);
  return isState ? texts.banks.state : texts.banks.other;
}
