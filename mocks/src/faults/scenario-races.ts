/** Two equal calls at the same moment that both take effect. */
import type { OperationName } from '@one-planet/contract';
import { pause } from '../http/pause.ts';
import { around } from './answers.ts';
import type { Fault } from './fault.ts';

/** Between what a call looks at and what it then does: more than two calls at the same moment lie apart. */
const windowMs = 50;

/** Each of two calls looks before the other has changed anything, and acts on what it saw. */
function races(name: string, sentence: string, operation: OperationName): Fault {
  return {
    name,
    sentence,
    ignoresTurn: (call) => call.operation.name === operation,
    ...around(operation, async ({ person, world, request }, next) => {
      const { state, runningExam } = { ...person };
      await pause(windowMs, request.signal);
      if (person && state && runningExam !== undefined) {
        person.runningExam = runningExam;
        world.moveTo(person, state);
      }
      return await next();
    }),
  };
}

export const scenarioFaultsOfRaces: readonly Fault[] = [
  {
    name: 'race-register',
    sentence: 'Of two equal registrations at the same moment, both succeed.',
    ignoresTurn: ({ operation }) => operation.name === 'applicants.register',
    world: ({ people }) => {
      const create = people.create.bind(people);
      people.create = async (person) => {
        await pause(windowMs);
        return await create(person);
      };
    },
  },
  races(
    'race-exam',
    'Of two equal exams handed in at the same moment, both are graded.',
    'exams.submit',
  ),
  races(
    'race-payment',
    'Of two equal deposits reported at the same moment, both are taken.',
    'payments.makeOffline',
  ),
  races(
    'race-apply',
    'Of two equal applications at the same moment, both are taken.',
    'applicants.applyForProgram',
  ),
];
