import type { Receipt } from '@one-planet/contract';
import { limits } from '@one-planet/contract/limits';
import type { ComponentProps } from 'react';
import { useZone } from '../../site/times.ts';
import { numberOf, textOf } from '../../site/unchecked.ts';
import { birr } from '../../texts/formats.ts';
import { DescriptionList } from '../../ui/blocks.tsx';
import { datePaid } from './date-paid.ts';
import { receiptTexts as texts } from './receipt-words.ts';
import { amountInWords } from './written-amount.ts';

type Facts = ComponentProps<typeof DescriptionList>['facts'];

/** When, how, by whom and for what it was paid; missing fields are empty (journey specification, section 2). */
export function Payment({ receipt }: { receipt: Receipt | undefined }) {
  const { to, payment, methods } = texts;
  const zone = useZone();
  const accountNumber = textOf(receipt?.accountNumber);
  const ways = new Map<unknown, string>([
    [true, methods.offline],
    [false, methods.online],
  ]);
  // A provider names no bank; without a receipt the layout stays.
  const filled = (facts: Facts): Facts =>
    receipt?.isOffline === false ? facts.filter(([, value]) => value !== '') : facts;
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
        facts={filled([
          [to.name, textOf(receipt?.applicant), 'no'],
          [to.paymentCode, textOf(receipt?.paymentCode), 'no'],
          [to.transactionReference, textOf(receipt?.transactionReference), 'no'],
          [to.email, textOf(receipt?.email), 'no'],
        ])}
      />
      <h2>{payment.title}</h2>
      <DescriptionList
        facts={filled([
          [payment.bank, bankOf(textOf(receipt?.bankAccount), accountNumber), 'no'],
          [payment.accountNumber, accountNumber, 'no'],
          [payment.reason, textOf(receipt?.description)],
        ])}
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

/** The fees; all but the application fee are always 0 (journey specification, section 9). */
export function Fees({ amount }: { amount: unknown }) {
  const { fees } = texts;
  const paid = numberOf(amount);
  const paidShown = paid === undefined ? '' : birr(paid);
  return (
    <>
      <h2>{fees.title}</h2>
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{fees.item}</th>
              <th scope="col">{fees.amount}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{fees.application}</th>
              <td>{paidShown}</td>
            </tr>
            <tr>
              <th scope="row">{fees.registration}</th>
              <td>{birr(limits.receipt.registrationFee)}</td>
            </tr>
            <tr>
              <th scope="row">{fees.other}</th>
              <td>{birr(limits.receipt.otherFees)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{fees.total}</th>
              <td>{paidShown}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <DescriptionList facts={[[fees.inWords, amountInWords(paid)]]} />
    </>
  );
}
