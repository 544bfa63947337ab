import { refuse } from '../http/refusal.ts';
import { fileProblem } from '../rules/stored-files.ts';
import type { Handlers } from './handlers.ts';

/** The steps after a verified payment. Each is allowed in one state only, which has been checked before. */
export const steps: Pick<
  Handlers<'applicants'>,
  'saveBioData' | 'saveEducationData' | 'saveContactData' | 'applyForProgram'
> = {
  saveBioData: ({ body }, { world, person }) => {
    if (body.id != null && String(body.id) !== String(person.id)) {
      return refuse(403, 'This biography belongs to another applicant.');
    }
    const problem =
      fileProblem(world, person, 'profilePicture', body.profilePicture) ??
      fileProblem(world, person, 'educationDocument', body.educationDocument);
    if (problem) return refuse(400, problem);
    person.bio = { ...body, id: person.id };
    world.take(person, 'applicants.saveBioData');
    return { status: 200, body: { message: 'The biography was saved.' } };
  },

  saveEducationData: ({ body }, { world, person }) => {
    person.education = body;
    world.take(person, 'applicants.saveEducationData');
    return { status: 200, body: { message: 'The education background was saved.' } };
  },

  saveContactData: ({ body }, { world, person }) => {
    person.contact = body;
    world.take(person, 'applicants.saveContactData');
    return { status: 200, body: { message: 'The emergency contact was saved.' } };
  },

  applyForProgram: ({ body }, { world, person }) => {
    const offer = world.batchPrograms.find('id', body.selectedBatchProgramId);
    if (!offer) return refuse(404, 'There is no such program to apply to.');
    person.batchProgramId = offer.id;
    world.take(person, 'applicants.applyForProgram');
    return { status: 200, body: { message: `You have applied to ${offer.program.name}.` } };
  },
};
