/** The application fee: what is due, the bank deposit or the online payment, and the receipt. */
import { z } from 'zod';
import { applicantExamples } from '../examples.ts';
import { id, makeRequiredTextSchema, numberOrReportedTextSchema } from '../fields.ts';
import { offlinePaymentForm } from '../forms.ts';
import { currencyByProvider, limits } from '../limits.ts';
import { defineOperation, describeField, nameSchema } from '../operation.ts';
import { examplePaymentCode, storedNameExamples } from './shared.ts';

const { hana } = applicantExamples;
const offlinePaymentSchemas = offlinePaymentForm.shape;
const feeDescription = 'Admission application fee';
const nothingPendingRefusal = { reason: 'Nothing is pending.', message: 'No payment is pending.' };
const isOfflineSchema = z.boolean().nullish().describe('Whether it is paid at a bank.');
const numberAsTextNote = 'A number; the same as text is tolerated.';

/** A bank account; the site shows only accounts with the status ACTIVE. */
export const bankAccount = nameSchema(
  'BankAccount',
  'A bank account of the college.',
  z.object({
    id: id.describe("The account's id."),
    bank: z.string().min(1).describe("The bank's name."),
    account: z.string().min(1).describe('The account number.'),
    status: z.string().describe('`ACTIVE` where payments are taken.'),
  }),
);
export type BankAccount = z.infer<typeof bankAccount>;

const exampleAccountNumber = '1000234567891';
export const bankAccountExamples = [
  { id: 71, bank: 'Commercial Bank of Ethiopia', account: exampleAccountNumber, status: 'ACTIVE' },
];

const pendingPaymentSchema = nameSchema(
  'PendingPayment',
  'A payment that is due.',
  z.object({
    paymentDto: nameSchema(
      'PaymentDue',
      'What to pay.',
      z.object({
        paymentDescription: z.string().nullish().describe('What the payment is for.'),
        paymentCode: z
          .string()
          .min(1)
          .describe('Her payment code, which she names with the payment.'),
        paymentAmount: numberOrReportedTextSchema.describe(
          `The amount in birr, more than 0. ${numberAsTextNote}`,
        ),
        isOffline: isOfflineSchema,
      }),
    ).describe('The payment that is due.'),
    bankAccountList: z
      .array(bankAccount)
      .nullish()
      .describe('Where to pay; only accounts with the status `ACTIVE` are shown.'),
  }),
);
export type PendingPayment = z.infer<typeof pendingPaymentSchema>;

export const getPending = defineOperation({
  method: 'GET',
  path: '/payments/private/get_pending_payment',
  summary: 'Read what is due',
  description:
    'Reads what she has to pay after the exam, the same as in its result. A payment that the staff rejected may be pending again.',
  rule: 'payment#what-is-pending',
  auth: 'bearer',
  readsBodyAs: 'json',
  successResponses: { 200: pendingPaymentSchema },
  refusals: {
    404: {
      reason: 'Nothing is pending: she did not pass the exam yet, or has paid.',
      message: 'No payment is pending.',
    },
  },
  safeToRepeat: true,
  examples: {
    answers: {
      pending: {
        summary: 'The fee, and an account to pay it to',
        value: {
          paymentDto: {
            paymentDescription: feeDescription,
            paymentCode: examplePaymentCode,
            paymentAmount: 500,
            isOffline: true,
          },
          bankAccountList: bankAccountExamples,
        },
      },
    },
  },
});

const offlinePaymentBodySchema = nameSchema(
  'MakeOfflinePaymentRequest',
  'A deposit at a bank.',
  z.object({
    paymentCode: describeField(
      'Her payment code, which she names with the payment.',
      offlinePaymentSchemas.paymentCode,
    ),
    transactionReference: describeField(
      "The bank's reference of the deposit.",
      offlinePaymentSchemas.txnRefNumber,
    ),
    bankAccount: describeField('Where it was paid to.', offlinePaymentSchemas.paymentBank),
    attachmentUrl: makeRequiredTextSchema('Please attach the transaction receipt').describe(
      'The receipt: a JPEG or PNG of at most 4 MB that she uploaded. The stored name of the uploaded receipt.',
    ),
  }),
);

export const makeOffline = defineOperation({
  method: 'POST',
  path: '/payments/private/make_offline_payment',
  summary: 'Report a bank deposit',
  description:
    'Reports a deposit at a bank. Upload the picture of the receipt first (`files.upload`). She is `ACTIVATION_PAID` until the staff verify the payment, which leads on, or reject it; where that leads is up to the backend.',
  rule: 'payment#bank-deposit',
  auth: 'bearer',
  body: offlinePaymentBodySchema,
  readsBodyAs: 'nothing',
  successResponses: { 200: z.unknown(), 201: z.unknown() },
  refusals: {
    400: {
      reason:
        'A field is missing, the code is not hers, the account is not active, or the receipt is not her upload.',
      message: 'Please select one of the active bank accounts.',
    },
    409: nothingPendingRefusal,
  },
  refusesIn: 'text',
  safeToRepeat: false,
  neededValues: ['pendingPayment', 'bankAccount', 'receipt'],
  otherReadings: { alternate: { values: { bankAccount: 'id' } } },
  examples: {
    requests: {
      hana: {
        summary: 'A deposit with its receipt',
        value: {
          paymentCode: examplePaymentCode,
          transactionReference: hana.transactionReference,
          bankAccount: exampleAccountNumber,
          attachmentUrl: storedNameExamples.receipt,
        },
      },
    },
  },
});

const providerNames = Object.keys(currencyByProvider) as [keyof typeof currencyByProvider];

