/** Changes of state, and of data, that do not happen, happen too early, go too far, or are not kept. */
import {
  applicantStates,
  findOperation,
  type LifecycleName,
  type LifecycleRow,
  lifecycleRows,
  moves,
  type OperationName,
  operations,
} from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { personOf } from './access-faults.ts';
import type { Generated } from './generated-fault.ts';

type Row = LifecycleRow & { by: LifecycleName };
type Take = Call['world']['take'];

/** An operation allowed in a state that is not its own. */
export const gateFaults: readonly Generated[] = lifecycleRows
  .filter((row): row is Row & { by: OperationName } => row.from !== null && isOperation(row.by))
  .filter(({ by }) => findOperation(by)?.meta.auth === 'bearer')
  .flatMap(({ by, from }) =>
    applicantStates
      .filter((state) => state !== from)
      .map((state): Generated => gateFault(by, state)),
  );

function gateFault(operation: OperationName, state: string): Generated {
  return {
    name: `gates/${operation}/${state}`,
    class: 'gates',
    operation,
    isProvoked: true,
    make: ({ effect, tried, triable }) => {
      const isMeant = (call: Call) =>
        call.operation.name === operation && call.person?.state === state;
      return {
        ignoresState: isMeant,
        handle: async (call, next) => {
          if (call.operation.name === operation) triable();
          const isOpen = isMeant(call);
          if (isOpen) tried();
          const answer = await next();
          if (isOpen && answer.status < 300) effect();
          return answer;
        },
      };
    },
  };
}

export const stateFaults: readonly Generated[] = [
  ...moves.flatMap((row) => [missing(row), ...tooFar(row), tooEarly(row)]),
  ...operations
    .filter(({ route }) => route.method !== 'GET')
    .map(({ name }) => withoutEffect(name)),
];

function stateFault({ by }: Row, how: string, make: Generated['make']): Generated {
  return {
    name: `states/${by}/${how}`,
    class: 'states',
    operation: operationOf(by),
    isProvoked: true,
    make,
  };
}

/** Replaces how one row of the lifecycle moves somebody. */
function taking(
  row: Row,
  take: (take: Take, ...call: Parameters<Take>) => void,
): Generated['make'] {
  return ({ effect }) => ({
    world: (world) => {
      const before = world.take.bind(world);
      world.take = (person, step) => {
        if (step !== row.by) return before(person, step);
        effect();
        take(before, person, step);
      };
    },
  });
}

/** With one row she takes another. */
function takingBoth(row: Row, other: Row): Generated['make'] {
  return taking(row, (take, person, step) => {
    take(person, step);
    take(person, other.by);
  });
}

function missing(row: Row): Generated {
  const none = taking(row, () => {});
  return stateFault(row, 'missing', none);
}

function tooFar(row: Row): Generated[] {
  const next = moves.find(({ from }) => from === row.to);
  return next ? [stateFault(row, 'too-far', takingBoth(row, next))] : [];
}

/** An operation moves her although it is refused. A decision of the staff is made as soon as it can be. */
function tooEarly(row: Row): Generated {
  if (!isOperation(row.by)) {
    const before = moves.find(({ to }) => to === row.from);
    return stateFault(row, 'too-early', takingBoth(before ?? row, row));
  }
  return stateFault(row, 'too-early', ({ effect, tried, triable }) => ({
    changeResponse: (call, response) => {
      const person = call.operation.name === row.by ? personOf(call) : undefined;
      if (person) triable();
      if (!response.ok && person && person.state === row.from) {
        tried();
        effect();
        call.world.take(person, row.by);
      }
      return response;
    },
  }));
}

/** Answered as a success, but nothing is kept; a new state is. */
function withoutEffect(operation: OperationName): Generated {
  return {
    name: `states/${operation}/without-effect`,
    class: 'states',
    operation,
    make: ({ effect }) => ({
      handle: async (call, next) => {
        const person = call.operation.name === operation ? personOf(call) : undefined;
        if (!person) return await next();
        const payment = call.world.payments.find('code', person.paymentCode ?? '');
        const [was, paid] = [{ ...person }, { ...payment }];
        const answer = await next();
        if (answer.status >= 300) return answer;
        const { state } = person;
        if (differs(person, { ...was, state }) || (payment && differs(payment, paid))) effect();
        Object.assign(person, was, { state });
        if (payment) Object.assign(payment, paid);
        return answer;
      },
    }),
  };
}

function differs(a: object, b: object): boolean {
  return JSON.stringify(a) !== JSON.stringify({ ...a, ...b });
}

function isOperation(by: LifecycleName): boolean {
  return operationOf(by) !== undefined;
}

function operationOf(by: LifecycleName): OperationName | undefined {
  return findOperation(by)?.name;
}
