/** The state machine: every operation in every state, from both sides (decisions §2). */
import {
  type ApplicantState,
  allowedStates,
  applicantStates,
  type OperationName,
  operations,
} from '@one-planet/contract';
import type { Check, Level } from '../check.ts';
import type { Kit } from '../context.ts';
import { expectAccepted, expectRefused } from '../expect.ts';
import { Failed } from '../outcome.ts';
import { perform, stageAfter, stageOf } from '../people/perform.ts';
import type { Person } from '../people/person.ts';
import { expectUnchanged, snapshot } from '../people/snapshot.ts';
import { askStaff } from '../people/stages.ts';

/** States in which an applicant can be logged in. */
const loggedIn = applicantStates.filter((state) => state !== 'NOT_ACTIVATED');

/** What an applicant can always do: the profile page is open in every state. */
const always: readonly OperationName[] = [
  'auth.login',
  'auth.getUser',
  'applicants.getByEmail',
  'applicants.getBioData',
  'applicants.editProfile',
];

export const states: readonly Check[] = [
  ...operations.flatMap(({ name }) => {
    const allowed = allowedStates(name);
    if (!allowed || name === 'applicants.createPassword') return [];
    return loggedIn
      .filter((state) => !allowed.includes(state))
      .map((state) => refusedIn(name, state, allowed));
  }),
  ...always.flatMap((name) => loggedIn.map((state) => allowedIn(name, state))),
  ...operations.flatMap(({ name }) =>
    // Activation answers its state itself: see applicants.activate/status.
    stageAfter(name) && name !== 'applicants.activate' ? [movesOn(name)] : [],
  ),
  staffMoves('verify', 'ACTIVATION_PAID', 'BIOGRAPHIC_APPLICANT'),
  staffMoves('admit', 'APPLIED', 'ADMITTED'),
];

/** What is pending may still be told while it is verified: reading it harms nobody. */
function levelIn(name: OperationName, state: ApplicantState): Level {
  if (name !== 'payments.getPending') return 'must';
  return state === 'ACTIVATED' ? 'must' : 'should';
}

function refusedIn(
  name: OperationName,
  state: ApplicantState,
  allowed: readonly ApplicantState[],
): Check {
  const level = levelIn(name, state);
  return {
    id: `${name}/in/${state}`,
    level,
    operation: name,
    sentence: `${name} ${level === 'must' ? 'MUST' : 'SHOULD'} refuse an applicant who is ${state}: it needs ${allowed.join(' or ')}.`,
    spec: '2 §4; decisions §2',
    proves:
      'A call that would be right in another state is refused, and her profile read again is what it was.',
    leavesOpen: 'What the profile does not show.',
    stage: state,
    run: async (kit) => {
      const person = await kit.person(state);
      const before = await snapshot(person, kit.helpers);
      const reply = await kit.sendAs(person, name);
      expectRefused(kit, reply, `an applicant who is ${state}`);
      await expectUnchanged(person, before, kit.helpers, `the refused ${name}`);
    },
  };
}

function allowedIn(name: OperationName, state: ApplicantState): Check {
  return {
    id: `${name}/in/${state}`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST work for an applicant who is ${state}.`,
    spec: '1 §4; 2 §2; decisions §2',
    proves:
      'No state locks her out of her own account, and reading or saving it moves her nowhere.',
    leavesOpen: 'Nothing.',
    stage: state,
    run: async (kit) => {
      const person = await kit.person(state);
      expectAccepted(await kit.sendAs(person, name), `an applicant who is ${state}`);
      await expectState(kit, person, state, name);
    },
  };
}

function movesOn(name: OperationName): Check {
  const from = stageOf(name);
  const to = stageAfter(name);
  return {
    id: `${name}/moves-on`,
    level: 'must',
    operation: name,
    sentence: `After ${name} an applicant who was ${from} MUST be ${to}.`,
    spec: '2 §4; decisions §2',
    proves: 'The success is followed by exactly the next state, read anew.',
    leavesOpen: 'That it happens once only: see the same operation in that state.',
    stage: from,
    consumes: true,
    run: async (kit) => {
      const person = await kit.person(from);
      const reply = await perform(name, person, kit.helpers);
      expectAccepted(reply, `an applicant who is ${from}`);
      await expectState(kit, person, person.stage, name);
    },
  };
}

function staffMoves(decision: 'verify' | 'admit', from: ApplicantState, to: ApplicantState): Check {
  return {
    id: `staff.${decision}/moves-on`,
    level: 'must',
    sentence: `After staff ${decision} an applicant who was ${from} MUST be ${to}.`,
    spec: '2 §1, §4; decisions §2',
    proves: 'What staff decide reaches the applicant.',
    leavesOpen: 'The staff portal itself.',
    stage: from,
    consumes: true,
    run: async (kit) => {
      const person = await kit.person(from);
      await askStaff(decision, person, kit.helpers);
      person.stage = to;
      await expectState(kit, person, to, `staff ${decision}`);
    },
  };
}

async function expectState(kit: Kit, person: Person, state: string, what: string): Promise<void> {
  const { status } = await snapshot(person, kit.helpers);
  if (status !== state) throw new Failed(`the state ${state} after ${what}`, `${status}`);
}
