/** Faults in responses: each field and each list of the contract's response schemas, broken in each way. */
import { type OperationName, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { z } from 'zod';
import type { BodyBreaker, GeneratedClass, GeneratedFault } from './generated-fault.ts';

export type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object';

/** A field of a response body. */
export interface Field {
  operation: OperationName;
  /** The property names from the body to the field, with `[]` for the elements of a list. Empty: the body itself. */
  path: readonly string[];
  schema: z.ZodTypeAny;
  /** The kinds that the schema allows for its value. */
  kinds: ReadonlySet<Kind>;
  /** An optional field can be absent, null or empty (specification/decisions §1). */
  isOptional: boolean;
}

/** The fields of all successful responses that a client reads, each before the fields inside it. */
export const fields: readonly Field[] = operations.flatMap(({ name, route, meta }) => {
  if (meta.readsBodyAs !== 'json' && meta.readsBodyAs !== 'text') return [];
  return fieldsWithin(name, [], route.responses[meta.successStatus] as z.ZodTypeAny);
});

/** @returns the path as a fault's name has it: `(body)`, `[].id`, `paymentDto.paymentCode` */
export function pathName(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]') || '(body)';
}

function fieldsWithin(
  operation: OperationName,
  path: readonly string[],
  schema: z.ZodTypeAny,
): Field[] {
  const kinds = new Set(kindsOf(schema));
  const isOptional = path.length > 0 && (schema.isOptional() || schema.isNullable());
  const field: Field = { operation, path, schema, kinds, isOptional };
  const innerFields = childrenOf(schema).flatMap(([name, child]) =>
    fieldsWithin(operation, [...path, name], child),
  );
  return [field, ...innerFields];
}

function childrenOf(schema: z.ZodTypeAny): [string, z.ZodTypeAny][] {
  const bareSchema = unwrapObject(schema);
  if (bareSchema instanceof z.ZodArray) return [['[]', bareSchema.element as z.ZodTypeAny]];
  if (bareSchema instanceof z.ZodObject) return Object.entries(bareSchema.shape as z.ZodRawShape);
  return [];
}

/** @returns the kinds of values that a schema allows, apart from null and undefined */
export function kindsOf(schema: z.ZodTypeAny): Kind[] {
  const bareSchema = unwrapSchema(schema);
  if (bareSchema instanceof z.ZodUnion)
    return (bareSchema.options as z.ZodTypeAny[]).flatMap(kindsOf);
  if (bareSchema instanceof z.ZodString || bareSchema instanceof z.ZodEnum) return ['string'];
  if (bareSchema instanceof z.ZodNumber) return ['number'];
  if (bareSchema instanceof z.ZodBoolean) return ['boolean'];
  if (bareSchema instanceof z.ZodArray) return ['list'];
  if (bareSchema instanceof z.ZodObject || bareSchema instanceof z.ZodRecord) return ['object'];
  if (bareSchema instanceof z.ZodLiteral) return [typeof bareSchema.value as Kind];
  return [];
}

/** @returns the schema without wrappers and, of a union, the object with the most fields: the others mean "no value" */
function unwrapObject(schema: z.ZodTypeAny): z.ZodTypeAny {
  const bareSchema = unwrapSchema(schema);
  if (!(bareSchema instanceof z.ZodUnion)) return bareSchema;
  const objects = (bareSchema.options as z.ZodTypeAny[])
    .map(unwrapObject)
    .filter((option): option is z.AnyZodObject => option instanceof z.ZodObject);
  const fieldCount = ({ shape }: z.AnyZodObject) => Object.keys(shape as object).length;
  return objects.sort((a, b) => fieldCount(b) - fieldCount(a))[0] ?? bareSchema;
}

function unwrapSchema(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodEffects) return unwrapSchema(schema.innerType());
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapSchema(schema.unwrap());
  return schema;
}

/** Stands for the value of a field that is missing. */
export const absent = Symbol('absent');

/** @returns the values at a path, one for each element of the lists on it; `absent` where the field is missing */
export function valuesAt(body: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [body];
  if (name === '[]')
    return Array.isArray(body) ? body.flatMap((element) => valuesAt(element, rest)) : [];
  if (!isObject(body)) return [];
  if (name in body) return valuesAt(body[name], rest);
  return rest.length === 0 ? [absent] : [];
}

