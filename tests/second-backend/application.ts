/** The profile, the forms of the application, and their rules. */

import { demandFile } from './files.ts';
import {
  type ApplicantCall,
  applicantRoute,
  emptyResponse,
  jsonResponse,
  successResponse,
} from './http.ts';
import { makeLocalTimeText, Problem } from './problem.ts';
import { fieldNamesOf, readFields } from './published-schemas.ts';
import { Form } from './validation.ts';
import { changeStatus, type Person, type Status, toEmailKey } from './world.ts';

/** Names of countries with other characters than letters and spaces, which `isCountry` would refuse otherwise. */
const countriesWithPunctuation = new Set([
  'Bolivia (Plurinational State of)',
  'Bosnia & Herzegovina',
  'Congo (Brazzaville)',
  'Congo (Congo-Brazzaville)',
  'Congo (Democratic Republic of the)',
  'Congo (Kinshasa)',
  'Congo - Brazzaville',
  'Congo - Kinshasa',
  'Congo, Democratic Republic of the',
  'Congo, Republic of the',
  "Cote d'Ivoire",
  "Côte d'Ivoire",
  'Czechia (Czech Republic)',
  "Democratic People's Republic of Korea",
  'Eswatini (fmr. "Swaziland")',
  'Eswatini (Swaziland)',
  'Gambia, The',
  'Guinea-Bissau',
  'Holy See (Vatican City)',
  'Iran (Islamic Republic of)',
  'Korea, North',
  'Korea, South',
  "Lao People's Democratic Republic",
  'Micronesia (Federated States of)',
  'Myanmar (Burma)',
  'Myanmar (formerly Burma)',
  'North Macedonia (formerly Macedonia)',
  'Palestine, State of',
  'St. Kitts & Nevis',
  'St. Kitts and Nevis',
  'St. Lucia',
  'St. Vincent & Grenadines',
  'St. Vincent and the Grenadines',
  'São Tomé & Príncipe',
  'Timor-Leste',
  'Timor-Leste (East Timor)',
  'Trinidad & Tobago',
  'Antigua & Barbuda',
  'United Kingdom of Great Britain and Northern Ireland',
  'Venezuela (Bolivarian Republic of)',
]);

const lettersAndSpacesPattern = /^(?=.*\p{L})[\p{L}\p{M} ]+$/u;

function isCountry(name: string): boolean {
  const normalizedName = name.normalize('NFC').replaceAll('’', "'");
  return (
    countriesWithPunctuation.has(normalizedName) ||
    (lettersAndSpacesPattern.test(normalizedName) && [...normalizedName].length <= 40)
  );
}

/** Demands a real day, not in the future, in a year at least 18 before the current one. */
function demandBirthDate(form: Form, dateText: string): void {
  if (!form.demandValid(isRealDay(dateText), 'Date of birth must be a real day, as YYYY-MM-DD'))
    return;
  const todayText = makeLocalTimeText().slice(0, 10);
  if (form.demandValid(dateText <= todayText, 'Date of birth cannot be in the future')) {
    const ageInYears = Number(todayText.slice(0, 4)) - Number(dateText.slice(0, 4));
    form.demandValid(ageInYears >= 18, 'Age must be at least 18 years old');
  }
}

function isRealDay(dateText: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(dateText)) return false;
  const parsedDate = new Date(`${dateText}T00:00:00Z`);
  // JavaScript reads the 30th of February as the 2nd of March.
  return !Number.isNaN(parsedDate.getTime()) && parsedDate.toISOString().slice(0, 10) === dateText;
}

/** Demands two years that are at least 2 apart. @param values those of the fields, `undefined` where one is no number */
function demandYears(form: Form, values: readonly unknown[]): void {
  const [grade10Year, grade12Year] = values.map((value) => {
    if (value === undefined) return value;
    const year = Number(value);
    const isYear = Number.isInteger(year) && year >= 1000 && year <= 9999;
    return form.demandValid(isYear, `${year} is not a year`) ? year : undefined;
  });
  if (grade10Year === undefined || grade12Year === undefined) return;
  form.demandValid(
    grade12Year - grade10Year >= 2,
    'Grade 12 exam taken year should be at least 2 years after Grade 10 exam taken year',
  );
}

function getUser({ person, param }: ApplicantCall) {
  demandOwnId(person, param('userId'));
  const { id, email, firstName, middleName, lastName, phone } = person;
  return jsonResponse({
    id,
    username: email,
    phone,
    lastName,
    middleName,
    firstName,
    enabled: true,
  });
}

function getByEmail({ person, param }: ApplicantCall) {
  if (toEmailKey(param('email')) !== toEmailKey(person.email)) throw unknownApplicant();
  const hasApplied = person.status === 'APPLIED' || person.status === 'ADMITTED';
  return jsonResponse({
    status: person.status,
    applicationStatus: hasApplied ? person.status : null,
    id: person.id,
    email: person.email,
    phone: person.phone,
    lastName: person.lastName,
    middleName: person.middleName,
    firstName: person.firstName,
    marketing: person.marketing,
    createdDate: person.registeredAt,
    studentId: null,
    ...publicBiography(person),
  });
}

function getBioData({ person }: ApplicantCall) {
  return jsonResponse({ applicantId: person.id, ...publicBiography(person) });
}

function editProfile(call: ApplicantCall) {
  demandOwnId(call.person, call.param('applicantId'));
  return updateProfile(call);
}

