/** What an applicant's pages share. */
export const texts = {
  welcome: (name: string) => `Welcome ${name}`.trim(),
  logout: 'Logout',
  proceed: 'Proceed with Application',
  proceedFailed:
    "We couldn't open your application. Please check your internet connection and try again.",
  paymentFailed: "We couldn't load your payment. Please try again.",
  nothingToDo: 'There is nothing for you to do at the moment. The college will write to you.',
  statusFailed: "We couldn't load your application.",
  dear: {
    title: 'Dear Applicant',
    paragraphs: [
      'Your application was submitted successfully.',
      'Our team will review your documents and notify you by e-mail.',
      'Please check your e-mail before logging in again.',
    ],
    see: 'See your application',
  },
};
