import { emailKey } from '../data/world.ts';
import { refuse } from '../http/refusal.ts';
import type { Handlers } from './handlers.ts';

/** An applicant's own profile, read and changed. */
export const profiles: Pick<Handlers<'applicants'>, 'getByEmail' | 'editProfile' | 'getBioData'> = {
  getByEmail: ({ params }, { world, person }) => {
    if (emailKey(params.email) !== emailKey(person.email)) {
      return world.findPerson(params.email)
        ? refuse(403, 'This profile belongs to another applicant.')
        : refuse(404, 'There is no such applicant.');
    }
    const { id, firstName, middleName, lastName, phone, email, bio } = person;
    const status = `${person.state}`;
    return {
      status: 200,
      body: {
        ...{ id, firstName, middleName, lastName, phone, email, status },
        applicationStatus: status,
        profilePicture: bio?.profilePicture ?? null,
        countryOfResidence: bio?.countryOfResidence ?? null,
        nationality: bio?.nationality ?? null,
      },
    };
  },

  editProfile: ({ params, body }, { world, person }) => {
    if (String(params.applicantId) !== String(person.id)) {
      return world.people.find('id', Number(params.applicantId))
        ? refuse(403, 'This profile belongs to another applicant.')
        : refuse(404, 'There is no such applicant.');
    }
    if (emailKey(body.email) !== emailKey(person.email)) {
      return refuse(400, 'The e-mail address cannot be changed.');
    }
    const { firstName, middleName, lastName, phone } = body;
    Object.assign(person, { firstName, middleName, lastName, phone });
    return { status: 200, body: { message: 'The profile was changed.' } };
  },

  getBioData: (_call, { person: { bio } }) => ({
    status: 200,
    body: {
      profilePicture: bio?.profilePicture ?? null,
      countryOfResidence: bio?.countryOfResidence ?? null,
      nationality: bio?.nationality ?? null,
    },
  }),
};