const onlinePaymentBodySchema = nameSchema(
  'PayOnlineRequest',
  'A payment at a provider.',
  z.object({
    price: z.number().positive().describe('The amount, in the currency of the provider.'),
    currency: nameSchema(
      'Currency',
      'A currency, by its ISO code.',
      z.enum(['ETB', 'USD']),
    ).describe('The currency. ETB for arifpay, USD for paypal and stripe.'),
    method: nameSchema(
      'PaymentProvider',
      'A provider of online payments.',
      z.enum(providerNames),
    ).describe('The provider.'),
    intent: z.literal(limits.payment.intent).describe('Always `SALE`.'),
    description: z.string().describe("What the payment is for. The pending payment's description."),
  }),
);

const onlinePaymentResponseSchema = nameSchema(
  'OnlinePayment',
  'A payment that was opened.',
  z.object({
    redirect: z.string().min(1).describe("The provider's page to send her to: an https address."),
  }),
);

export const payOnline = defineOperation({
  method: 'POST',
  path: '/payments/paypal/pay',
  summary: 'Open an online payment',
  description:
    'Opens a payment at a provider and answers the address to send her to. She stays `TOOK_EXAM` until the provider reports that she paid. Whatever price is sent, she owes what is pending.',
  rule: 'payment#online-payment',
  auth: 'bearer',
  body: onlinePaymentBodySchema,
  readsBodyAs: 'json',
  successResponses: { 200: onlinePaymentResponseSchema, 201: onlinePaymentResponseSchema },
  refusals: {
    400: {
      reason:
        'The provider is unknown, the currency is not the one it is paid in, or the price is not what is pending.',
      message: 'PayPal is paid in USD, not in ETB.',
    },
    409: nothingPendingRefusal,
  },
  refusesIn: 'text',
  safeToRepeat: false,
  neededValues: ['pendingPayment'],
  dispensableFields: ['price'],
  ignorableFields: ['currency', 'intent', 'description'],
  secretFields: ['redirect'],
  otherReadings: { alternate: { values: { method: 'upper' } } },
  examples: {
    requests: {
      arifpay: {
        summary: 'In birr',
        value: {
          price: 500,
          currency: 'ETB',
          method: 'arifpay',
          intent: 'SALE',
          description: feeDescription,
        },
      },
      paypal: {
        summary: 'In dollars',
        value: {
          price: 10,
          currency: 'USD',
          method: 'paypal',
          intent: 'SALE',
          description: feeDescription,
        },
      },
    },
    answers: {
      provider: {
        summary: 'Where she pays',
        value: { redirect: 'https://pay.example.com/checkout/8d1f' },
      },
    },
  },
});

/** A receipt; the site leaves the place of a missing field blank. */
const receipt = nameSchema(
  'Receipt',
  'A receipt; missing fields stay blank.',
  z.object({
    datePaid: z
      .union([z.string(), z.number(), z.array(z.number())])
      .nullish()
      .describe('The day of the payment: text, milliseconds, or year, month and day.'),
    isOffline: z.boolean().nullish().describe('Whether it was paid at a bank.'),
    applicant: z.string().nullish().describe("The applicant's full name."),
    paymentCode: z.string().describe('The code of the payment.'),
    transactionReference: z.string().nullish().describe("The bank's reference of the deposit."),
    email: z.string().nullish().describe("The applicant's email address."),
    accountNumber: z.string().nullish().describe('The account it was paid to.'),
    bankAccount: z.string().nullish().describe('The bank it was paid to.'),
    description: z.string().nullish().describe('What was paid for.'),
    paymentAmount: numberOrReportedTextSchema.describe(
      `The amount that was paid. ${numberAsTextNote}`,
    ),
  }),
);
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = defineOperation({
  method: 'GET',
  path: '/payments/private/get_receipt1/:paymentCode',
  pathParams: z.object({
    paymentCode: z.string().min(1).describe('The `paymentCode` of a payment that was made.'),
  }),
  summary: 'Read a receipt',
  description:
    'Reads the receipt of a payment by its code. It is there once the payment is reported. A backend may show it to everybody who has the code, or to its owner alone.',
  rule: 'payment#receipt',
  auth: 'optional',
  usualState: 'BIOGRAPHIC_APPLICANT',
  readsBodyAs: 'json',
  successResponses: { 200: receipt },
  refusals: {
    403: {
      reason: "The payment is another applicant's.",
      message: 'This belongs to another applicant.',
    },
    404: {
      reason: 'The code was never given out, or its payment is still due.',
      message: 'There is no receipt for this payment code.',
    },
  },
  safeToRepeat: true,
  neededValues: ['pendingPayment'],
  personalFields: ['applicant', 'email'],
  otherReadings: { anyPath: true },
  examples: {
    parameters: { paymentCode: examplePaymentCode },
    answers: {
      deposit: {
        summary: 'Of a bank deposit',
        value: {
          datePaid: '2025-06-02',
          isOffline: true,
          applicant: 'HANA TESFAYE BEKELE',
          paymentCode: examplePaymentCode,
          transactionReference: hana.transactionReference,
          email: hana.register.email,
          accountNumber: exampleAccountNumber,
          bankAccount: 'Commercial Bank of Ethiopia',
          description: feeDescription,
          paymentAmount: 500,
        },
      },
    },
  },
});

export const listBankAccounts = defineOperation({
  method: 'GET',
  path: '/bank-accounts/private',
  summary: 'List the bank accounts',
  description:
    "Lists the college's bank accounts for everybody. Only those with the status `ACTIVE` take deposits.",
  rule: 'payment#bank-accounts',
  auth: 'optional',
  readsBodyAs: 'json',
  successResponses: { 200: z.array(bankAccount) },
  refusals: {},
  safeToRepeat: true,
  examples: { answers: { accounts: { summary: 'One account', value: bankAccountExamples } } },
});
