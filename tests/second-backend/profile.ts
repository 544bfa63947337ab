/** What applicants see and change of themselves. */
import { isoWithOffset } from './clock.ts';
import { Problem } from './problem.ts';
import { json, success } from './reply.ts';
import { type ApplicantCall, guarded } from './routing.ts';
import { Form } from './validation.ts';
import { emailKey, type Person } from './world.ts';

function getUser({ person, param }: ApplicantCall) {
  demandOwnId(person, param('userId'));
  const { id, email, firstName, middleName, lastName, phone } = person;
  return json({ id, username: email, phone, lastName, middleName, firstName, enabled: true });
}

function getByEmail({ person, param }: ApplicantCall) {
  if (emailKey(param('email')) !== emailKey(person.email)) throw unknownApplicant();
  const hasApplied = person.status === 'APPLIED' || person.status === 'ADMITTED';
  return json({
    status: person.status,
    applicationStatus: hasApplied ? person.status : null,
    id: person.id,
    email: person.email,
    phone: person.phone,
    lastName: person.lastName,
    middleName: person.middleName,
    firstName: person.firstName,
    marketing: person.marketing,
    createdDate: isoWithOffset(person.registeredAt),
    studentId: null,
    ...publicBiography(person),
  });
}

function getBioData({ person }: ApplicantCall) {
  return json({ applicantId: person.id, ...publicBiography(person) });
}

function editProfile(call: ApplicantCall) {
  demandOwnId(call.person, call.param('applicantId'));
  return changeNames(call);
}

/** The address is who somebody is here: it may be repeated, not changed. */
function changeNames({ person, json: body }: ApplicantCall) {
  const form = new Form(body);
  const changed = {
    firstName: form.text('firstName', 'First name'),
    middleName: form.text('middleName', 'Middle name'),
    lastName: form.text('lastName', 'Last name'),
    phone: form.text('phone', 'Phone number'),
  };
  const email = form.optionalText('email');
  const isOwn = email === null || emailKey(email) === emailKey(person.email);
  form.demand(isOwn, 'The email address cannot be changed');
  form.done();
  Object.assign(person, changed);
  return success();
}

/** @throws {Problem} 404 for anybody else, known or not */
export function demandOwnId(person: Person, id: string): void {
  if (id !== person.id) throw unknownApplicant();
}

const unknownApplicant = () => new Problem(404, 'No such applicant');

function publicBiography({ biography }: Person) {
  return {
    nationality: biography?.nationality ?? null,
    countryOfResidence: biography?.countryOfResidence ?? null,
    profilePicture: biography?.profilePicture ?? null,
  };
}

export const profileRoutes = [
  guarded('GET /api/auth/private/{userId}', getUser),
  guarded('PUT /api/auth/private/update_user', changeNames),
  guarded('GET /api/applicants/private/get_by_email/{email}', getByEmail),
  guarded('GET /api/applicants/private/get_bio_data', getBioData),
  guarded('PUT /api/applicants/private/edit_profile/{applicantId}', editProfile),
];