/** @returns a copy of the body with these values at a path, in the order of `valuesAt`; unchanged parts are shared */
export function withValuesAt(
  body: unknown,
  path: readonly string[],
  values: readonly unknown[],
): unknown {
  const remainingValues = [...values];
  const replaceAt = (target: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return remainingValues.shift();
    if (name === '[]')
      return Array.isArray(target) ? target.map((element) => replaceAt(element, rest)) : target;
    if (!isObject(target) || (rest.length > 0 && !(name in target))) return target;
    const value = replaceAt(target[name], rest);
    const { [name]: _oldValue, ...otherFields } = target;
    if (value === absent) return otherFields;
    return name in target ? { ...target, [name]: value } : { ...otherFields, [name]: value };
  };
  const changedBody = replaceAt(body, path);
  return changedBody === absent ? undefined : changedBody;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Changes all values of one field in one response. Some remember the values of earlier responses.
 * @param subject whom the response is about: see `subjectOf`
 */
type ChangeValues = (values: readonly unknown[], subject: string) => readonly unknown[];

/** A way to break a field or a list. */
interface Breakage {
  name: string;
  /** The kinds of values that it applies to; default: all. */
  kinds?: readonly Kind[];
  /** The result is allowed where the field is optional (specification/decisions §1). */
  isToleratedIfOptional?: boolean;
  /** The body still has the form of the schema: only the value is wrong. */
  keepsSchema?: boolean;
  createChange: (field: Field) => ChangeValues;
}

const scalarKinds: readonly Kind[] = ['string', 'number', 'boolean'];
const nonListKinds: readonly Kind[] = [...scalarKinds, 'object'];

const changeEach =
  (change: (value: unknown) => unknown): Breakage['createChange'] =>
  () =>
  (values) =>
    values.map((value) => (value === null || value === absent ? value : change(value)));

const changeTexts = (change: (text: string) => string) =>
  changeEach((value) => (typeof value === 'string' ? change(value) : value));

const toEmptyValue = (value: unknown) => (typeof value === 'object' ? {} : '');

const toOtherCase = (text: string) =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

const readAsLatin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Breakages that repeat values of earlier responses, for fields and for lists. */
const replayBreakages: readonly Breakage[] = [
  { name: 'others', keepsSchema: true, createChange: () => replayOtherSubject() },
  { name: 'previous', keepsSchema: true, createChange: () => replayPrevious() },
];

const fieldBreakages: readonly Breakage[] = [
  { name: 'missing', isToleratedIfOptional: true, createChange: changeEach(() => absent) },
  { name: 'null', isToleratedIfOptional: true, createChange: changeEach(() => null) },
  {
    name: 'empty',
    kinds: nonListKinds,
    isToleratedIfOptional: true,
    createChange: changeEach(toEmptyValue),
  },
  {
    name: 'type',
    createChange: (field) => changeEach((value) => toOtherType(field, value))(field),
  },
  ...replayBreakages.map((breakage) => ({ ...breakage, kinds: nonListKinds })),
  { name: 'constant', kinds: nonListKinds, keepsSchema: true, createChange: () => replayFirst() },
  {
    name: 'truncated',
    kinds: ['string', 'number'],
    keepsSchema: true,
    createChange: changeEach(truncate),
  },
  { name: 'case', kinds: ['string'], keepsSchema: true, createChange: changeTexts(toOtherCase) },
  { name: 'latin1', kinds: ['string'], keepsSchema: true, createChange: changeTexts(readAsLatin1) },
  { name: 'escaped', kinds: ['string'], keepsSchema: true, createChange: changeTexts(escapeHtml) },
  {
    name: 'doubled',
    kinds: ['string', 'number'],
    keepsSchema: true,
    createChange: changeEach(doubleValue),
  },
];

const listBreakages: readonly Breakage[] = [
  {
    name: 'empty',
    isToleratedIfOptional: true,
    keepsSchema: true,
    createChange: changeEach(() => []),
  },
  { name: 'short', keepsSchema: true, createChange: changeLists((list) => list.slice(0, -1)) },
  { name: 'doubled', keepsSchema: true, createChange: changeLists((list) => [...list, ...list]) },
  { name: 'mixed', keepsSchema: true, createChange: changeLists(shiftFirstField) },
  ...replayBreakages,
];

function changeLists(change: (list: unknown[]) => unknown[]): Breakage['createChange'] {
  return changeEach((value) => (Array.isArray(value) ? change(value) : value));
}

/** @returns the value as text, or, where the schema allows a text, as an array or an object */
function toOtherType({ schema }: Field, value: unknown): unknown {
  const asText = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (asText !== value && !schema.safeParse(asText).success) return asText;
  return Array.isArray(value) ? { ...value } : [value];
}

function truncate(value: unknown): unknown {
  if (typeof value === 'number') return Math.trunc(value / 10);
  return typeof value === 'string' ? value.slice(0, Math.ceil(value.length / 2)) : value;
}

function doubleValue(value: unknown): unknown {
  return typeof value === 'number' ? value * 2 : typeof value === 'string' ? value + value : value;
}

/** Gives each element the first field of the next element, and the last element that of the first. */
function shiftFirstField(list: unknown[]): unknown[] {
  const [first] = list;
  if (list.length < 2 || typeof first !== 'object' || first === null) return list;
  const [name] = Object.keys(first);
  if (name === undefined) return list;
  return list.map((element, index) => ({
    ...(element as object),
    [name]: (list[(index + 1) % list.length] as Record<string, unknown>)[name],
  }));
}

/** Replaces the values by those of the latest response about another subject. */
function replayOtherSubject(): ChangeValues {
  const valuesBySubject = new Map<string, readonly unknown[]>();
  return (values, subject) => {
    valuesBySubject.delete(subject);
    const otherValues = [...valuesBySubject.values()].at(-1);
    valuesBySubject.set(subject, values);
    return otherValues && otherValues.length > 0
      ? values.map((_, index) => otherValues[index % otherValues.length])
      : values;
  };
}

/** Replaces the values by those that the same subject had before their latest change. */
function replayPrevious(): ChangeValues {
  const historyBySubject = new Map<
    string,
    { text: string; values: readonly unknown[]; previousValues?: readonly unknown[] }
  >();
  return (values, subject) => {
    const text = JSON.stringify(values);
    const history = historyBySubject.get(subject);
    const isNew = history?.text !== text;
    const previousValues = isNew ? history?.values : history?.previousValues;
    if (isNew)
      historyBySubject.set(subject, {
        text,
        values,
        ...(previousValues ? { previousValues } : {}),
      });
    return previousValues?.length === values.length ? previousValues : values;
  };
}

/** Replaces the values by those of the first response of all. */
function replayFirst(): ChangeValues {
  let firstValues: readonly unknown[] | undefined;
  return (values) => {
    firstValues ??= values.length > 0 ? values : undefined;
    const replayedValues = firstValues ?? values;
    return values.map((value, index) =>
      value === absent ? value : replayedValues[index % replayedValues.length],
    );
  };
}

const optionalMayBeEmpty =
  'an optional field may be absent, null or empty (specification/decisions §1)';

export const responseFaults: readonly GeneratedFault[] = fields.flatMap((field) =>
  fieldBreakages
    .filter((breakage) => appliesTo(breakage, field))
    .map((breakage) => createResponseFault('answers', field, breakage)),
);

export const listFaults: readonly GeneratedFault[] = fields
  .filter(({ kinds }) => kinds.has('list'))
  .flatMap((field) =>
    listBreakages.map((breakage) => createResponseFault('lists', field, breakage)),
  );

function appliesTo({ name, kinds }: Breakage, field: Field): boolean {
  // A body that is plain text cannot have another type.
  if (name === 'type' && field.path.length === 0 && field.kinds.has('string')) return false;
  // A list with a missing element is the list fault `short`.
  if (name === 'missing' && field.path.at(-1) === '[]') return false;
  return !kinds || kinds.some((kind) => field.kinds.has(kind));
}

function createResponseFault(
  faultClass: GeneratedClass,
  field: Field,
  { name, createChange, isToleratedIfOptional, keepsSchema = false }: Breakage,
): GeneratedFault {
  const { operation, path, isOptional } = field;
  const createBreaker = (): BodyBreaker => {
    const changeValues = createChange(field);
    return (body, subject) => {
      const values = valuesAt(body, path);
      const changedValues = changeValues(values, subject);
      const isSame = values.every((value, index) => isSameValue(value, changedValues[index]));
      return isSame ? body : withValuesAt(body, path, changedValues);
    };
  };
  return {
    name: `${faultClass}/${operation}/${pathName(path)}/${name}`,
    class: faultClass,
    operation,
    fieldName: `${operation} ${pathName(path)}`,
    keepsSchema,
    ...(isToleratedIfOptional && isOptional ? { toleratedBecause: optionalMayBeEmpty } : {}),
    createBreaker,
    createFault: ({ recordEffect }) => {
      const breakBody = createBreaker();
      return {
        wrapHandler: async (call, next) => {
          const result = await next();
          if (call.operation.name !== operation || result.status >= 300) return result;
          const body = toPlainJson(result.body);
          const brokenBody = breakBody(body, subjectOf(call));
          if (brokenBody === body) return result;
          recordEffect();
          return { ...result, body: brokenBody };
        },
      };
    },
  };
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a === absent || b === absent || typeof a !== 'object' || typeof b !== 'object')
    return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @returns a copy of the body as it would be sent: the handlers return the mock's records themselves */
export function toPlainJson(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

/** @returns a key for whom or what a call is about: the caller's id, or the parameters and email of a public call */
export function subjectOf({ operation, person, params, body }: Call): string {
  if (operation.meta.auth === 'bearer') return String(person?.id);
  const { email = '' } = (body ?? {}) as { email?: string };
  return [...Object.values(params), email].join(' ');
}
