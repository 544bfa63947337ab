import { limits } from '@one-planet/contract/limits';

const megabytes = (bytes: number) => bytes / 1024 / 1024;
const { profilePicture, educationDocument } = limits.files;

export const texts = {
  title: 'Biographical Data',
  progress: 'Step 1 of 4: about yourself',
  lead: 'What you type is kept on this device until you have sent it.',
  countryOfBirth: 'Country of Birth',
  countryHint: 'Type the first letters and choose from the list.',
  countryOfResidence: 'Country of Residence',
  nationality: 'Nationality',
  nativeLanguage: 'Native Language',
  gender: 'Gender',
  dateOfBirth: 'Date of Birth',
  dateHint: 'In the European (Gregorian) calendar, for example 27 3 2004.',
  educationLevel: 'Education Level',
  maritalStatus: 'Marital Status',
  profilePicture: 'Profile Picture',
  profilePictureHint: `A photo of yourself (jpg, png or jpeg), max ${megabytes(profilePicture.maxBytes)} MB.`,
  educationDocument: 'Education Document',
  educationDocumentHint: `All documents in one PDF, max ${megabytes(educationDocument.maxBytes)} MB.`,
  submit: 'Save and Continue',
  busy: 'Saving...',
};
