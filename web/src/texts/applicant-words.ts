/** Texts that an applicant's pages share. */
export const applicantTexts = {
  welcome: (name: string) => `Welcome ${name}`.trim(),
  logout: 'Logout',
  proceed: 'Proceed with Application',
  proceedFailed:
    "We couldn't open your application. Please check your internet connection and try again.",
  paymentFailed: "We couldn't load your payment. Please try again.",
  nothingToDo: 'There is nothing for you to do at the moment. The college will write to you.',
  sessionEnds: (minutes: number) =>
    `Your session ends in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Log in again here to stay; nothing on the page is lost.`,
  /** The purpose of a payment, if the backend does not name it. */
  fee: 'the application fee',
  /** Shown if the backend's amount can't be read. */
  amountUnknown: 'as stated in your email',
  statusLoading:
    'One moment: we are reading your application from the college. On a slow connection this can take a few seconds; nothing that you have sent is lost.',
  statusFailed: "We couldn't load your application.",
  notSent:
    'The college has this form already, sent before or from another tab. What you typed here was not sent; it is kept in this tab until you log out.',
};

/** The applicant's dialogs. */
export const dialogTexts = {
  /** Asked at a logout while a test is on this device. */
  examRuns: {
    title: 'You have a test running',
    text: 'It is not submitted yet. Log out and lose its answers?',
    goBack: 'Go back to the test',
    leave: 'Log out and lose the answers',
  },
  dear: {
    title: 'Dear Applicant',
    paragraphs: [
      'Your application was submitted successfully.',
      'Our team will review your documents and notify you by email.',
      'Please check your email before logging in again.',
      'When you close this, you are logged out.',
    ],
    see: 'See your application',
  },
  again: {
    title: 'Your session ends soon',
    submit: 'Log in again',
    later: 'Not now',
  },
};

/** Shown on all other pages while a test is on this device. */
export const runningTestTexts = {
  running: (time: string) => `Your test is running: ${time} left.`,
  over: 'The time of your test is over.',
  notSubmitted: 'Your test is not submitted yet.',
  goBack: 'Go back to the test',
  status: 'Your test is running. Its clock cannot be stopped: go back and finish it.',
  notSubmittedStatus:
    'Your test is not submitted yet. Go back to it, and it is sent as soon as the college can be reached.',
};

/** Shown instead of the test after the server refused to start it, e.g. because all attempts are used. */
export const examRefusalTexts = {
  title: 'You cannot take the test now',
  meaning:
    'How often the test may be taken is for the college to decide. What you have done so far stays as it is, but your application goes on only after you have passed the test.',
  ask: 'If you think that this is a mistake, or would like another attempt, ask the college:',
  /** Beside the step in the list of all steps. */
  step: 'Ask the college',
  allowed: 'The college has allowed it: show the test again',
};

/** The choice to keep what is typed on the device. */
export const keepTypingTexts = {
  keep: 'Keep what I type on this device',
  more: 'What is kept, and for how long',
  hint: 'What you type stays in this tab in any case. With this it is also there when you open the site again, for example after a power cut. It is not encrypted, and deleted when you log out, when you have applied, and after 14 days. Leave it off on a device that others use.',
  failed: 'This browser cannot keep it. What you type stays in this tab.',
};

/** The outbox: steps that are sent when the connection is back. */
export const outboxTexts = {
  title: 'Waiting to be sent',
  waiting: (count: number) => `Waiting to be sent: ${count}`,
  steps: {
    payment: 'Payment details',
    biography: 'Biographical Data',
    education: 'Education Background',
    contact: 'Emergency Contact',
    application: 'Program application',
  },
  /** @param size e.g. `1.2 MB` */
  withFiles: (name: string, size: string) => `${name} (${size})`,
  sendNow: 'Send now',
  sending: 'Sending…',
  takeBack: 'Take back',
  refused: (name: string, serverMessage: string) => `${name}: not accepted. ${serverMessage}`,
  openForm: 'Open the form',
  /** @param size what was sent for nothing, e.g. `1.2 MB` */
  stopped: (name: string, size: string) =>
    `${name}: stopped, because tries that broke off have used ${size} of your data. Press Send now where the connection is better. Or take it back and choose a smaller file: a PDF with fewer pages or a lower quality, or photos of its pages.`,
  /** Shown for a form that an older version of the site has kept. */
  again: 'please fill it in again.',
  sent: (name: string) => `Sent: ${name}.`,
  before: (name: string) =>
    `${name}: the college has this form already, so what waited here was not sent.`,
  panel: {
    title: 'This form is waiting for the connection',
    text: 'It is kept on this device for 14 days, and sent by itself as soon as you are online and logged in. To change it, take it back.',
    unkept:
      'It is sent by itself as soon as you are online and logged in. This browser cannot keep it, so leave this page open. To change it, take it back.',
    files: 'If you take it back, choose its files again.',
    goOn: 'Go on to the next form',
  },
};

/** A payment that the college does not show yet, or could not confirm. */
export const sentPaymentTexts = {
  providers: { paypal: 'Paypal', stripe: 'Stripe', arifpay: 'Arifpay' },
  paidAlready: 'Paid already? Do not pay again: send us the reference.',
  sendReference: 'Send the reference',
  sent: (time: string) =>
    `You sent your payment details on ${time}. We are asking the college whether they have arrived. Please do not pay again: this page asks by itself.`,
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
