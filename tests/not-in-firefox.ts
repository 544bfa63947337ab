/** The site's tests that cannot run in Firefox, by their names, and what its driver (WebDriver BiDi) lacks for them. */
export const notInFirefox: Readonly<Record<string, string>> = {
  'from the answers to check, Back and a reload lead to the form with everything in it':
    'Back inside a page does not return',
  'Back, and Forward again': 'Back inside a page does not return',
  'after a pass: its result is reached all the same': 'an answer cannot be fetched and dropped',
  'after a fail: its result is reached all the same': 'an answer cannot be fetched and dropped',
  'and she loads the page anew: a fail is a fail, and no refusal':
    'an answer cannot be fetched and dropped',
  'with forced colours the chosen, the current and the disabled are told apart':
    'colours cannot be forced',
  'with forced colours an icon can be seen, and a dialog has a border': 'colours cannot be forced',
  'a form that is refused says so once: the summary takes the focus and is no alert':
    'only one of several windows has :focus',
};
