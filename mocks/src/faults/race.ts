import type { OperationName } from '@one-planet/contract';
import { pause } from '../server/responses.ts';
import { findTokenOwner } from '../world/accounts.ts';
import { type Behaviour, type Fault, faultsOf, reviveToken, wrapsHandler } from './fault.ts';

/** The time between the check of a call and its effect; longer than the distance of two simultaneous calls. */
const windowMs = 50;

const formOperations: readonly OperationName[] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
  'applicants.saveContactData',
];

/** Lets two simultaneous calls both pass their checks before either of them changes anything. */
function runsSimultaneously(sentence: string, operationName: OperationName): Behaviour {
  return {
    sentence,
    ignoresTurn: (call) => call.operation.name === operationName,
    ...wrapsHandler(operationName, async (call, next) => {
      const { person, world, request } = call;
      await pause(windowMs, request.signal);
      if (person) {
        const { state, runningExam } = person;
        call.person = await world.moveTo(person, state, { runningExam });
      }
      return await next();
    }),
  };
}

/** Like `runsSimultaneously`, for calls that a one-time token authorises. */
function spendsTokenTwice(sentence: string, operation: OperationName): Behaviour {
  return {
    sentence,
    ignoresTurn: (call) => call.operation.name === operation,
    ...wrapsHandler(operation, async ({ world, params, request }, next) => {
      const oneTimeToken = world.findOneTimeToken(params.token ?? '');
      const person = findTokenOwner(world, params.token);
      await pause(windowMs, request.signal);
      if (person && oneTimeToken?.used === false) {
        const { state, credential } = person;
        await reviveToken(world, oneTimeToken.token);
        await world.moveTo(person, state, { credential });
      }
      return await next();
    }),
  };
}

/** `savingPersonIds` holds those whose record is being saved, `clashingPersonIds` those for whom that was tried twice. */
const savingPersonIds = new Set<number>();
const clashingPersonIds = new Set<number>();

export const scenarioFaultsOfRaces: readonly Fault[] = faultsOf({
  'race-temporary': {
    sentence: 'A temporary password logs in twice at the same moment.',
    ignoresTurn: ({ operation }) => operation.name === 'auth.login',
    ...wrapsHandler('auth.login', async ({ world, body, request }, next) => {
      const person = world.findPerson((body as { email: string }).email);
      if (!person?.temporaryCredential) return await next();
      await pause(windowMs, request.signal);
      await world.changePerson(person, { temporaryCredential: person.temporaryCredential });
      return await next();
    }),
  },
  'race-activation': spendsTokenTwice(
    'Two equal activations at the same moment both succeed.',
    'applicants.activate',
  ),
  'race-password': spendsTokenTwice(
    'Two equal first passwords at the same moment are both set.',
    'applicants.createPassword',
  ),
  'race-register': {
    sentence: 'Two equal registrations at the same moment both succeed.',
    ignoresTurn: ({ operation }) => operation.name === 'applicants.register',
    world: ({ people }) => {
      const originalCreate = people.create.bind(people);
      people.create = async (person) => {
        await pause(windowMs);
        return await originalCreate(person);
      };
    },
  },
  'race-exam': runsSimultaneously(
    'Two equal submissions of an exam at the same moment are both graded.',
    'exams.submit',
  ),
  'race-exam-begun': {
    sentence: 'Two exams are begun where one is asked for twice at the same moment.',
    ignoresTurn: ({ operation }) => operation.name === 'exams.create',
    ...wrapsHandler('exams.create', async (call, next) => {
      const { world, person, request } = call;
      await pause(windowMs, request.signal);
      if (person)
        call.person = await world.changePerson(person, { runningExam: person.runningExam });
      return await next();
    }),
  },
  'race-forms': {
    sentence: 'Of two equal forms at the same moment, both are refused.',
    ignoresTurn: ({ operation }) => formOperations.includes(operation.name),
    wrapHandler: async ({ operation, person, request }, next) => {
      if (!person || !formOperations.includes(operation.name)) return await next();
      const isAlone = !savingPersonIds.has(person.id);
      if (isAlone) savingPersonIds.add(person.id);
      else clashingPersonIds.add(person.id);
      await pause(windowMs, request.signal);
      savingPersonIds.delete(person.id);
      return clashingPersonIds.has(person.id)
        ? { status: 409, body: 'Somebody else changes this record.' }
        : await next();
    },
  },
  'race-payment': runsSimultaneously(
    'Two equal deposits at the same moment are both accepted.',
    'payments.makeOffline',
  ),
  'race-apply': runsSimultaneously(
    'Two equal applications at the same moment are both accepted.',
    'applicants.applyForProgram',
  ),
});
