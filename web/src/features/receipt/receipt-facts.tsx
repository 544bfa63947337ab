import type { Receipt } from '@one-planet/contract';
import { limits } from '@one-planet/contract/limits';
import type { ComponentProps } from 'react';
import { useTimeZone } from '../../site/times.ts';
import { numberOf, textOf } from '../../site/unchecked.ts';
import { formatBirr } from '../../texts/formats.ts';
import { DescriptionList } from '../../ui/blocks.tsx';
import { formatDatePaid } from './format-date-paid.ts';
import { receiptTexts as texts } from './receipt-words.ts';
import { spellAmount } from './spelled-amount.ts';

type Facts = ComponentProps<typeof DescriptionList>['facts'];

/** The facts of a payment: date, method, payer, bank and reason; missing ones are empty (specification/journey §2). */
export function PaymentFacts({ receipt }: { receipt: Receipt | undefined }) {
  const { to, payment, methods } = texts;
  const timeZone = useTimeZone();
  const accountNumber = textOf(receipt?.accountNumber);
  const methodNames = new Map<unknown, string>([
    [true, methods.offline],
    [false, methods.online],
  ]);
  // Of a payment online, rows without a value are left out, e.g. the bank. Without a receipt all rows are there, empty.
  const selectShownFacts = (facts: Facts): Facts =>
    receipt?.isOffline === false ? facts.filter(([, value]) => value !== '') : facts;
  return (
    <>
      <DescriptionList
        facts={[
          [texts.datePaid, formatDatePaid(receipt?.datePaid, timeZone)],
          [texts.method, methodNames.get(receipt?.isOffline) ?? ''],
        ]}
      />
      <h2>{to.title}</h2>
      <DescriptionList
        facts={selectShownFacts([
          [to.name, textOf(receipt?.applicant), 'no'],
          [to.paymentCode, textOf(receipt?.paymentCode), 'no'],
          [to.transactionReference, textOf(receipt?.transactionReference), 'no'],
          [to.email, textOf(receipt?.email), 'no'],
        ])}
      />
      <h2>{payment.title}</h2>
      <DescriptionList
        facts={selectShownFacts([
          [payment.bank, bankNameOf(textOf(receipt?.bankAccount), accountNumber), 'no'],
          [payment.accountNumber, accountNumber, 'no'],
          [payment.reason, textOf(receipt?.description)],
        ])}
      />
    </>
  );
}

/**
 * @returns the receipt's bank, otherwise the bank that the account number suggests (specification/decisions §3); an
 *   empty text if both are missing
 */
export function bankNameOf(backendBankName: string, accountNumber: string): string {
  if (backendBankName || !accountNumber) return backendBankName;
  const isStateBank = accountNumber.startsWith(limits.payment.stateBankPrefix);
  return isStateBank ? texts.banks.state : texts.banks.other;
}

/** The table of fees; all but the application fee are always 0 (specification/journey §9). */
export function FeeTable({ amount }: { amount: unknown }) {
  const { fees } = texts;
  const paidAmount = numberOf(amount);
  const paidText = paidAmount === undefined ? '' : formatBirr(paidAmount);
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
              <td>{paidText}</td>
            </tr>
            <tr>
              <th scope="row">{fees.registration}</th>
              <td>{formatBirr(limits.receipt.registrationFee)}</td>
            </tr>
            <tr>
              <th scope="row">{fees.other}</th>
              <td>{formatBirr(limits.receipt.otherFees)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{fees.total}</th>
              <td>{paidText}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <DescriptionList facts={[[fees.inWords, spellAmount(paidAmount)]]} />
    </>
  );
}
