/** Operations open to somebody they are not for: without a token, with another applicant's, in another role. */
import { type Operation, operations } from '@one-planet/contract';
import type { Generated } from './generated.ts';
import { foreignIn, namesSomebody, personOf } from './owners.ts';

export const accessFaults: readonly Generated[] = operations.flatMap((operation) => [
  ...(operation.meta.auth === 'bearer' ? [withoutToken(operation), otherRole(operation)] : []),
  ...(operation.meta.auth === 'none' ? [] : [ofOthers(operation)]),
]);

function accessFault({ name }: Operation, how: string, make: Generated['make']): Generated {
  return {
    name: `access/${name}/${how}`,
    class: 'access',
    operation: name,
    isProvoked: true,
    make,
  };
}

function withoutToken(operation: Operation): Generated {
  return accessFault(operation, 'no-token', ({ effect, tried, triable }) => ({
    handle: (call, next) => {
      if (call.operation.name === operation.name) triable();
      return next();
    },
    person: (call) => {
      if (call.operation.name !== operation.name) return undefined;
      const [newest] = call.world.people.newest(1);
      const person = personOf(call) ?? newest;
      tried();
      if (person) effect();
      return person;
    },
  }));
}

/** Whoever sends a valid token acts on what the call names, whosoever it is. */
function ofOthers(operation: Operation): Generated {
  return accessFault(operation, 'of-others', ({ effect, tried, triable }) => ({
    handle: async (call, next) => {
      const isMeant = call.operation.name === operation.name;
      if (isMeant && namesSomebody(call)) triable();
      const foreign = isMeant ? foreignIn(call) : undefined;
      if (!foreign || !call.person) return await next();
      tried();
      const { owner, file } = foreign;
      const ownerId = file?.ownerId;
      if (file) file.ownerId = call.person.id;
      else call.person = owner;
      const answer = await next();
      if (file && ownerId !== undefined) file.ownerId = ownerId;
      if (answer.status < 300) effect();
      return answer;
    },
  }));
}

function otherRole(operation: Operation): Generated {
  const fault = accessFault(operation, 'other-role', ({ effect }) => ({
    ignoresRole: (call) => {
      if (call.operation.name !== operation.name) return false;
      effect();
      return true;
    },
  }));
  return { ...fault, unobservable: 'no operation gives anybody another role' };
}
