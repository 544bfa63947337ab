import { currencyByProvider } from '@one-planet/contract';
import { refuse } from '../server/responses.ts';
import { findFileProblem } from '../world/files.ts';
import { findPayment, paymentOf, recordPayment } from '../world/payments.ts';
import type { Handlers } from './handlers.ts';

/** The fee after the exam: the pending payment, the two ways to pay, the receipt. */
export const payments: Handlers<'payments'> = {
  getPending: (_call, { world, person }) => {
    const payment = paymentOf(world, person);
    if (!payment) return refuse(404, 'No payment is pending.');
    const { description, code, amount } = payment;
    return {
      status: 200,
      body: {
        paymentDto: {
          paymentDescription: description,
          paymentCode: code,
          paymentAmount: amount,
          isOffline: true,
        },
        bankAccountList: [...world.bankAccounts.all()],
      },
    };
  },

  makeOffline: async ({ body }, { world, person }) => {
    const payment = paymentOf(world, person);
    if (!payment || payment.code !== body.paymentCode) {
      return refuse(400, 'The payment code is not that of your pending payment.');
    }
    const account = world.bankAccounts.findFirst((q) => q.where({ account: body.bankAccount }));
    if (account?.status !== 'ACTIVE') {
      return refuse(400, 'Please select one of the active bank accounts.');
    }
    const problem = findFileProblem(world, person, 'receipt', body.attachmentUrl);
    if (problem) return refuse(400, problem);
    await recordPayment(world, person, payment, {
      isOffline: true,
      transactionReference: body.transactionReference,
      bank: account.bank,
      account: account.account,
      attachment: body.attachmentUrl,
    });
    return { status: 200, body: { message: 'Payment details received.' } };
  },

  payOnline: async ({ body }, { world, person, origin }) => {
    const payment = paymentOf(world, person);
    if (!payment) return refuse(409, 'No payment is pending.');
    const { method: provider, price, currency, description } = body;
    if (currencyByProvider[provider] !== currency) {
      return refuse(
        400,
        `${provider} is paid in ${currencyByProvider[provider]}, not in ${currency}.`,
      );
    }
    // The backend knows no exchange rate: the price in USD is a setting of the site.
    if (currency === 'ETB' && price !== payment.amount) {
      return refuse(400, `The amount to pay is ${payment.amount} ETB, not ${price}.`);
    }
    const { id } = await world.providerPages.create({
      id: world.random.tokens.drawToken(),
      provider,
      paymentCode: payment.code,
      price,
      currency,
      description,
      paid: false,
    });
    return { status: 200, body: { redirect: `${origin}/_mock/pay/${provider}/${id}` } };
  },

  getReceipt: ({ params }, { world, person }) => {
    const payment = findPayment(world, params.paymentCode);
    if (!payment?.datePaid) return refuse(404, 'There is no receipt for this payment code.');
    const payer = world.findPersonById(payment.personId);
    if (person?.role === 'ROLE_APPLICANT' && person.id !== payment.personId) {
      return refuse(403, 'This receipt belongs to another applicant.');
    }
    const payerNames = [payer?.firstName, payer?.middleName, payer?.lastName];
    return {
      status: 200,
      body: {
        datePaid: payment.datePaid,
        isOffline: payment.isOffline,
        applicant: payerNames.join(' '),
        paymentCode: payment.code,
        transactionReference: payment.transactionReference,
        email: payer?.email,
        accountNumber: payment.account,
        bankAccount: payment.bank,
        description: payment.description,
        paymentAmount: payment.amount,
      },
    };
  },
};

/** The college's accounts, including those that are no longer in use. */
export const bankAccounts: Handlers<'bankAccounts'> = {
  list: (_call, { world }) => ({ status: 200, body: [...world.bankAccounts.all()] }),
};
