/** A payment that the college does not show yet. */
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
  payAgain: 'The college asked me to pay again',
};
