import type { Person } from '../data/entities.ts';

type Identity = Pick<Person, 'role' | 'email' | 'firstName' | 'middleName' | 'lastName' | 'phone'>;

/** Somebody who has done nothing yet. */
export function newApplicant(id: number, identity: Identity): Person {
  return {
    id,
    ...identity,
    state: null,
    credential: null,
    temporary: null,
    bio: null,
    education: null,
    contact: null,
    failedExams: 0,
    runningExam: null,
    paymentCode: null,
    batchProgramId: null,
  };
}
