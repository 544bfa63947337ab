/** The ways a value of an answer goes wrong. None knows what the value means. */
import type { Field, Kind } from './fields.ts';
import { absent } from './places.ts';

/** Changes all values of one field in one answer at once. It may remember answers it saw. */
type Change = (values: readonly unknown[], subject: string) => readonly unknown[];

export interface Way {
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

/** The same for lists and for their fields. */
const remembering: readonly Way[] = [
  { name: 'others', keepsForm: true, change: () => anothers() },
  { name: 'previous', keepsForm: true, change: () => previous() },
];

export const ways: readonly Way[] = [
  { name: 'missing', isToleratedIfOptional: true, change: each(() => absent) },
  { name: 'null', isToleratedIfOptional: true, change: each(() => null) },
  { name: 'empty', kinds: noList, isToleratedIfOptional: true, change: each(emptied) },
  { name: 'type', change: (field) => each((value) => retyped(field, value))(field) },
  ...remembering.map((one) => ({ ...one, kinds: noList })),
  { name: 'constant', kinds: noList, keepsForm: true, change: () => constant() },
  { name: 'truncated', kinds: ['string', 'number'], keepsForm: true, change: each(truncated) },
  { name: 'case', kinds: ['string'], keepsForm: true, change: ofText(otherCase) },
  { name: 'latin1', kinds: ['string'], keepsForm: true, change: ofText(misread) },
  { name: 'escaped', kinds: ['string'], keepsForm: true, change: ofText(escaped) },
  { name: 'doubled', kinds: ['string', 'number'], keepsForm: true, change: each(doubled) },
];

export const listWays: readonly Way[] = [
  { name: 'empty', isToleratedIfOptional: true, keepsForm: true, change: each(() => []) },
  { name: 'short', keepsForm: true, change: ofList((list) => list.slice(0, -1)) },
  { name: 'doubled', keepsForm: true, change: ofList((list) => [...list, ...list]) },
  { name: 'mixed', keepsForm: true, change: ofList(shifted) },
  ...remembering,
];

function ofList(change: (list: unknown[]) => unknown[]): Way['change'] {
  return each((value) => (Array.isArray(value) ? change(value) : value));
}

function emptied(value: unknown): unknown {
  return typeof value === 'object' ? {} : '';
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

function otherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** UTF-8 read as Latin-1. */
function misread(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
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

/** What the last answer about somebody else had there. */
function anothers(): Change {
  const last = new Map<string, readonly unknown[]>();
  return (values, subject) => {
    last.delete(subject);
    const others = [...last.values()].at(-1);
    last.set(subject, values);
    return others && others.length > 0 ? values.map((_, at) => others[at % others.length]) : values;
  };
}

/** What was answered about the same person before the value changed last. */
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

/** What was answered first, to anybody. */
function constant(): Change {
  let first: readonly unknown[] | undefined;
  return (values) => {
    first ??= values.length > 0 ? values : undefined;
    const seen = first ?? values;
    return values.map((value, at) => (value === absent ? value : seen[at % seen.length]));
  };
}
