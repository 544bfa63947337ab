/** How strict a backend reads, how much it says, and how often it may be asked. */
import { z } from 'zod';
import type { World } from '../data/world.ts';
import type { Call, Fault } from '../faults/fault.ts';
import { json } from '../http/answers.ts';
import { Refusal } from '../http/refusal.ts';
import { refusesIn } from './json.ts';

/** Registration, login and what mails, at the paths of every dialect. */
const limited = /\/(apply|login|forgot_password|resend_email\/.*)$/;
/** Every so many calls of these. */
const every = 15;
const limitedCalls = new WeakMap<World, number>();

function schemaOf({ operation }: Call): z.ZodTypeAny | undefined {
  const body = 'body' in operation.route ? operation.route.body : undefined;
  return body instanceof z.ZodType ? body : undefined;
}

function objectIn(schema: z.ZodTypeAny | undefined): z.AnyZodObject | undefined {
  if (schema instanceof z.ZodEffects) return objectIn(schema.innerType());
  if (schema instanceof z.ZodOptional) return objectIn(schema.unwrap());
  return schema instanceof z.ZodObject ? schema : undefined;
}

export const strictness: readonly Fault[] = [
  {
    name: 'strict-parser',
    sentence: 'A body with a field that is not known is refused.',
    check: async (call, next) => {
      const shape = objectIn(schemaOf(call))?.shape;
      const fields = Object.keys((call.body ?? {}) as object);
      const unknown = fields.find((field) => shape && !Object.hasOwn(shape, field));
      if (unknown !== undefined) throw new Refusal(400, `Unrecognized field: ${unknown}`);
      return await next();
    },
  },
  {
    name: 'errors-all',
    sentence: 'A refusal of input names all that is wrong.',
    check: async (call, next) => {
      try {
        return await next();
      } catch (error) {
        const issues = schemaOf(call)?.safeParse(call.body).error?.issues ?? [];
        if (!(error instanceof Refusal) || issues.length === 0) throw error;
        const all = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
        throw new Refusal(error.status, [...new Set(all)].join('; '));
      }
    },
  },
  refusesIn(
    'errors-none',
    'A refusal of input says nothing but "Bad Request".',
    (message, status) => JSON.stringify({ message: status === 400 ? 'Bad Request' : message }),
  ),
  {
    name: 'rate-limits',
    sentence: `Every ${every}th registration, login and mail is answered with 429 and Retry-After.`,
    intercept: ({ request, world }) => {
      const { pathname } = new URL(request.url);
      if (!limited.test(pathname) || request.method !== 'POST') return undefined;
      const calls = (limitedCalls.get(world) ?? 0) + 1;
      limitedCalls.set(world, calls);
      if (calls % every !== 0) return undefined;
      return json(429, { message: 'Too many requests.' }, { 'retry-after': '1' });
    },
  },
];
