/** What an applicant's pages share. */
export const texts = {
  welcome: (name: string) => `Welcome ${name}`.trim(),
  logout: 'Logout',
  losesTest: 'Log out and lose the answers of the test?',
  proceed: 'Proceed with Application',
  proceedFailed:
    "We couldn't open your application. Please check your internet connection and try again.",
  paymentFailed: "We couldn't load your payment. Please try again.",
  nothingToDo: 'There is nothing for you to do at the moment. The college will write to you.',
  sessionEnds: (minutes: number) =>
    `Your session ends in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Log in again here to stay; nothing on the page is lost.`,
  /** What is paid, where the backend does not say it. */
  fee: 'the application fee',
  /** Where the backend's amount can't be read. */
  amountUnknown: 'as told in your e-mail',
  statusFailed: "We couldn't load your application.",
};
