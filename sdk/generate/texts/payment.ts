import { email, hana, paymentCode, stored } from './people.ts';
import type { ResourceTexts } from './types.ts';

const account = '1000234567891';
export const accounts = [
  { id: 71, bank: 'Commercial Bank of Ethiopia', account, status: 'ACTIVE' },
];
const fee = 'Admission application fee';

export const paymentTexts: ResourceTexts<'payments'> = {
  'payments.getPending': {
    title: 'Read what is due',
    description:
      'Reads what she has to pay after the exam, the same as in its result. A payment that the staff rejected may be pending again.',
    answers: {
      pending: {
        summary: 'The fee, and an account to pay it to',
        value: {
          paymentDto: {
            paymentDescription: fee,
            paymentCode,
            paymentAmount: 500,
            isOffline: true,
          },
          bankAccountList: accounts,
        },
      },
    },
    refusals: {
      404: {
        why: 'Nothing is pending: she did not pass the exam yet, or has paid.',
        message: 'No payment is pending.',
      },
    },
  },
  'payments.makeOffline': {
    title: 'Report a bank deposit',
    description:
      'Reports a deposit at a bank. Upload the picture of the receipt first (`files.upload`). She is `ACTIVATION_PAID` until the staff verify the payment, which leads on, or reject it; where that leads is up to the backend.',
    requests: {
      hana: {
        summary: 'A deposit with its receipt',
        value: {
          paymentCode,
          transactionReference: hana.transactionReference,
          bankAccount: account,
          attachmentUrl: stored.receipt,
        },
      },
    },
    refusals: {
      400: {
        why: 'A field is missing, the code is not hers, the account is not active, or the receipt is not her upload.',
        message: 'Please select one of the active bank accounts.',
      },
      409: { why: 'Nothing is pending.', message: 'No payment is pending.' },
    },
  },
  'payments.payOnline': {
    title: 'Open an online payment',
    description:
      'Opens a payment at a provider and answers the address to send her to. She stays `TOOK_EXAM` until the provider reports that she paid. Whatever price is sent, she owes what is pending.',
    requests: {
      arifpay: {
        summary: 'In birr',
        value: {
          price: 500,
          currency: 'ETB',
          method: 'arifpay',
          intent: 'SALE',
          description: fee,
        },
      },
      paypal: {
        summary: 'In dollars',
        value: { price: 10, currency: 'USD', method: 'paypal', intent: 'SALE', description: fee },
      },
    },
    answers: {
      provider: {
        summary: 'Where she pays',
        value: { redirect: 'https://pay.example.com/checkout/8d1f' },
      },
    },
    refusals: {
      400: {
        why: 'The provider is unknown, the currency is not the one it is paid in, or the price is not what is pending.',
        message: 'PayPal is paid in USD, not in ETB.',
      },
      409: { why: 'Nothing is pending.', message: 'No payment is pending.' },
    },
  },
  'payments.getReceipt': {
    title: 'Read a receipt',
    description:
      'Reads the receipt of a payment by its code. It is there once the payment is reported. A receipt may be read without a token; with that of another applicant it should be refused.',
    parameters: {
      paymentCode: { means: 'The `paymentCode` of a payment that was made.', example: paymentCode },
    },
    answers: {
      deposit: {
        summary: 'Of a bank deposit',
        value: {
          datePaid: '2025-06-02',
          isOffline: true,
          applicant: 'HANA TESFAYE BEKELE',
          paymentCode,
          transactionReference: hana.transactionReference,
          email,
          accountNumber: account,
          bankAccount: 'Commercial Bank of Ethiopia',
          description: fee,
          paymentAmount: 500,
        },
      },
    },
    refusals: {
      404: {
        why: 'The code was never given out, or its payment is still due.',
        message: 'There is no receipt for this payment code.',
      },
    },
  },
};

export const bankAccountTexts: ResourceTexts<'bankAccounts'> = {
  'bankAccounts.list': {
    title: 'List the bank accounts',
    description:
      "Lists the college's bank accounts for everybody. Only those with the status `ACTIVE` take deposits.",
    answers: { accounts: { summary: 'One account', value: accounts } },
    refusals: {},
  },
};
