/** Checks the body of a step against the contract's schemas, which are loaded only for an item that has waited. */

import { findOperation } from '@one-planet/contract';
import { z } from 'zod';
import type { WaitingStep } from './outbox-items.ts';

/** @returns whether the step's form makes such a body now: that of an older build may have made another */
export function fitsContract(step: WaitingStep, body: object): boolean {
  const route = findOperation(step)?.route;
  const schema = route && 'body' in route ? route.body : undefined;
  return schema instanceof z.ZodType && schema.safeParse(body).success;
}
