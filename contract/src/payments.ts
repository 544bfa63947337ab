import { z } from 'zod';
import { refusals } from './errors.ts';
import { id, looseNumber } from './fields.ts';
import { limits } from './limits.ts';
import { offlinePayment } from './offline-payment.ts';
import { c, lifecycleMeta, meta, successes } from './route.ts';

/** Only accounts with status ACTIVE are shown to applicants. */
export const bankAccount = z.object({
  id,
  bank: z.string().min(1),
  account: z.string().min(1),
  status: z.string(),
});
export type BankAccount = z.infer<typeof bankAccount>;

export const pendingPayment = z.object({
  paymentDto: z.object({
    paymentDescription: z.string().nullish(),
    paymentCode: z.string().min(1),
    paymentAmount: looseNumber,
    isOffline: z.boolean().nullish(),
  }),
  bankAccountList: z.array(bankAccount).nullish(),
});
export type PendingPayment = z.infer<typeof pendingPayment>;

const onlinePayment = z.object({
  price: z.number().positive(),
  currency: z.enum(['ETB', 'USD']).describe('ETB for arifpay, USD for paypal and stripe.'),
  method: z.enum(['paypal', 'stripe', 'arifpay']),
  intent: z.literal(limits.payment.intent),
  description: z.string().describe("The pending payment's description."),
});
export type OnlinePayment = z.infer<typeof onlinePayment>;

/** A receipt; the site leaves missing fields blank. */
export const receipt = z.object({
  datePaid: z.union([z.string(), z.number(), z.array(z.number())]).nullish(),
  isOffline: z.boolean().nullish(),
  applicant: z.string().nullish(),
  paymentCode: z.string(),
  transactionReference: z.string().nullish(),
  email: z.string().nullish(),
  accountNumber: z.string().nullish(),
  bankAccount: z.string().nullish(),
  description: z.string().nullish(),
  paymentAmount: looseNumber,
});
export type Receipt = z.infer<typeof receipt>;

export const payments = {
  getPending: c.query({
    method: 'GET',
    path: '/payments/private/get_pending_payment',
    summary: 'Reads the payment the applicant still has to make',
    responses: { ...successes('payments.getPending', pendingPayment), ...refusals(401, 403, 404) },
    metadata: meta({
      ...lifecycleMeta('payments.getPending'),
      auth: 'bearer',
      rule: 'payment#what-is-pending',
      reads: 'json',
      refuses: [404],
    }),
  }),
  makeOffline: c.mutation({
    method: 'POST',
    path: '/payments/private/make_offline_payment',
    summary: 'Reports a bank deposit with its receipt',
    body: offlinePayment,
    responses: {
      ...successes('payments.makeOffline', z.unknown()),
      ...refusals(400, 401, 403, 409),
    },
    metadata: meta({
      ...lifecycleMeta('payments.makeOffline'),
      auth: 'bearer',
      rule: 'payment#bank-deposit',
      reads: 'nothing',
      refuses: [400, 409],
    }),
  }),
  payOnline: c.mutation({
    method: 'POST',
    path: '/payments/paypal/pay',
    summary: "Opens a payment at one of the three providers and returns the provider's address",
    body: onlinePayment,
    responses: {
      ...successes('payments.payOnline', z.object({ redirect: z.string().min(1) })),
      ...refusals(400, 401, 403, 409),
    },
    metadata: meta({
      ...lifecycleMeta('payments.payOnline'),
      auth: 'bearer',
      rule: 'payment#online-payment',
      reads: 'json',
      refuses: [400, 409],
    }),
  }),
  getReceipt: c.query({
    method: 'GET',
    path: '/payments/private/get_receipt1/:paymentCode',
    pathParams: z.object({ paymentCode: z.string().min(1) }),
    summary: 'Reads the receipt of a payment',
    responses: { 200: receipt, ...refusals(401, 403, 404) },
    metadata: meta({
      auth: 'optional',
      rule: 'payment#receipt',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [404],
    }),
  }),
};

export const bankAccounts = {
  list: c.query({
    method: 'GET',
    path: '/bank-accounts/private',
    summary: "Lists the college's bank accounts",
    responses: { 200: z.array(bankAccount), ...refusals(401) },
    metadata: meta({
      auth: 'optional',
      rule: 'payment#bank-accounts',
      reads: 'json',
      safeToRepeat: true,
      success: 200,
      refuses: [],
    }),
  }),
};
