import { limits } from '@one-planet/contract/limits';

const receiptMegabytes = limits.files.receipt.maxBytes / 1024 / 1024;

/** Paying the fee, and what follows. */
export const paymentTexts = {
  hints: 'Ways to pay',
  title: 'Application Payment Form',
  statusTitle: 'Application payment',
  failed: "We couldn't load your payment.",
  method: {
    title: 'Where do you pay?',
    bank: 'At a bank',
    online: 'Online',
  },
  offline: {
    title: 'After paying',
    code: 'Payment Code',
    codeHint: 'You can find it in your email.',
    bank: 'Payment Bank',
    reference: 'Transaction Reference Number',
    receipt: 'Payment receipt',
    receiptHint: `A picture of it (jpg, png or jpeg), max ${receiptMegabytes} MB.`,
    submit: 'Submit',
    busy: 'Submitting...',
  },
  accounts: {
    none: 'No bank account is open for payments at the moment. Please contact the college.',
    failed: "We couldn't load the bank accounts.",
  },
  online: {
    title: 'Pay online',
    lead: 'We take you to the provider, and you come back here afterwards.',
    about: {
      arifpay: 'Wallets and cards of Ethiopia, in birr.',
      paypal: 'A Paypal account, or a card at Paypal, in US dollars.',
      stripe: 'Cards of any country, for example Visa or Mastercard, in US dollars.',
    },
    noDollars: 'The college has not set a price in US dollars.',
    price: (price: string) => `You pay ${price}.`,
    wallets: (names: string) => `Opens ${names}.`,
    busy: (provider: string) => `Opening ${provider}...`,
    unavailable: (provider: string) => `${provider} is not available at the moment.`,
    refused: (address: string) =>
      `The payment would lead to another website (${address}) that this site is not allowed to send you to. Nothing was paid. Please tell the college.`,
    noAddress: 'an address that cannot be read',
  },
  info: {
    title: 'Good to know',
    items: [
      'Take a screenshot of the card with the payment code: it has all that the bank asks for.',
      'The transaction reference is usually more than 9 alphanumeric characters.',
      'Upload a scan of the bank receipt or a generated receipt.',
      'Our staff verify the payment. Wait for an email confirmation.',
      'No upload is needed for online payment.',
    ],
  },
  finalized: {
    title: 'Payment Details Uploaded Successfully',
    /** Until the status shows the payment. */
    askingTitle: 'Payment details sent',
    asking:
      'We are asking the college whether they have arrived. Please do not pay again: this page asks by itself.',
    text: 'Your payment now awaits verification by our staff. You will get an email when that is done.',
  },
  pending: {
    title: 'Your payment is being verified',
    text: 'Our staff are verifying your payment. You will be notified by email when that is done; then log in and go on.',
  },
  compare: "Our staff compare your payment with the bank's or the provider's record.",
  compareWithin: (time: string) =>
    `Our staff compare your payment with the bank's or the provider's record, ${time}.`,
  next: [
    'As soon as that is done: an email to you.',
    'Then log in and go on with the forms: about yourself, your school, an emergency contact, and the program.',
  ],
  receipt: 'See the receipt',
  whatWasSent: 'What you sent',
  labels: {
    amount: 'Amount',
    bank: 'Bank',
    account: 'Account number',
    reference: 'Transaction reference',
    code: 'Payment code',
    receipt: 'Receipt',
    sent: 'Sent',
  },
};
