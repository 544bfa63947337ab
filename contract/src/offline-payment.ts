/** The payment at a bank: its form and what is sent, separate from the operations so that the site can load them alone. */
import { z } from 'zod';
import { file, requiredText } from './fields.ts';

/** The offline payment form (journey specification, section 5). */
export const offlinePaymentForm = z.object({
  paymentCode: requiredText('Payment code is required'),
  paymentBank: requiredText('Please select one bank').describe('The account number.'),
  txnRefNumber: requiredText('Transaction reference number is required'),
  receiptFile: file('receipt'),
});
export type OfflinePaymentForm = z.infer<typeof offlinePaymentForm>;

export const offlinePayment = z.object({
  paymentCode: requiredText('Payment code is required'),
  transactionReference: requiredText('Transaction reference number is required'),
  bankAccount: requiredText('Please select one bank').describe('The account number.'),
  attachmentUrl: requiredText('Please attach the transaction receipt').describe(
    'The stored name of the uploaded receipt.',
  ),
});
export type OfflinePayment = z.infer<typeof offlinePayment>;

/** From the checked form to the wire. @param attachmentUrl the name under which the receipt was stored */
export function toOfflinePayment(form: OfflinePaymentForm, attachmentUrl: string): OfflinePayment {
  return {
    paymentCode: form.paymentCode,
    transactionReference: form.txnRefNumber,
    bankAccount: form.paymentBank,
    attachmentUrl,
  };
}
