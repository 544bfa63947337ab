/** The Digital Literacy Test and its result. */
export const texts = {
  title: 'Digital Literacy Test',
  welcome: (name: string) => `Welcome ${name}`.trim(),
  start: 'Start DLT',
  starting: 'Creating DLT Questions...',
  timeLeft: 'Time left',
  notStarted: '--:--',
  startsWithTest: 'The time starts when you press the button.',
  hideTime: 'Hide the time',
  showTime: 'Show the time',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
  oops: 'Oops!',
  network: 'Error has happened please check your internet connection.',
  sessionFirst:
    'Your session would end before the test does. Log in again here, then start: the test must not be interrupted.',
  sessionSoon: 'Your session ends before the test does. Log in again here; your answers stay.',
  info: {
    title: 'About the test',
    items: [
      'The DLT is a requirement for enrolment.',
      'It is time-based.',
      'You need to pass it to join any department.',
      'The result is announced after you have answered all questions and finished the test.',
      'If you fail, check the system notice to see whether a retake is allowed.',
    ],
    safe: 'Your answers are saved on this device as you give them, even if the connection drops or you close the page. The clock keeps running.',
  },
  question: (at: number, all: number) => `(${at}/${all})`,
  previous: 'Prev',
  next: 'Next',
  finalize: 'Finalize Test',
  finalizing: 'Finalizing...',
  overview: 'Questions',
  open: (count: number, all: number) =>
    count === 0 ? 'All questions are answered.' : `${count} of ${all} not answered yet.`,
  goTo: (at: number, isAnswered: boolean) =>
    `Question ${at}, ${isAnswered ? 'answered' : 'not answered'}`,
  confirm: {
    title: 'Finalize the test?',
    text: (numbers: readonly number[]) =>
      numbers.length === 1
        ? `Question ${numbers[0]} is not answered. You can still go back to it.`
        : `${numbers.length} questions are not answered: ${numbers.join(', ')}. You can still go back to them.`,
    yes: 'Finalize Test',
    no: 'Go back to the questions',
  },
  sending: 'Handing in your answers.',
  timeIsUp: 'Time is up. Handing in the answers you gave.',
  unanswered: (said: string) =>
    `We couldn't reach the server${said ? ` (${said})` : ''}. Your answers are safe on this device, and we keep sending them until they arrive. Please keep this page open.`,
  tryNow: 'Try now',
  lost: "We couldn't hand in your test. Please start it again.",
  result: {
    title: 'Digital Literacy Test Result',
    final: 'Final Result',
    pass: 'pass',
    payTop: (description: string) => `Please pay for ${description} using this payment code:`,
    copy: (code: string) => `Copy the payment code ${code}`,
    copied: (code: string) => `Payment code ${code} copied to clipboard!`,
    notCopied: (code: string) => `We couldn't copy the code. Please write it down: ${code}`,
    copyHint: 'Press the code to copy it. It is in your e-mail, too.',
    amount: (amount: string, days: number) =>
      `The offline payment amount is ${amount}, to be paid within the next ${days} days.`,
    pay: 'Pay it at any of our bank accounts:',
    bank: 'BANK',
    banks: 'Bank accounts',
    bankName: 'Bank Name',
    account: 'Account Number',
    noBanks: 'No bank account is open for payments at the moment. Please contact the college.',
    banksFailed: "We couldn't load the bank accounts.",
    proceed: 'Proceed To Payment',
    failedLead:
      'You did not pass the test this time. Check the system notice to see whether you may take it again.',
    retake: 'Re-take DLT',
    pendingFailed: "We couldn't load your payment.",
    fee: 'the application fee',
  },
};
