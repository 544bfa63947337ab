/** The Digital Literacy Test before it starts, and its result. */
export const examTexts = {
  title: 'Digital Literacy Test',
  welcome: (name: string) => `Welcome ${name}`.trim(),
  start: 'Start DLT',
  starting: 'Creating DLT Questions...',
  timeLeft: 'Time left',
  startsWithTest: 'The time starts when you press the button.',
  clock: (time: string) => `${time} minutes`,
  questions: 'Questions',
  size: (questions: number, minutes: number) =>
    `${questions === 1 ? '1 question' : `${questions} questions`} in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`,
  before: {
    timeUp: 'When it is over, your answers are submitted.',
    kept: 'Answers stay on this device.',
    more: [
      'You can go back to a question and change its answer until you finish the test.',
      'Answers stay even if the connection drops or you close the page; the clock keeps running.',
      'Without a single answer nothing is submitted.',
      'Take the test on one device. A test that you started on another device has its clock running there, and its answers are only there.',
    ],
    repeats: 'If you do not pass, the college decides whether you may take it again.',
  },
  oops: 'Oops!',
  network: 'Error has happened please check your internet connection.',
  mayHaveStarted: 'Your test may have started. Press Start again at once.',
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
    /** Explains "system notice" in the last item. */
    notice:
      'The system notice is the message that this page shows when you press Start DLT again: it says whether you may take the test once more.',
  },
  samples: 'Try three sample questions',
  result: {
    title: 'Digital Literacy Test Result',
    arrived: (time: string) => `Your answers reached the college at ${time}.`,
    /** The server already had answers when this device submitted its own. */
    answersFrom: {
      unsure:
        'Answers to your test had reached the college before, from this device or from another one. This is their result.',
      elsewhere:
        'Your test was submitted before, on another device or in another tab. This is the result of the answers given there.',
    },
    passed: 'You passed',
    notPassed: 'Not passed this time',
    final: 'Final Result',
    /** In other languages than English these replace the server's words "pass" and "Fail". */
    pass: 'pass',
    fail: 'Fail',
    copyHint: 'Press the code to copy it. It is in your email, too.',
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
      'Check the system notice to see whether you may take it again: it is the message that appears when you press Start DLT on the next page.',
    failedAsk: 'The college decides how often the test may be taken.',
    askCollege: 'Ask the college',
    timeUp: (answered: string) =>
      `The time was over, so your answers were submitted as they were: ${answered}.`,
    practise: 'Practise first: three sample questions',
    retake: 'Re-take DLT',
    pendingFailed: "We couldn't load your payment.",
  },
};

