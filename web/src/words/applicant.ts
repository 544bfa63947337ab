/** What a logged-in user finds in the header, and what is said of her session. */
export const texts = {
  welcome: (name: string) => `Welcome ${name}`.trim(),
  logout: 'Logout',
  proceed: 'Proceed with Application',
  ended: 'Your session has ended. What you typed is kept; log in to go on.',
  proceedFailed:
    'Your application could not be opened. Please check your internet connection and try again.',
  paymentFailed: 'Your payment could not be read. Please try again.',
  nothingToDo: 'There is nothing for you to do at the moment. The college will write to you.',
};
