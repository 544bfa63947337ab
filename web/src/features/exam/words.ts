/** The Digital Literacy Test before it starts, and its result. */
export const texts = {
  title: 'Digital Literacy Test',
  welcome: (name: string) => `Welcome ${name}`.trim(),
  start: 'Start DLT',
  starting: 'Creating DLT Questions...',
  timeLeft: 'Time left',
  notStarted: '--:--',
  startsWithTest: 'The time starts when you press the button.',
  lastTime: (size: string) => `Last time the test had ${size}.`,
  size: (questions: number, minutes: number) =>
    `${count(questions, 'question')} in ${count(minutes, 'minute')}`,
  oops: 'Oops!',
  network: 'Error has happened please check your internet connection.',
  sessionFirst:
    'Your session would end before the test does. Log in again here, then start: the test must not be interrupted.',
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
  samples: 'Try three sample questions',
  samplesLoading: 'Loading…',
  samplesFailed: "We couldn't load the sample questions.",
  result: {
    title: 'Digital Literacy Test Result',
    arrived: (time: string) => `Your answers reached the college at ${time}.`,
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
  },
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
