/** The buttons of a form, and of its answers below. */
export const saveButtons = {
  nextLabel: 'Continue',
  sendLabel: 'Save and Continue',
  busyLabel: 'Saving...',
};

/** The labels of choices, by the values that are sent. */
export const choices: Readonly<Record<string, string>> = {
  male: 'Male',
  female: 'Female',
  single: 'Single',
  married: 'Married',
  divorced: 'Divorced',
  widowed: 'Widowed',
  preparatory: 'Preparatory (12th Grade)',
  tvet: 'Technical and vocational (TVET)',
  bachelor: "Bachelor's degree",
  master: "Master's degree",
  doctorate: 'Doctorate',
  mother: 'Mother',
  father: 'Father',
  brother: 'Brother',
  sister: 'Sister',
  uncle: 'Uncle',
  aunt: 'Aunt',
  Other: 'Other',
};
