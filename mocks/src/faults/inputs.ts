/** Makes faults in how input is validated. */
import type { OperationName } from '@one-planet/contract';
import { Refusal } from '../http/refusal.ts';
import type { Around, Fault } from './fault.ts';

export type Fields = Record<string, unknown>;

/** Around the check of one operation's body, where that is an object. */
export function aroundCheck(
  operation: OperationName,
  check: (
    body: Fields,
    next: () => Promise<unknown>,
    call: Parameters<Around<unknown>>[0],
  ) => unknown,
): Pick<Fault, 'check'> {
  return {
    check: async (call, next) => {
      const { body } = call;
      const isMeant = call.operation.name === operation && typeof body === 'object' && body;
      return isMeant ? await check({ ...body }, next, call) : await next();
    },
  };
}

/**
 * Drops a rule: input that breaks it, and only that, is accepted and kept as it came.
 * @param fields the fields concerned, each with a value that passes all rules
 * @param breaks true for a value that breaks the rule
 */
export function acceptsAnyway(
  name: string,
  sentence: string,
  operation: OperationName,
  fields: Fields,
  breaks: (value: unknown) => boolean,
): Fault {
  const check = aroundCheck(operation, async (body, next, call) => {
    const broken = Object.keys(fields).filter((field) => breaks(body[field]));
    const pick = (from: Fields) => broken.map((field) => [field, from[field]] as const);
    call.body = { ...body, ...Object.fromEntries(pick(fields)) };
    const checked = (await next()) as Fields;
    const kept = pick(body).map(([field, value]) => [field, stored(value)]);
    return { ...checked, ...Object.fromEntries(kept) };
  });
  return { name, sentence, ...check };
}

/** Adds a rule: input that passes all rules is refused. */
export function refusesAnyway(
  name: string,
  sentence: string,
  operation: OperationName,
  refuses: (body: Fields) => boolean,
): Fault {
  const check = aroundCheck(operation, async (body, next) => {
    const checked = await next();
    if (refuses(body)) throw new Refusal(400, 'The input is not valid.');
    return checked;
  });
  return { name, sentence, ...check };
}

/** @returns a test for text of that pattern */
export function like(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** True for values a required field must not have. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || String(value).trim() === '';
}

/** Stored the way a backend without the rule would: handlers still find text where they expect it. */
function stored(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? String(value) : value;
}
