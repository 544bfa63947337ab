import { application, bioData, contactData, educationData } from '@one-planet/contract';
import { type Named, named, namedObject } from './named.ts';

export const applicationNames: Readonly<Record<string, Named>> = {
  SaveBioDataRequest: namedObject(bioData, 'The biography.', {
    id: "Her profile's id. It never says whose biography this is: the token does.",
    countryOfBirth: 'The country she was born in.',
    countryOfResidence: 'The country she lives in.',

    nationality: 'Her nationality, in any script.',
    nativeLanguage: 'Her native language, in any script.',
    gender: 'Her gender.',
    dateOfBirth: 'The day she was born.',
    placeOfBirth: 'Where she was born.',
    maritalStatus: 'Whether she is married; may be left out.',
    profilePicture: 'Her picture: a JPEG or PNG of at most 4 MB that she uploaded.',
    educationDocument: 'Her school documents: a PDF of at most 10 MB that she uploaded.',
  }),
  Gender: named(bioData.shape.gender, 'A gender.'),
  MaritalStatus: named(bioData.shape.maritalStatus.unwrap().unwrap(), 'A marital status.'),
  SaveEducationDataRequest: namedObject(educationData, 'The education background.', {
    lastAttendedHighSchool: 'The high school she attended last.',
    highSchoolAddress: 'Where that school is.',
    grade10Result: 'The result of the grade 10 exam, from 0 to 4.',
    grade10Year: 'The year of the grade 10 exam.',
    grade12Result: 'The result of the grade 12 exam, from 0 to 700.',
    grade12Year: 'The year of the grade 12 exam.',
  }),
  SaveContactDataRequest: namedObject(contactData, 'Whom to call in an emergency.', {
    contactFullName: "The contact's full name.",
    contactOccupation: "The contact's occupation.",
    nameOfEmployer: "The contact's employer.",
    phoneOfEmployer: "The employer's phone.",
    emailOfEmployer: "The employer's e-mail address.",
    contactPhone: "The contact's phone.",
    contactRelation: 'What the contact is to her.',
  }),
  ApplyForProgramRequest: namedObject(application, 'The program she applies for.', {
    selectedBatchProgramId: 'The offer she chose.',
  }),
};
