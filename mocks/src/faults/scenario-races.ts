/** Faults of simultaneous calls: two equal calls both take effect. */
import type { OperationName } from '@one-planet/contract';
import { pause } from '../http/pause.ts';
import { around } from './answers.ts';
import type { Fault } from './fault.ts';

/** The gap between a call's check and its effect: longer than two simultaneous calls lie apart. */
const windowMs = 50;

/** Two calls both check before either changes anything, and act on what they saw. */
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

/** The same of calls that a one-time token authorises. */
function spendsTwice(name: string, sentence: string, operation: OperationName): Fault {
  return {
    name,
    sentence,
    ignoresTurn: (call) => call.operation.name === operation,
    ...around(operation, async ({ world, params, request }, next) => {
      const token = world.oneTimeTokens.find('token', params.token ?? '');
      const person = world.people.find('id', token?.personId ?? 0);
      const isUnused = token?.used === false;
      const { state = null, credential = null } = person ?? {};
      await pause(windowMs, request.signal);
      if (person && token && isUnused) {
        token.used = false;
        person.credential = credential;
        world.moveTo(person, state);
      }
      return await next();
    }),
  };
}

export const scenarioFaultsOfRaces: readonly Fault[] = [
  {
    name: 'race-temporary',
    sentence: 'A temporary password logs in twice at the same moment.',
    ignoresTurn: ({ operation }) => operation.name === 'auth.login',
    ...around('auth.login', async ({ world, body, request }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      const temporary = person?.temporary ?? null;
      if (!person || !temporary) return await next();
      await pause(windowMs, request.signal);
      person.temporary = temporary;
      return await next();
    }),
  },
  spendsTwice(
    'race-activation',
    'Two equal activations at the same moment both succeed.',
    'applicants.activate',
  ),
  spendsTwice(
    'race-password',
    'Two equal first passwords at the same moment are both set.',
    'applicants.createPassword',
  ),
  {
    name: 'race-register',
    sentence: 'Two equal registrations at the same moment both succeed.',
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
    'Two equal submissions of an exam at the same moment are both graded.',
    'exams.submit',
  ),
  races(
    'race-payment',
    'Two equal deposits at the same moment are both accepted.',
    'payments.makeOffline',
  ),
  races(
    'race-apply',
    'Two equal applications at the same moment are both accepted.',
    'applicants.applyForProgram',
  ),
];
