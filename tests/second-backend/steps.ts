/** The four steps after the payment: biography, education, emergency contact, application. */
import { batchPrograms } from './catalogue.ts';
import { isCountry } from './countries.ts';
import { ownFile } from './files.ts';
import { Problem } from './problem.ts';
import { demandOwnId } from './profile.ts';
import { empty, success } from './reply.ts';
import { type ApplicantCall, guarded } from './routing.ts';
import { demandBirthDate, demandYears } from './step-rules.ts';
import { Form } from './validation.ts';
import type { Person, Status } from './world.ts';

function demandStatus(person: Person, status: Status): void {
  if (person.status === status) return;
  throw new Problem(409, `This step needs the status ${status}; yours is ${person.status}.`);
}

function saveBioData({ world, person, json: body }: ApplicantCall) {
  demandStatus(person, 'BIOGRAPHIC_APPLICANT');
  const form = new Form(body);
  const country = (field: string, label: string) => {
    const name = form.text(field, label);
    if (name) form.demand(isCountry(name), `Please enter valid ${label}`);
    return name;
  };
  const id = form.optionalText('id');
  const countryOfBirth = country('countryOfBirth', 'Country of Birth');
  const maritalStatuses = ['single', 'married', 'divorced', 'widowed'];
  const biography = {
    countryOfBirth,
    countryOfResidence: country('countryOfResidence', 'Country of Residence'),
    placeOfBirth: form.optionalText('placeOfBirth') || countryOfBirth,
    nationality: form.text('nationality', 'Nationality'),
    nativeLanguage: form.text('nativeLanguage', 'Native language'),
    gender: form.oneOf('gender', 'Gender', ['male', 'female']),
    dateOfBirth: demandBirthDate(form, 'dateOfBirth'),
    maritalStatus: form.optionalText('maritalStatus')
      ? form.oneOf('maritalStatus', 'Marital status', maritalStatuses)
      : null,
    profilePicture: form.text('profilePicture', 'Profile picture'),
    educationDocument: form.text('educationDocument', 'Education document'),
  };
  form.done();
  if (id) demandOwnId(person, id);
  ownFile(world, person, biography.profilePicture, 'picture', 'Profile picture');
  ownFile(world, person, biography.educationDocument, 'document', 'Education document');
  person.biography = biography;
  person.status = 'BIOGRAPHIC_APPLICANT2';
  return success();
}

function saveEducationData({ person, json: body }: ApplicantCall) {
  demandStatus(person, 'BIOGRAPHIC_APPLICANT2');
  const form = new Form(body);
  const education = {
    lastAttendedHighSchool: form.text('lastAttendedHighSchool', 'Last Attended HighSchool'),
    highSchoolAddress: form.text('highSchoolAddress', 'HighSchool Address'),
    grade10Result: form.number('grade10Result', 'Grade 10 Result'),
    grade12Result: form.number('grade12Result', 'Grade 12 Result'),
    ...demandYears(form),
  };
  form.done();
  person.education = education;
  person.status = 'BIOGRAPHIC_APPLICANT3';
  return success(201);
}

function saveContactData({ person, json: body }: ApplicantCall) {
  demandStatus(person, 'BIOGRAPHIC_APPLICANT3');
  const form = new Form(body);
  const contact = {
    contactFullName: form.text('contactFullName', 'Contact Full Name'),
    contactPhone: form.phone('contactPhone', 'Contact Phone'),
    contactRelation: form.text('contactRelation', 'Contact person relationship'),
    contactOccupation: form.optionalText('contactOccupation'),
    nameOfEmployer: form.optionalText('nameOfEmployer'),
    phoneOfEmployer: form.optionalText('phoneOfEmployer'),
    emailOfEmployer: form.optionalText('emailOfEmployer'),
  };
  form.done();
  person.contact = contact;
  person.status = 'READY_TO_APPLY';
  return empty();
}

function applyForProgram({ person, json: body }: ApplicantCall) {
  demandStatus(person, 'READY_TO_APPLY');
  const form = new Form(body);
  const id = form.number('selectedBatchProgramId', 'Program');
  if (id !== undefined) form.demand(Number.isInteger(id), 'Program must be a whole number');
  form.done();
  const chosen = batchPrograms.find((one) => one.id === id);
  if (!chosen) throw new Problem(404, 'This program is not open for applications.');
  person.batchProgram = chosen.id;
  person.status = 'APPLIED';
  return success();
}

export const stepRoutes = [
  guarded('POST /api/applicants/private/save_bio_data', saveBioData),
  guarded('POST /api/applicants/private/save_education_data', saveEducationData),
  guarded('POST /api/applicants/private/save_contact_data', saveContactData),
  guarded('POST /api/applicants/private/apply_for_program', applyForProgram),
];
