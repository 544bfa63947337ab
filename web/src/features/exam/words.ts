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
    safe: 'Your answers are kept on this device as you give them, also when the connection drops or the page is closed. The time goes on.',
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
  sending: 'Your answers are being handed in.',
  timeIsUp: 'The time is up. The answers you gave are being handed in.',
  unanswered: (said: string) =>
    `The server could not be reached${said ? ` (${said})` : ''}. Your answers are safe on this device and are sent again until they arrive. Keep this page open.`,
  tryNow: 'Try now',
  lost: 'The test could not be handed in. Please start it again.',
  result: {
    title: 'Digital Literacy Test Result',
    final: 'Final Result',
    pass: 'pass',
    payTop: (description: string) => `Please pay for ${description} using this payment code:`,
    copy: (code: string) => `Copy the payment code ${code}`,
    copied: (code: string) => `Payment code ${code} copied to clipboard!`,
    notCopied: (code: string) => `The code could not be copied. Please write it down: ${code}`,
    copyHint: 'Press the code to copy it. It is in your e-mail, too.',
    amount: (amount: string, days: number) =>
      `The offline payment amount is ${amount}, to be paid within the next ${days} days.`,
    pay: 'Pay it at any of our bank accounts:',
    bank: 'BANK',
    banks: 'Bank accounts',
    bankName: 'Bank Name',
    account: 'Account Number',
    noBanks: 'No bank account is open for payments at the moment. Please contact the college.',
    banksFailed: 'The bank accounts could not be loaded.',
    proceed: 'Proceed To Payment',
    failedLead:
      'You did not pass the test this time. Check the system notice: it tells whether you may take it again.',
    retake: 'Re-take DLT',
    pendingFailed: 'Your payment could not be read.',
    fee: 'the application fee',
  },
};
