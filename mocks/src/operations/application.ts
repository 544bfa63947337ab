/** Handlers: the profile, the three forms and the application. */

import { shownBiographyFields } from '@one-planet/contract';
import { refuse } from '../server/responses.ts';
import type { Person } from '../world/entities.ts';
import { findFileProblem } from '../world/files.ts';
import { toEmailKey } from '../world/world.ts';
import type { Handlers } from './handlers.ts';

/** An applicant's own profile, read and changed. */
export const profileHandlers: Pick<
  Handlers<'applicants'>,
  'getByEmail' | 'editProfile' | 'getBioData'
> = {
  getByEmail: ({ params }, { world, person }) => {
    if (toEmailKey(params.email) !== toEmailKey(person.email)) {
      return world.findPerson(params.email)
        ? refuse(403, 'This profile belongs to another applicant.')
        : refuse(404, 'There is no such applicant.');
    }
    const { id, firstName, middleName, lastName, phone, email, bio } = person;
    const stateText = `${person.state}`;
    return {
      status: 200,
      body: {
        ...{ id, firstName, middleName, lastName, phone, email, status: stateText },
        applicationStatus: stateText,
        ...makeBioSummary(bio),
      },
    };
  },

  editProfile: async ({ params, body }, { world, person }) => {
    if (String(params.applicantId) !== String(person.id)) {
      return world.findPersonById(Number(params.applicantId))
        ? refuse(403, 'This profile belongs to another applicant.')
        : refuse(404, 'There is no such applicant.');
    }
    if (toEmailKey(body.email) !== toEmailKey(person.email)) {
      return refuse(400, 'The email address cannot be changed.');
    }
    const { firstName, middleName, lastName, phone } = body;
    await world.changePerson(person, { firstName, middleName, lastName, phone });
    return { status: 200, body: { message: 'The profile was changed.' } };
  },

  getBioData: (_call, { person: { bio } }) => ({
    status: 200,
    body: makeBioSummary(bio),
  }),
};

const makeBioSummary = (bio: Person['bio']) =>
  Object.fromEntries(shownBiographyFields.map((field) => [field, bio?.[field] ?? null]));

/** The steps after a verified payment. Each is allowed in one state, which was checked before the handler runs. */
export const stepHandlers: Pick<
  Handlers<'applicants'>,
  'saveBioData' | 'saveEducationData' | 'saveContactData' | 'applyForProgram'
> = {
  saveBioData: async ({ body }, { world, person }) => {
    if (body.id != null && String(body.id) !== String(person.id)) {
      return refuse(403, 'This biography belongs to another applicant.');
    }
    const problem =
      findFileProblem(world, person, 'profilePicture', body.profilePicture) ??
      findFileProblem(world, person, 'educationDocument', body.educationDocument);
    if (problem) return refuse(400, problem);
    const bio = { ...body, id: person.id };
    await world.takeStep(person, 'applicants.saveBioData', { bio });
    return { status: 200, body: { message: 'The biography was saved.' } };
  },

  saveEducationData: async ({ body }, { world, person }) => {
    await world.takeStep(person, 'applicants.saveEducationData', { education: body });
    return { status: 200, body: { message: 'The education background was saved.' } };
  },

  saveContactData: async ({ body }, { world, person }) => {
    await world.takeStep(person, 'applicants.saveContactData', { contact: body });
    return { status: 200, body: { message: 'The emergency contact was saved.' } };
  },

  applyForProgram: async ({ body }, { world, person }) => {
    const offer = world.batchPrograms.findFirst((q) =>
      q.where({ id: body.selectedBatchProgramId }),
    );
    if (!offer) return refuse(404, 'There is no such program to apply to.');
    await world.takeStep(person, 'applicants.applyForProgram', { batchProgramId: offer.id });
    return { status: 200, body: { message: `You have applied to ${offer.program.name}.` } };
  },
};
