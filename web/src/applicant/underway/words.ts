/** A payment that the college does not show yet, or could not confirm. */
export const texts = {
  providers: { paypal: 'Paypal', stripe: 'Stripe', arifpay: 'Arifpay' },
  received: (time: string) =>
    `We received your payment on ${time}. Your application does not show it yet; that can take a while. Please do not pay again: this page looks for it by itself.`,
  opened: (provider: string, time: string) =>
    `You opened a payment at ${provider} on ${time}. If you have paid there, do not pay again: it can take a few minutes for ${provider} to tell us. This page looks for it by itself.`,
  look: 'Has my payment arrived?',
  looking: 'Looking…',
  notYet: 'It has not arrived yet.',
  unread: "We couldn't check that. Please check your internet connection.",
  notPaid: 'I have not paid there',
  isRejected: 'The college could not confirm it',
  rejected: {
    sent: (time: string) => `The college could not confirm the payment that you sent on ${time}.`,
    opened: (provider: string, time: string) =>
      `The college could not confirm the payment that you opened at ${provider} on ${time}.`,
    unknown: 'The college could not confirm your payment.',
    bank: 'Bank',
    reference: 'Transaction reference',
    receipt: 'Receipt',
    correctIt:
      'If you have paid, do not pay again: correct the reference, or send a clearer picture of the receipt.',
    askProvider: (provider: string) =>
      `If you have paid at ${provider}, do not pay again: send the college the confirmation that ${provider} gave you.`,
    correct: 'Correct what I sent',
    notPaid: 'I have not paid yet',
    contact: 'The college helps you with any question:',
  },
};
