/** The application to a program, and its confirmation. */
export const application = {
  title: 'Apply to Program',
  statusTitle: 'Your application',
  lead: 'This is the last form of your application. Read about the programs before you choose one: the choice is final.',
  program: 'Program',
  offer: (program: string, batch: string) => `${program} (${batch})`,
  see: (program: string) => `About ${program}`,
  buttons: { nextLabel: 'Apply', sendLabel: 'Apply', busyLabel: 'Applying...' },
  final:
    'You can apply to one program only, and the choice is final: once you have applied you cannot change it.',
  failed: "We couldn't load the programs.",
  record: {
    title: 'Your record',
    name: 'Name',
    email: 'Email',
    phone: 'Phone number',
    program: 'Program',
    applied: 'Applied on',
    code: 'Payment code',
    amount: 'Amount',
    bank: 'Bank',
    account: 'Account number',
    reference: 'Transaction reference',
    receipt: 'See the receipt',
    keep: 'Keep it: print it, or save it as PDF. What you answered is shown only in this browser, and only until you log out.',
    elsewhere:
      'What you answered is shown only in the browser that you sent it from, and only until you log out. The college has all of it.',
    print: 'Print or save as PDF',
  },
  none: 'No program is open for applications at the moment. Please check again later.',
  done: {
    title: 'Application Submitted',
    appliedTo: 'You have applied to',
    applied: 'You have applied to a program of the college.',
    review: 'The college will review your documents and reply by email.',
    reviews: 'The college reviews your documents.',
    reviewsWithin: (time: string) => `The college reviews your documents, ${time}.`,
    next: [
      'As soon as it has decided: an email to you.',
      'If you are admitted: log in here, and you are taken to the student portal.',
    ],
    meanwhile:
      'There is nothing more to do here. Please check your email, including the spam folder.',
  },
};
