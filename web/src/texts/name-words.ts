/** The names of a person, in registration and profile. */
export const nameTexts = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  hintTitle: 'How to write your names',
  hint: "As on your school documents. An Ethiopian name: first your own name, then your father's, last your grandfather's. If your documents have no grandfather's name, write your father's name again.",
  /** Shown beside the message that a name has other characters than letters. */
  twoWords:
    'Write a name of two words as one, without a space, hyphen or apostrophe: GebreMariam, AbdulAziz.',
};
