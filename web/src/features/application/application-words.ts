/** The texts of the four forms, in their order, and of the application's confirmation. */
import { limits } from '@one-planet/contract/limits';

const toMegabytes = (bytes: number) => bytes / 1024 / 1024;
const { profilePicture, educationDocument } = limits.files;

const saveButtons = {
  nextLabel: 'Continue',
  sendLabel: 'Save and Continue',
  busyLabel: 'Saving...',
};

export const biography = {
  title: 'Biographical Data',
  lead: 'As in your passport or ID. You see everything once more before it is saved.',
  countryOfBirth: 'Country of Birth',
  countryHint: 'Type the first letters and choose from the list.',
  ethiopia: 'Ethiopia',
  countryOfResidence: 'Country of Residence',
  nationality: 'Nationality',
  nativeLanguage: 'Native Language',
  gender: 'Gender',
  dateOfBirth: 'Date of Birth',
  dateHint: 'In the European (Gregorian) calendar, for example 27 3 2004.',
  educationLevel: 'Education Level',
  maritalStatus: 'Marital Status',
  profilePicture: 'Profile Picture',
  profilePictureHint: `A photo of yourself (jpg, png or jpeg), max ${toMegabytes(profilePicture.maxBytes)} MB. Larger pictures are made smaller for you.`,
  educationDocument: 'Education Document',
  educationDocumentHint: `All documents in one PDF, max ${toMegabytes(educationDocument.maxBytes)} MB.`,
  buttons: saveButtons,
};

const { grade10Result, grade12Result } = limits.grades;

/** The education background. */
export const education = {
  title: 'Education Background',
  lead: 'As on your certificates. You see everything once more before it is saved.',
  lastAttendedHighSchool: 'Last Attended High School',
  highSchoolAddress: 'High School Address',
  highSchoolAddressHint: 'For example the town and the sub-city.',
  grade10Result: 'Grade 10 Result',
  grade10ResultHint: `From ${grade10Result.min} to ${grade10Result.max} in steps of ${grade10Result.step}, for example 3.5.`,
  grade10Year: 'Grade 10 Exam Taken Year',
  grade12Result: 'Grade 12 Result',
  grade12ResultHint: `From ${grade12Result.min} to ${grade12Result.max}.`,
  grade12Year: 'Grade 12 Exam Taken Year',
  yearHint: 'Four digits, in the calendar of the certificate.',
  grade12YearHint: `In the same calendar, at least ${limits.grades.minYearsBetween} years after grade 10.`,
  buttons: saveButtons,
};

/** The emergency contact. */
export const contact = {
  title: 'Emergency Contact',
  lead: 'Whom may we call if we cannot reach you? You see everything once more before it is saved.',
  contactFullName: 'Contact Full Name',
  contactFullNameHint: "Their own name, their father's and their grandfather's.",
  contactPhone: 'Contact Phone',
  contactPhoneHint: `${limits.phone.minDigits} to ${limits.phone.maxDigits} digits, with or without a plus before them.`,
  phonePlaceholder: `${limits.phone.placeholderPrefix} 9…`,
  contactRelation: 'Relationship to You',
  otherRelation: 'Other Contact Relationship',
  otherRelationHint: 'For example guardian, or a friend of the family.',
  contactOccupation: 'Contact Occupation',
  nameOfEmployer: 'Name of Employer',
  phoneOfEmployer: 'Phone of Employer',
  emailOfEmployer: 'Email of Employer',
  buttons: saveButtons,
};

/** The application to a program, and its confirmation. */
export const application = {
  title: 'Apply to Program',
  statusTitle: 'Your application',
  lead: 'This is the last form of your application. Read about the programs before you choose one: the choice is final.',
  program: 'Program',
  offer: (program: string, batch: string) => `${program} (${batch})`,
  see: (program: string) => `About ${program}`,
  buttons: { nextLabel: 'Apply', sendLabel: 'Apply', busyLabel: 'Applying...' },
  final:
    'You can apply to one program only, and the choice is final: once you have applied you cannot change it.',
  failed: "We couldn't load the programs.",
  record: {
    title: 'Your record',
    name: 'Name',
    email: 'Email',
    phone: 'Phone number',
    program: 'Program',
    applied: 'Applied on',
    code: 'Payment code',
    amount: 'Amount',
    bank: 'Bank',
    account: 'Account number',
    reference: 'Transaction reference',
    receipt: 'See the receipt',
    keep: 'Keep it: print it, or save it as PDF. What you answered is shown only in this browser, and only until you log out.',
    elsewhere:
      'What you answered is shown only in the browser that you sent it from, and only until you log out. The college has all of it.',
    print: 'Print or save as PDF',
  },
  none: 'No program is open for applications at the moment. Please check again later.',
  done: {
    title: 'Application Submitted',
    appliedTo: 'You have applied to',
    applied: 'You have applied to a program of the college.',
    review: 'The college will review your documents and reply by email.',
    reviews: 'The college reviews your documents.',
    reviewsWithin: (time: string) => `The college reviews your documents, ${time}.`,
    next: [
      'As soon as it has decided: an email to you.',
      'If you are admitted: log in here, and you are taken to the student portal.',
    ],
    meanwhile:
      'There is nothing more to do here. Please check your email, including the spam folder.',
  },
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
