/** Faults in the state machine: states that do not change, or change too far. */
import type { ApplicantState } from '@one-planet/contract';
import {
  type Behaviour,
  type Fault,
  faultsOf,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';

/** Makes a decision of the staff have no effect. */
function staffWithoutEffect(sentence: string, stateWithoutEffect: ApplicantState): Behaviour {
  return {
    sentence,
    world: (world) => {
      const originalMoveTo = world.moveTo.bind(world);
      world.moveTo = async (person, state, changes) =>
        state === stateWithoutEffect
          ? await world.changePerson(person, changes ?? {})
          : await originalMoveTo(person, state, changes);
    },
  };
}

export const stateFaults: readonly Fault[] = faultsOf({
  'password-stuck': {
    sentence: 'The first password is saved, but the applicant is never ACTIVATED.',
    ...wrapsHandler('applicants.createPassword', async ({ world, body }, next) => {
      const result = await next();
      const person = world.findPerson((body as { email: string }).email);
      if (result.status < 300 && person) await world.moveTo(person, 'NOT_ACTIVATED');
      return result;
    }),
  },
  'verify-stuck': staffWithoutEffect(
    'Staff verify a payment, but the applicant stays where she was.',
    'BIOGRAPHIC_APPLICANT',
  ),
  'admit-stuck': staffWithoutEffect(
    'Staff admit an applicant, but she stays where she was.',
    'ADMITTED',
  ),
  'state-skips': {
    sentence:
      'After the education background the applicant can apply, without an emergency contact.',
    ...wrapsHandler('applicants.saveEducationData', async ({ world, person }, next) => {
      const result = await next();
      if (person && result.status < 300) await world.moveTo(person, 'READY_TO_APPLY');
      return result;
    }),
  },
});
