export const texts = {
  title: 'Contact',
  lead: 'Call us, write to us or come by. We are glad to help with a program, a payment or a step of your application.',
  reach: 'Address, phone and e-mail',
  ready: {
    title: 'Before you call',
    text: 'We can help you faster when you have these at hand:',
    items: [
      'the e-mail address you registered with',
      'your full name as you typed it into the application form',
      'for a payment: the payment code and the transaction reference number',
      'for a problem with the website: what you pressed, and the message you saw',
    ],
    never: 'We never ask for your password. Please do not tell it to anybody.',
  },
  account: {
    title: 'Trouble with your account?',
    text: 'These two you can solve here, at any hour:',
    resend: 'The activation e-mail has not arrived',
    forgot: 'I forgot my password',
  },
};
