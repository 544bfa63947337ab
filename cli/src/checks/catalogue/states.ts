/** The state machine: every operation in every state, from both sides (decisions §2). */
import {
  type ApplicantState,
  allowedStates,
  applicantStates,
  lifecycle,
  type OperationName,
  operations,
  type StaffDecision,
} from '@one-planet/contract';
import { stageAfter, stageOf } from '../../applicant/stages.ts';
import type { Check, Level } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { expectAccepted, expectRefused } from '../expect.ts';
import { Failed } from '../outcome.ts';
import type { Person } from '../people/person.ts';
import { leavingAlone, snapshot } from '../people/snapshot.ts';
import { askStaff, perform } from '../people/walk.ts';

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
  // What a rejected payment leads back to is the backend's choice (decisions, section 2).
  ...(['verify', 'admit'] as const).map(staffMoves),
];

/** What is pending may still be shown while it is verified: reading it harms nobody. */
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
    rule: 'states#wrong-state',
    proves:
      'A call that would be right in another state is refused, and her profile is unchanged afterwards.',
    leavesOpen: 'What the profile does not show.',
    stage: state,
    run: async (context) => {
      const person = await context.person(state);
      await leavingAlone(context, person, name, async () => {
        const reply = await context.sendAs(person, name);
        expectRefused(context, reply, `an applicant who is ${state}`);
      });
    },
  };
}

function allowedIn(name: OperationName, state: ApplicantState): Check {
  return {
    id: `${name}/in/${state}`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST work for an applicant who is ${state}.`,
    rule: 'states#always-open',
    proves:
      'No state locks her out of her own account, and reading or saving it does not move her.',
    leavesOpen: 'Nothing.',
    stage: state,
    run: async (context) => {
      const person = await context.person(state);
      expectAccepted(await context.sendAs(person, name), `an applicant who is ${state}`);
      await expectState(context, person, state, name);
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
    sentence: `After ${name}, an applicant who was ${from} MUST be ${to}.`,
    rule: 'states#the-lifecycle',
    proves: 'A success is followed by exactly the next state, read afresh.',
    leavesOpen: 'That it happens only once: see the same operation in that state.',
    stage: from,
    consumes: true,
    isUsual: true,
    run: async (context) => {
      const person = await context.person(from);
      const reply = await perform(name, person, context.helpers);
      expectAccepted(reply, `an applicant who is ${from}`);
      await expectState(context, person, person.stage, name);
    },
  };
}

function staffMoves(decision: StaffDecision): Check {
  const { from, to } = lifecycle[`staff.${decision}`];
  return {
    id: `staff.${decision}/moves-on`,
    level: 'must',
    sentence: `After staff ${decision}, an applicant who was ${from} MUST be ${to}.`,
    rule: 'states#staff-decisions',
    proves: 'What staff decide reaches the applicant.',
    leavesOpen: 'The staff portal itself.',
    stage: from,
    consumes: true,
    isUsual: true,
    run: async (context) => {
      const person = await context.person(from);
      await askStaff(decision, person, context.helpers);
      person.stage = to;
      await expectState(context, person, to, `staff ${decision}`);
    },
  };
}

async function expectState(
  context: CheckContext,
  person: Person,
  state: string,
  what: string,
): Promise<void> {
  const { status } = await snapshot(person, context.helpers);
  if (status !== state) throw new Failed(`the state ${state} after ${what}`, `${status}`);
}
