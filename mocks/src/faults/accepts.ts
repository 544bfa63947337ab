/** Faults that accept invalid input. */

import { RefusalError } from '../server/responses.ts';
import {
  acceptsAnyway,
  type Fault,
  type Fields,
  faultsOf,
  makeMatcher,
  wrapsHandler,
  wrapsValidation,
} from './fault.ts';

const emptyContact = { contactFullName: '', contactPhone: '', contactRelation: '' };
/** Marks a body that could not be parsed; no request can contain this symbol. */
const malformedMark = Symbol('malformed');

export const stepAcceptanceFaults: readonly Fault[] = faultsOf({
  'grades-in-words': acceptsAnyway(
    'Years and results of school are accepted in words.',
    'applicants.saveEducationData',
    { grade10Year: '2018', grade12Year: '2021', grade10Result: '3.5', grade12Result: '500' },
    makeMatcher(/[a-z]/),
  ),
  'password-of-few-kinds': acceptsAnyway(
    'A first password needs neither a digit nor a lowercase letter.',
    'applicants.createPassword',
    { password: 'Selam2025' },
    makeMatcher(/^(\D+|[^a-z]+)$/),
  ),
  'empty-body-accepted': {
    sentence: 'An emergency contact without any field is accepted.',
    ...wrapsValidation('applicants.saveContactData', (body, next) =>
      Object.keys(body).length === 0 ? emptyContact : next(),
    ),
  },
  'malformed-json-accepted': {
    sentence: 'An emergency contact that is not JSON is accepted as an empty one.',
    wrapReading: async ({ operation }, next) => {
      try {
        return await next();
      } catch (error) {
        const isThisOperation = operation.name === 'applicants.saveContactData';
        if (isThisOperation && error instanceof RefusalError && error.status === 400)
          return { malformedMark };
        throw error;
      }
    },
    ...wrapsValidation('applicants.saveContactData', (body, next) =>
      body.malformedMark === malformedMark ? emptyContact : next(),
    ),
  },
});

export const choiceAcceptanceFaults: readonly Fault[] = faultsOf({
  'program-unknown': {
    sentence: 'An applicant can apply to a program that is not on offer.',
    ...wrapsHandler('applicants.applyForProgram', async ({ world, person, body }, next) => {
      const result = await next();
      if (result.status !== 404 || !person) return result;
      const batchProgramId = Number((body as Fields).selectedBatchProgramId);
      await world.moveTo(person, 'APPLIED', { batchProgramId });
      return { status: 200, body: { message: 'You have applied.' } };
    }),
  },
  'program-missing': {
    sentence: 'An application without a program counts as one for the first program.',
    ...wrapsValidation('applicants.applyForProgram', (body, next, call) => {
      const [first] = call.world.batchPrograms.all();
      const { selectedBatchProgramId: programId = null } = body;
      if (programId === null) call.body = { ...body, selectedBatchProgramId: first?.id };
      return next();
    }),
  },
  'program-any-number': {
    sentence: 'A negative number, or a fraction, is an application for the first program.',
    ...wrapsValidation('applicants.applyForProgram', (body, next, call) => {
      const [first] = call.world.batchPrograms.all();
      const batchProgramId = Number(body.selectedBatchProgramId);
      const isImpossibleId = batchProgramId < 0 || !Number.isInteger(batchProgramId);
      if (isImpossibleId) call.body = { ...body, selectedBatchProgramId: first?.id };
      return next();
    }),
  },
  'biography-hidden': {
    sentence: 'The biography is never read back.',
    ...wrapsHandler('applicants.getBioData', async (_call, next) => ({
      ...(await next()),
      body: { profilePicture: null, countryOfResidence: null, nationality: null },
    })),
  },
});