/** The Digital Literacy Test while it runs. */
export const runningTexts = {
  timeLeft: 'Time left',
  lastMinutes: 'Last 5 minutes',
  lastMinute: 'Last minute',
  noTimeLeft: 'Time is over',
  hide: 'Hide',
  show: 'Show',
  hideTime: 'Hide the time',
  showTime: 'Show the time',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
  answered: (count: number, total: number) => `${count} of ${total} answered`,
  kept: {
    here: 'Kept on this device',
    untilClosed: 'Kept until you close this page',
    offline: 'Offline: kept on this device',
    sending: 'Sending…',
    unsent: 'Kept, not sent yet',
    unsentOffline: 'Offline: kept, sent as soon as you are online',
    unsentLoggedOut: 'Kept, sent as soon as you log in',
  },
  wentOffline: 'You are offline. Your answers are kept on this device.',
  backOnline: 'You are online again.',
  sessionSoon: 'Your session ends before the test does. Log in again here; your answers stay.',
  loggedOut: {
    why: 'You are not logged in. Your test goes on all the same; log in to submit it.',
    logIn: 'Log in',
  },
  question: (number: number, total: number) => `(${number}/${total})`,
  /** What a screen reader says of it. */
  questionOf: (number: number, total: number) => `Question ${number} of ${total}:`,
  previous: 'Prev',
  next: 'Next',
  finalize: 'Finalize Test',
  finalizing: 'Finalizing...',
  overview: 'Questions',
  goTo: (number: number, isAnswered: boolean) =>
    `Question ${number}, ${isAnswered ? 'answered' : 'not answered'}`,
  check: {
    title: 'Check your answers',
    none: 'All questions are answered.',
    open: (count: number, numbers: string) =>
      count === 1
        ? `Question ${numbers} is not answered. You can still go back to it.`
        : `${count} questions are not answered: ${numbers}. You can still go back to them.`,
    notAnswered: 'Not answered',
    change: 'Change',
    answer: 'Answer',
    of: (number: number) => ` question ${number}`,
    back: 'Go back to the questions',
  },
  handingIn: {
    title: 'Submitting your test',
    timeUp: 'Your time is over',
    sending: (count: string) =>
      `The answers you gave are kept on this device (${count}), and we are sending them now.`,
    unanswered:
      "We couldn't reach the server. Your answers are safe on this device, and we keep sending them until they arrive. Please keep this page open.",
    unansweredBecause: (serverMessage: string) =>
      `We couldn't reach the server (${serverMessage}). Your answers are safe on this device, and we keep sending them until they arrive. Please keep this page open.`,
    offline:
      'You are offline. Your answers are safe on this device, and we send them as soon as the connection is back. Please keep this page open.',
    loggedOut: (count: string) =>
      `The answers you gave are kept on this device (${count}). We send them as soon as you log in.`,
    tried: (times: number, lastTime: string) =>
      `Tried ${times === 1 ? 'once' : `${times} times`}, last at ${lastTime}.`,
    afterwards: 'When they have arrived, your result opens here by itself.',
    tryNow: 'Try now',
  },
  lost: "We couldn't submit your test. Please start it again.",
  submittedElsewhere: 'If you submitted this test on another device, its result is shown there.',
  /** By the device's clock the time is over, and the site's host cannot be asked whether that clock is right. */
  unsure: {
    title: 'Checking the time',
    text: 'By the clock of this device your time is over. We are checking whether that clock is right, as soon as there is a connection. Your answers are safe. You can also finish the test now.',
  },
  /** The time is over, and no question was answered on this device. */
  unanswered: {
    text: 'You have not answered any question on this device, so nothing was submitted. If you took the test on another device, look for its result.',
    look: 'Look for my result',
    looking: 'Looking…',
    none: 'No pass has reached us. If you took the test on another device, its result is shown there; if it is not submitted yet, submit it there, then look again.',
    unread: "We couldn't check that. Please check your internet connection.",
  },
};

/** Sample questions to try before the test. The site brings them itself: the server sends questions only for a test. */
export const sampleTexts = {
  lead: 'Choose an answer to see whether it is right. Nothing is sent, nothing counts, and there is no time limit.',
  right: (why: string) => `Right. ${why}`,
  wrong: (rightAnswer: string, why: string) => `Not right. The answer is ${rightAnswer}. ${why}`,
  questions: [
    {
      text: 'Where do you type the address of a website?',
      choices: [
        'In the address bar of the browser',
        'In the calculator',
        'In the settings of the screen',
        'In the name of a new folder',
      ],
      right: 0,
      why: 'The address bar is the long field at the top or the bottom of the browser.',
    },
    {
      text: 'Somebody calls, says she works for your bank, and asks for your password. What do you do?',
      choices: [
        'Tell her the password',
        'Send it by text message instead',
        'Tell her half of it',
        'End the call and tell nobody the password',
      ],
      right: 3,
      why: 'No bank, school or office needs your password. Whoever asks for it wants to misuse it.',
    },
    {
      text: 'You want to send your certificate with an email. What do you do?',
      choices: [
        'Write its name in the subject line',
        'Attach the file to the email',
        'Open the file and close it again',
      ],
      right: 1,
      why: 'An attached file travels with the email. Look for the paper clip.',
    },
  ],
} as const;
