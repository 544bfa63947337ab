/** Faults in answers: each field and each list in each way. */
import type { Call } from '@one-planet/mocks';
import { type Field, fields, pathName } from './fields.ts';
import type { Breaker, Generated, GeneratedClass } from './generated.ts';
import { absent, valuesAt, withValuesAt } from './places.ts';
import { listWays, type Way, ways } from './ways.ts';

const optional = 'an optional field may be absent, null or empty (decisions, section 1)';

export const answerFaults: readonly Generated[] = fields.flatMap((field) =>
  ways.filter((one) => suits(one, field)).map((one) => answerFault('answers', field, one)),
);

export const listFaults: readonly Generated[] = fields
  .filter(({ kinds }) => kinds.has('list'))
  .flatMap((field) => listWays.map((one) => answerFault('lists', field, one)));

function suits({ name, kinds }: Way, field: Field): boolean {
  // A text has no other type on the wire.
  if (name === 'type' && isText(field)) return false;
  // An element that is missing is a shorter list.
  if (name === 'missing' && field.path.at(-1) === '[]') return false;
  return !kinds || kinds.some((kind) => field.kinds.has(kind));
}

function isText({ path, kinds }: Field): boolean {
  return path.length === 0 && kinds.has('string');
}

function answerFault(
  kind: GeneratedClass,
  field: Field,
  { name, change, isToleratedIfOptional, keepsForm = false }: Way,
): Generated {
  const { operation, path, isOptional } = field;
  const breaker = (): Breaker => {
    const changed = change(field);
    return (body, subject) => {
      const values = valuesAt(body, path);
      const others = changed(values, subject);
      const isSame = values.every((value, at) => same(value, others[at]));
      return isSame ? body : withValuesAt(body, path, others);
    };
  };
  return {
    name: `${kind}/${operation}/${pathName(path)}/${name}`,
    class: kind,
    operation,
    field: `${operation} ${pathName(path)}`,
    keepsForm,
    ...(isToleratedIfOptional && isOptional ? { tolerated: optional } : {}),
    breaker,
    make: ({ effect }) => {
      const breakIt = breaker();
      return {
        handle: async (call, next) => {
          const answer = await next();
          if (call.operation.name !== operation || answer.status >= 300) return answer;
          const body = plain(answer.body);
          const broken = breakIt(body, subjectOf(call));
          if (broken === body) return answer;
          effect();
          return { ...answer, body: broken };
        },
      };
    },
  };
}

function same(a: unknown, b: unknown): boolean {
  if (a === absent || b === absent || typeof a !== 'object' || typeof b !== 'object')
    return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** As it would be sent: the handlers answer the world's own records. */
export function plain(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

/** Whom or what a call is about. */
export function subjectOf({ operation, person, params, body }: Call): string {
  if (operation.meta.auth === 'bearer') return String(person?.id);
  const { email = '' } = (body ?? {}) as { email?: string };
  return [...Object.values(params), email].join(' ');
}
