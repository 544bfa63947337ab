import { limits } from '@one-planet/contract/limits';

const toMegabytes = (bytes: number) => bytes / 1024 / 1024;
const { profilePicture, educationDocument } = limits.files;

export const biography = {
  title: 'Biographical Data',
  lead: 'Two files are needed: a photo of yourself, and your documents as one PDF.',
  countryOfBirth: 'Country of Birth',
  sameCountry: 'Same as country of birth',
  ethiopia: 'Ethiopia',
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
};
