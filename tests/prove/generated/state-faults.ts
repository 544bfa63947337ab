/**
 * Faults of states: an operation is open in the wrong state, or a change is missing, too early, too far or not stored.
 */
import {
  applicantStates,
  findOperation,
  type LifecycleName,
  type LifecycleRow,
  lifecycleRows,
  type OperationName,
  operations,
  stateMoves,
} from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { personOf } from './access-faults.ts';
import type { GeneratedFault } from './generated-fault.ts';

type Transition = LifecycleRow & { movedBy: LifecycleName };
type TakeTransition = Call['world']['takeStep'];

/** An operation is allowed in a state that does not allow it. */
export const gateFaults: readonly GeneratedFault[] = lifecycleRows
  .filter(
    (row): row is Transition & { movedBy: OperationName } =>
      row.from !== null && isOperation(row.movedBy),
  )
  .filter(({ movedBy }) => findOperation(movedBy)?.meta.auth === 'bearer')
  .flatMap(({ movedBy, from }) =>
    applicantStates
      .filter((state) => state !== from)
      .map((state): GeneratedFault => createGateFault(movedBy, state)),
  );

function createGateFault(operation: OperationName, state: string): GeneratedFault {
  return {
    name: `gates/${operation}/${state}`,
    class: 'gates',
    operation,
    needsProbe: true,
    createFault: ({ recordEffect, recordProbe, recordOpportunity }) => {
      const isTarget = (call: Call) =>
        call.operation.name === operation && call.person?.state === state;
      return {
        ignoresState: isTarget,
        wrapHandler: async (call, next) => {
          if (call.operation.name === operation) recordOpportunity();
          const isOpened = isTarget(call);
          if (isOpened) recordProbe();
          const result = await next();
          if (isOpened && result.status < 300) recordEffect();
          return result;
        },
      };
    },
  };
}

export const stateFaults: readonly GeneratedFault[] = [
  ...stateMoves.flatMap((transition) => [
    missingFault(transition),
    ...tooFarFaults(transition),
    tooEarlyFault(transition),
  ]),
  ...operations
    .filter(({ route }) => route.method !== 'GET')
    .map(({ name }) => withoutEffectFault(name)),
];

function createStateFault(
  { movedBy }: Transition,
  variant: string,
  createFault: GeneratedFault['createFault'],
): GeneratedFault {
  return {
    name: `states/${movedBy}/${variant}`,
    class: 'states',
    operation: operationOf(movedBy),
    needsProbe: true,
    createFault,
  };
}

/** @returns a `createFault` that calls `replacement` in place of a transition; `take` is the mock's own function */
function replaceTransition(
  transition: Transition,
  replacement: (
    take: TakeTransition,
    ...call: Parameters<TakeTransition>
  ) => ReturnType<TakeTransition>,
): GeneratedFault['createFault'] {
  return ({ recordEffect }) => ({
    world: (world) => {
      const originalTake = world.takeStep.bind(world);
      world.takeStep = async (person, step, changes) => {
        if (step !== transition.movedBy) return await originalTake(person, step, changes);
        recordEffect();
        return await replacement(originalTake, person, step, changes);
      };
    },
  });
}

/** The transition makes an additional one. */
function takeBoth(transition: Transition, additional: Transition): GeneratedFault['createFault'] {
  return replaceTransition(transition, async (take, person, step, changes) => {
    await take(person, step, changes);
    return await take(person, additional.movedBy);
  });
}

function missingFault(transition: Transition): GeneratedFault {
  const takeNothing = replaceTransition(transition, async (_take, person) => person);
  return createStateFault(transition, 'missing', takeNothing);
}

function tooFarFaults(transition: Transition): GeneratedFault[] {
  const nextTransition = stateMoves.find(({ from }) => from === transition.to);
  return nextTransition
    ? [createStateFault(transition, 'too-far', takeBoth(transition, nextTransition))]
    : [];
}

/**
 * An operation moves the applicant although it is refused. A staff decision is made together with the step before it.
 */
function tooEarlyFault(transition: Transition): GeneratedFault {
  if (!isOperation(transition.movedBy)) {
    const previousTransition = stateMoves.find(({ to }) => to === transition.from);
    return createStateFault(
      transition,
      'too-early',
      takeBoth(previousTransition ?? transition, transition),
    );
  }
  return createStateFault(
    transition,
    'too-early',
    ({ recordEffect, recordProbe, recordOpportunity }) => ({
      changeResponse: async (call, response) => {
        const person = call.operation.name === transition.movedBy ? personOf(call) : undefined;
        if (person) recordOpportunity();
        if (!response.ok && person && person.state === transition.from) {
          recordProbe();
          recordEffect();
          await call.world.takeStep(person, transition.movedBy);
        }
        return response;
      },
    }),
  );
}

/** The operation succeeds and changes the state, but does not store the data. */
function withoutEffectFault(operation: OperationName): GeneratedFault {
  return {
    name: `states/${operation}/without-effect`,
    class: 'states',
    operation,
    createFault: ({ recordEffect }) => ({
      wrapHandler: async (call, next) => {
        const person = call.operation.name === operation ? personOf(call) : undefined;
        if (!person) return await next();
        const { world } = call;
        const findPayment = () =>
          world.payments.findFirst((q) => q.where({ code: person.paymentCode ?? '' }));
        const payment = findPayment();
        const result = await next();
        const changedPerson = world.findPersonById(person.id);
        if (result.status >= 300 || !changedPerson) return result;
        const { state } = changedPerson;
        const changedPayment = findPayment();
        if (
          hasChanged(changedPerson, { ...person, state }) ||
          (payment && changedPayment && hasChanged(changedPayment, payment))
        )
          recordEffect();
        await world.changePerson(person, { ...person, state });
        await world.payments.update((q) => q.where({ code: person.paymentCode ?? '' }), {
          data(draft) {
            Object.assign(draft, payment);
          },
        });
        return result;
      },
    }),
  };
}

function hasChanged(a: object, b: object): boolean {
  return JSON.stringify(a) !== JSON.stringify({ ...a, ...b });
}

function isOperation(name: LifecycleName): boolean {
  return operationOf(name) !== undefined;
}

function operationOf(name: LifecycleName): OperationName | undefined {
  return findOperation(name)?.name;
}
