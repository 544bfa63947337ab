/** The applicant's dialogs. */
export const texts = {
  /** A logout while a test is on this device. */
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
      'Our team will review your documents and notify you by e-mail.',
      'Please check your e-mail before logging in again.',
    ],
    see: 'See your application',
  },
  again: {
    title: 'Your session ends soon',
    submit: 'Log in again',
    later: 'Not now',
  },
};