/** The email address identifies the applicant, so the body may repeat it but not change it. */
async function updateProfile({ world, person, parsedBody: body }: ApplicantCall) {
  const form = new Form(body);
  const firstName = form.demandText('firstName', 'First name');
  const middleName = form.demandText('middleName', 'Middle name');
  const lastName = form.demandText('lastName', 'Last name');
  const phone = form.demandText('phone', 'Phone number');
  const email = form.readOptionalText('email');
  const isUnchanged = email === null || toEmailKey(email) === toEmailKey(person.email);
  form.demandValid(isUnchanged, 'The email address cannot be changed');
  form.throwIfInvalid();
  await world.db.sql`
    update applicants set
      first_name = ${firstName}, middle_name = ${middleName}, last_name = ${lastName}, phone = ${phone}
    where id = ${person.id}`;
  return successResponse();
}

/** @throws {Problem} 404 for the id of another applicant, whether it exists or not */
function demandOwnId(person: Person, id: string): void {
  if (id !== String(person.id)) throw unknownApplicant();
}

const unknownApplicant = () => new Problem(404, 'No such applicant');

function publicBiography({ biography }: Person) {
  return Object.fromEntries(
    fieldNamesOf('BioSummary').map((field) => [field, biography?.[field] ?? null]),
  );
}

export const profileRoutes = [
  applicantRoute('GET /api/auth/private/{userId}', getUser),
  applicantRoute('PUT /api/auth/private/update_user', updateProfile),
  applicantRoute('GET /api/applicants/private/get_by_email/{email}', getByEmail),
  applicantRoute('GET /api/applicants/private/get_bio_data', getBioData),
  applicantRoute('PUT /api/applicants/private/edit_profile/{applicantId}', editProfile),
];

function demandStatus(person: Person, status: Status): void {
  if (person.status === status) return;
  throw new Problem(409, `This step needs the status ${status}; yours is ${person.status}.`);
}

async function saveBioData({ world, person, parsedBody: body }: ApplicantCall) {
  demandStatus(person, 'BIOGRAPHIC_APPLICANT');
  const form = new Form(body);
  const { id: sentId, ...answers } = readFields(form, 'SaveBioDataRequest');
  const textOf = (field: string) => String(answers[field] ?? '');
  for (const field of ['countryOfBirth', 'countryOfResidence'].filter(textOf)) {
    form.demandValid(isCountry(textOf(field)), `Please enter a valid ${field}`);
  }
  demandBirthDate(form, textOf('dateOfBirth'));
  answers.placeOfBirth ||= answers.countryOfBirth;
  form.throwIfInvalid();
  if ((sentId ?? '') !== '') demandOwnId(person, String(sentId));
  await demandFile(world.db, person, textOf('profilePicture'), 'picture', 'Profile picture');
  await demandFile(world.db, person, textOf('educationDocument'), 'document', 'Education document');
  await world.db.transaction(async (db) => {
    await changeStatus(db, person, 'BIOGRAPHIC_APPLICANT', 'BIOGRAPHIC_APPLICANT2');
    await db.sql`insert into biographies values (${person.id}, ${answers})`;
  });
  return successResponse();
}

async function saveEducationData({ world, person, parsedBody: body }: ApplicantCall) {
  demandStatus(person, 'BIOGRAPHIC_APPLICANT2');
  const form = new Form(body);
  const answers = readFields(form, 'SaveEducationDataRequest');
  demandYears(form, [answers.grade10Year, answers.grade12Year]);
  form.throwIfInvalid();
  await world.db.transaction(async (db) => {
    await changeStatus(db, person, 'BIOGRAPHIC_APPLICANT2', 'BIOGRAPHIC_APPLICANT3');
    await db.sql`insert into educations values (${person.id}, ${answers})`;
  });
  return successResponse(201);
}

async function saveContactData({ world, person, parsedBody: body }: ApplicantCall) {
  demandStatus(person, 'BIOGRAPHIC_APPLICANT3');
  const form = new Form(body);
  const answers = readFields(form, 'SaveContactDataRequest');
  form.throwIfInvalid();
  await world.db.transaction(async (db) => {
    await changeStatus(db, person, 'BIOGRAPHIC_APPLICANT3', 'READY_TO_APPLY');
    await db.sql`insert into contacts values (${person.id}, ${answers})`;
  });
  return emptyResponse();
}

async function applyForProgram({ world, person, parsedBody: body }: ApplicantCall) {
  demandStatus(person, 'READY_TO_APPLY');
  const form = new Form(body);
  const batchProgramId = form.readNumber('selectedBatchProgramId', 'Program');
  const isWholeNumber = batchProgramId === undefined || Number.isSafeInteger(batchProgramId);
  form.demandValid(isWholeNumber, 'Program must be a whole number');
  form.throwIfInvalid();
  await world.db.transaction(async (db) => {
    const { rows } = await db.sql`
      update applicants set batch_program_id = batch_programs.id from batch_programs
      where applicants.id = ${person.id} and batch_programs.id = ${batchProgramId} returning batch_programs.id`;
    if (rows.length === 0) throw new Problem(404, 'This program is not open for applications.');
    await changeStatus(db, person, 'READY_TO_APPLY', 'APPLIED');
  });
  return successResponse();
}

export const stepRoutes = [
  applicantRoute('POST /api/applicants/private/save_bio_data', saveBioData),
  applicantRoute('POST /api/applicants/private/save_education_data', saveEducationData),
  applicantRoute('POST /api/applicants/private/save_contact_data', saveContactData),
  applicantRoute('POST /api/applicants/private/apply_for_program', applyForProgram),
];
