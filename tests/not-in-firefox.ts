/** The site's tests that cannot run in Firefox, by their names, and what its driver (WebDriver BiDi) lacks for them. */
export const notInFirefox: Readonly<Record<string, string>> = {
  'from the answers to check, Back and a reload lead to the form with everything in it':
    'Back inside a page does not return',
  'Back, and Forward again': 'Back inside a page does not return',
  'with forced colours the chosen, the current and the disabled are told apart':
    'colours cannot be forced',
  'with forced colours an icon can be seen, and a dialog has a border': 'colours cannot be forced',
  'a form that is refused says so once: the summary takes the focus and is no alert':
    'only one of several windows has :focus',
};
