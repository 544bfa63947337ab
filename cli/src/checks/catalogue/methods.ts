/** Methods an operation does not have. */
import { operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import { expectRefused } from '../expect.ts';

/** PATCH is none of the contract's methods, and sent without a body it changes nothing where it is offered. */
const method = 'PATCH';

export const methods: readonly Check[] = operations
  .filter(({ meta }) => !meta.mayBeMissing)
  .map(({ name }) => ({
    id: `${name}/wrong-method`,
    level: 'should',
    operation: name,
    sentence: `${name} SHOULD refuse the method ${method}.`,
    rule: 'refusals#other-methods',
    proves: 'Another method at the same address is refused with a 4xx.',
    leavesOpen: 'Methods that might delete something: no run sends them.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { token, number: by } = person;
      const call = { method, rawParam: 'none', rawBody: '{}', token, by, about: by };
      const reply = await context.send(name, call);
      expectRefused(context, reply, `the method ${method}`, { prefer: [404, 405] });
    },
  }));
