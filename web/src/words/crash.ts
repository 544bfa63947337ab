/** The error screen (website specification, section 2). */
export const texts = {
  title: 'Unexpected Application Error!',
  hint: 'What you typed is kept. Check your internet connection and load the page again.',
  reload: 'Load the page again',
  details: 'Technical details',
};
