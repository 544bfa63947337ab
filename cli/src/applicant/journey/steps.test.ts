import { lifecycleRows, wayOut } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { steps } from './steps.ts';

test('the journey takes the usual way out of every state, in the order of the lifecycle', () => {
  const ways = lifecycleRows.filter(({ by, from }) => by === wayOut(from)).map(({ by }) => by);
  // What the college decides about an application comes after the journey.
  const taken = [...steps.flatMap(({ by }) => by ?? []), 'staff.admit'];
  expect(taken, 'A row of the lifecycle needs a step in steps.ts').toEqual(ways);
});
