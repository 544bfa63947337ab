import { limits } from '@one-planet/contract/limits';

const megabytes = limits.files.receipt.maxBytes / 1024 / 1024;

const providers: Readonly<Record<string, string>> = {
  paypal: 'Paypal',
  stripe: 'Stripe',
  arifpay: 'Arifpay',
};

/** Paying the fee, and what follows. */
export const texts = {
  title: 'Application Payment Form',
  statusTitle: 'Application payment',
  amount: 'Amount to pay',
  for: 'For',
  fee: 'the application fee',
  failed: "We couldn't load your payment.",
  offline: {
    title: 'Paid at a bank',
    code: 'Payment Code',
    codeHint: 'You can find it in your e-mail.',
    bank: 'Payment Bank',
    noBanks: 'No bank account is open for payments at the moment. Please contact the college.',
    banksFailed: "We couldn't load the bank accounts.",
    reference: 'Transaction Reference Number',
    receipt: 'Payment receipt',
    receiptHint: `A picture of it (jpg, png or jpeg), max ${megabytes} MB.`,
    submit: 'Submit',
    busy: 'Submitting...',
  },
  online: {
    title: 'Pay online',
    lead: 'We take you to the provider, and you come back here afterwards. You do not need to upload anything.',
    price: (price: string) => `You pay ${price}.`,
    busy: (provider: string) => `Opening ${provider}...`,
    unavailable:
      'Paypal and Stripe are not available at the moment: the college has not set a price in USD.',
    refused: (address: string) =>
      `The payment would lead to another website (${address}) that this site is not allowed to send you to. Nothing was paid. Please tell the college.`,
    noAddress: 'an address that cannot be read',
  },
  providers,
  info: {
    title: 'Good to know',
    items: [
      'The transaction reference is usually more than 9 alphanumeric characters.',
      'Upload a scan of the bank receipt or a generated receipt.',
      'Wait for an e-mail confirmation.',
      'No upload is needed for online payment.',
    ],
  },
  opened: {
    text: (provider: string, time: string) =>
      `You opened a payment at ${provider} at ${time}. If you have paid there, do not pay again: it can take a few minutes for ${provider} to tell us.`,
    look: 'Has my payment arrived?',
    looking: 'Looking…',
    notYet: 'It has not arrived yet.',
    unread: "We couldn't check that. Please check your internet connection.",
    notPaid: 'I have not paid there',
  },
  finalized: {
    title: 'Payment Details Uploaded Successfully',
    text: 'Your payment now awaits verification by our staff. You will get an e-mail when that is done.',
  },
  pending: {
    title: 'Your payment is being verified',
    text: 'Our staff are verifying your payment. You will be notified by e-mail when that is done; then log in and go on.',
  },
  receipt: 'See the receipt',
};
