/** Faults in answers: each field and each list, read off the contract's response schemas, in each way. */
import { type OperationName, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { z } from 'zod';
import type { Breaker, Generated, GeneratedClass } from './generated-fault.ts';

export type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object';

export interface Field {
  operation: OperationName;
  /** Names on the way from the body to the field; `[]` for each element of a list. Empty: the body itself. */
  path: readonly string[];
  schema: z.ZodTypeAny;
  /** The kinds its value may have. */
  kinds: ReadonlySet<Kind>;
  /** It may be absent, null or empty (decisions, section 1). */
  isOptional: boolean;
}

/** The fields of all answers that somebody reads, outer ones first. */
export const fields: readonly Field[] = operations.flatMap(({ name, route, meta }) => {
  if (meta.reads !== 'json' && meta.reads !== 'text') return [];
  return within(name, [], route.responses[meta.success] as z.ZodTypeAny);
});

/** As it stands in a fault's name: `(body)`, `[].id`, `paymentDto.paymentCode`. */
export function pathName(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]') || '(body)';
}

function within(operation: OperationName, path: readonly string[], schema: z.ZodTypeAny): Field[] {
  const kinds = new Set(kindsOf(schema));
  const isOptional = path.length > 0 && (schema.isOptional() || schema.isNullable());
  const field: Field = { operation, path, schema, kinds, isOptional };
  const inner = childrenOf(schema).flatMap(([name, child]) =>
    within(operation, [...path, name], child),
  );
  return [field, ...inner];
}

function childrenOf(schema: z.ZodTypeAny): [string, z.ZodTypeAny][] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) return [['[]', bare.element as z.ZodTypeAny]];
  if (bare instanceof z.ZodObject) return Object.entries(bare.shape as z.ZodRawShape);
  return [];
}

/** The kinds a value may have, any wrapping taken off. */
export function kindsOf(schema: z.ZodTypeAny): Kind[] {
  const bare = peel(schema);
  if (bare instanceof z.ZodUnion) return (bare.options as z.ZodTypeAny[]).flatMap(kindsOf);
  if (bare instanceof z.ZodString || bare instanceof z.ZodEnum) return ['string'];
  if (bare instanceof z.ZodNumber) return ['number'];
  if (bare instanceof z.ZodBoolean) return ['boolean'];
  if (bare instanceof z.ZodArray) return ['list'];
  if (bare instanceof z.ZodObject || bare instanceof z.ZodRecord) return ['object'];
  if (bare instanceof z.ZodLiteral) return [typeof bare.value as Kind];
  return [];
}

/** Of alternatives, the object with the most fields: the others are what stands there when there is nothing. */
function unwrap(schema: z.ZodTypeAny): z.ZodTypeAny {
  const bare = peel(schema);
  if (!(bare instanceof z.ZodUnion)) return bare;
  const objects = (bare.options as z.ZodTypeAny[])
    .map(unwrap)
    .filter((option): option is z.AnyZodObject => option instanceof z.ZodObject);
  const size = ({ shape }: z.AnyZodObject) => Object.keys(shape as object).length;
  return objects.sort((a, b) => size(b) - size(a))[0] ?? bare;
}

function peel(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodEffects) return peel(schema.innerType());
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return peel(schema.unwrap());
  return schema;
}

/** In place of a value: there is none. */
export const absent = Symbol('absent');

/** The values at a path, one for each element of the lists on the way; `absent` where a field is missing. */
export function valuesAt(body: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [body];
  if (name === '[]') return Array.isArray(body) ? body.flatMap((one) => valuesAt(one, rest)) : [];
  if (!isObject(body)) return [];
  if (name in body) return valuesAt(body[name], rest);
  return rest.length === 0 ? [absent] : [];
}

