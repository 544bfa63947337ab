import { Facts } from '../../components/facts.tsx';
import { texts } from '../../texts/receipt.ts';
import { bankOf } from './bank-of.ts';
import { datePaid } from './date-paid.ts';
import type { ReceiptAnswer } from './use-receipt.ts';

/** When, how, by whom and what for; a field the backend left out is empty (journey specification, section 2). */
export function Payment({ receipt }: { receipt: ReceiptAnswer }) {
  const { to, payment, methods } = texts;
  const accountNumber = shown(receipt.accountNumber);
  const ways = new Map<unknown, string>([
    [true, methods.offline],
    [false, methods.online],
  ]);
  return (
    <>
      <Facts
        facts={[
          [texts.datePaid, datePaid(receipt.datePaid)],
          [texts.method, ways.get(receipt.isOffline) ?? ''],
        ]}
      />
      <h2>{to.title}</h2>
      <Facts
        facts={[
          [to.name, shown(receipt.applicant)],
          [to.paymentCode, shown(receipt.paymentCode)],
          [to.transactionReference, shown(receipt.transactionReference)],
          [to.email, shown(receipt.email)],
        ]}
      />
      <h2>{payment.title}</h2>
      <Facts
        facts={[
          [payment.bank, bankOf(shown(receipt.bankAccount), accountNumber)],
          [payment.accountNumber, accountNumber],
          [payment.reason, shown(receipt.description)],
        ]}
      />
    </>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
