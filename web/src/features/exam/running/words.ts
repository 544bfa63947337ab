/** The Digital Literacy Test while it runs. */
export const texts = {
  timeLeft: 'Time left',
  lastMinutes: 'Last 5 minutes',
  lastMinute: 'Last minute',
  noTimeLeft: 'Time is over',
  hide: 'Hide',
  show: 'Show',
  hideTime: 'Hide the time',
  showTime: 'Show the time',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
  answered: (count: number, all: number) => `${count} of ${all} answered`,
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
  question: (at: number, all: number) => `(${at}/${all})`,
  previous: 'Prev',
  next: 'Next',
  finalize: 'Finalize Test',
  finalizing: 'Finalizing...',
  overview: 'Questions',
  goTo: (at: number, isAnswered: boolean) =>
    `Question ${at}, ${isAnswered ? 'answered' : 'not answered'}`,
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
    unansweredBecause: (said: string) =>
      `We couldn't reach the server (${said}). Your answers are safe on this device, and we keep sending them until they arrive. Please keep this page open.`,
    offline:
      'You are offline. Your answers are safe on this device, and we send them as soon as the connection is back. Please keep this page open.',
    loggedOut: (count: string) =>
      `The answers you gave are kept on this device (${count}). We send them as soon as you log in.`,
    tried: (times: number, at: string) =>
      `Tried ${times === 1 ? 'once' : `${times} times`}, last at ${at}.`,
    afterwards: 'When they have arrived, your result opens here by itself.',
    tryNow: 'Try now',
  },
  lost: "We couldn't submit your test. Please start it again.",
};