/** @returns the body with those values in their places; it shares with the old one what is the same */
export function withValuesAt(
  body: unknown,
  path: readonly string[],
  values: readonly unknown[],
): unknown {
  const waiting = [...values];
  const put = (at: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return waiting.shift();
    if (name === '[]') return Array.isArray(at) ? at.map((one) => put(one, rest)) : at;
    if (!isObject(at) || (rest.length > 0 && !(name in at))) return at;
    const value = put(at[name], rest);
    const { [name]: _old, ...others } = at;
    if (value === absent) return others;
    return name in at ? { ...at, [name]: value } : { ...others, [name]: value };
  };
  const changed = put(body, path);
  return changed === absent ? undefined : changed;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes all values of one field in one answer at once. It may remember answers it saw. */
type Change = (values: readonly unknown[], subject: string) => readonly unknown[];

interface Way {
  name: string;
  /** The kinds of values it is for; left out: all. */
  kinds?: readonly Kind[];
  /** An optional field may be so (decisions, section 1). */
  isToleratedIfOptional?: boolean;
  /** The answer keeps its form, and only its value is wrong. */
  keepsForm?: boolean;
  change: (field: Field) => Change;
}

const scalar: readonly Kind[] = ['string', 'number', 'boolean'];
const noList: readonly Kind[] = [...scalar, 'object'];

const each =
  (change: (value: unknown) => unknown): Way['change'] =>
  () =>
  (values) =>
    values.map((value) => (value === null || value === absent ? value : change(value)));

const ofText = (change: (text: string) => string) =>
  each((value) => (typeof value === 'string' ? change(value) : value));

const emptied = (value: unknown) => (typeof value === 'object' ? {} : '');

const otherCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

const readAsLatin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The same for lists and for their fields. */
const remembering: readonly Way[] = [
  { name: 'others', keepsForm: true, change: () => anothers() },
  { name: 'previous', keepsForm: true, change: () => previous() },
];

const ways: readonly Way[] = [
  { name: 'missing', isToleratedIfOptional: true, change: each(() => absent) },
  { name: 'null', isToleratedIfOptional: true, change: each(() => null) },
  { name: 'empty', kinds: noList, isToleratedIfOptional: true, change: each(emptied) },
  { name: 'type', change: (field) => each((value) => retyped(field, value))(field) },
  ...remembering.map((one) => ({ ...one, kinds: noList })),
  { name: 'constant', kinds: noList, keepsForm: true, change: () => constant() },
  { name: 'truncated', kinds: ['string', 'number'], keepsForm: true, change: each(truncated) },
  { name: 'case', kinds: ['string'], keepsForm: true, change: ofText(otherCase) },
  { name: 'latin1', kinds: ['string'], keepsForm: true, change: ofText(readAsLatin1) },
  { name: 'escaped', kinds: ['string'], keepsForm: true, change: ofText(escaped) },
  { name: 'doubled', kinds: ['string', 'number'], keepsForm: true, change: each(doubled) },
];

const listWays: readonly Way[] = [
  { name: 'empty', isToleratedIfOptional: true, keepsForm: true, change: each(() => []) },
  { name: 'short', keepsForm: true, change: ofList((list) => list.slice(0, -1)) },
  { name: 'doubled', keepsForm: true, change: ofList((list) => [...list, ...list]) },
  { name: 'mixed', keepsForm: true, change: ofList(shifted) },
  ...remembering,
];

function ofList(change: (list: unknown[]) => unknown[]): Way['change'] {
  return each((value) => (Array.isArray(value) ? change(value) : value));
}

/** A form the contract does not have for the field. */
function retyped({ schema }: Field, value: unknown): unknown {
  const asText = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (asText !== value && !schema.safeParse(asText).success) return asText;
  return Array.isArray(value) ? { ...value } : [value];
}

function truncated(value: unknown): unknown {
  if (typeof value === 'number') return Math.trunc(value / 10);
  return typeof value === 'string' ? value.slice(0, Math.ceil(value.length / 2)) : value;
}

function doubled(value: unknown): unknown {
  return typeof value === 'number' ? value * 2 : typeof value === 'string' ? value + value : value;
}

/** The elements' fields stay in their order, but the first belongs to the last element now. */
function shifted(list: unknown[]): unknown[] {
  const [first] = list;
  if (list.length < 2 || typeof first !== 'object' || first === null) return list;
  const [name] = Object.keys(first);
  if (name === undefined) return list;
  return list.map((one, at) => ({
    ...(one as object),
    [name]: (list[(at + 1) % list.length] as Record<string, unknown>)[name],
  }));
}

/** The value in the last answer about somebody else. */
function anothers(): Change {
  const last = new Map<string, readonly unknown[]>();
  return (values, subject) => {
    last.delete(subject);
    const others = [...last.values()].at(-1);
    last.set(subject, values);
    return others && others.length > 0 ? values.map((_, at) => others[at % others.length]) : values;
  };
}

/** The value about the same person before it changed last. */
function previous(): Change {
  const known = new Map<
    string,
    { text: string; values: readonly unknown[]; before?: readonly unknown[] }
  >();
  return (values, subject) => {
    const text = JSON.stringify(values);
    const last = known.get(subject);
    const isNew = last?.text !== text;
    const before = isNew ? last?.values : last?.before;
    if (isNew) known.set(subject, { text, values, ...(before ? { before } : {}) });
    return before?.length === values.length ? before : values;
  };
}

/** The value in the first answer to anybody. */
function constant(): Change {
  let first: readonly unknown[] | undefined;
  return (values) => {
    first ??= values.length > 0 ? values : undefined;
    const seen = first ?? values;
    return values.map((value, at) => (value === absent ? value : seen[at % seen.length]));
  };
}

const optional = 'an optional field may be absent, null or empty (decisions, section 1)';

export const answerFaults: readonly Generated[] = fields.flatMap((field) =>
  ways.filter((one) => suits(one, field)).map((one) => answerFault('answers', field, one)),
);

export const listFaults: readonly Generated[] = fields
  .filter(({ kinds }) => kinds.has('list'))
  .flatMap((field) => listWays.map((one) => answerFault('lists', field, one)));

function suits({ name, kinds }: Way, field: Field): boolean {
  // A text has no other type on the wire.
  if (name === 'type' && field.path.length === 0 && field.kinds.has('string')) return false;
  // An element that is missing is a shorter list.
  if (name === 'missing' && field.path.at(-1) === '[]') return false;
  return !kinds || kinds.some((kind) => field.kinds.has(kind));
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
