/** What a schema says of a value, in words for the person who wrote it. */
import { hideSecrets } from '@one-planet/sdk';
import type { ZodIssue, ZodTypeAny } from 'zod';
import { z } from 'zod';
import { didYouMean } from './nearest.ts';

/**
 * How a value differs from a schema, in words for the person who wrote it.
 * @returns path and text, one text a path; empty when it fits
 */
export function differences(schema: ZodTypeAny, value: unknown): [path: string, what: string][] {
  const texts = new Map<string, string>();
  for (const issue of (schema.safeParse(value).error?.issues ?? []).flatMap(bestBranch)) {
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(schema, value, issue.path);
      for (const key of issue.keys) {
        texts.set([...issue.path, key].join('.'), `unknown setting${didYouMean(key, known)}`);
      }
    } else {
      const path = issue.path.join('.');
      const name = String(issue.path.at(-1) ?? '');
      const clean = hideSecrets({ [name]: valueAt(value, issue.path) })[name];
      if (!texts.has(path)) texts.set(path, textOf(issue, clean));
    }
  }
  return [...texts];
}

/** Of a union's branches, the issues of the one that was meant: whose type fits, as far as one does. */
function bestBranch(issue: ZodIssue): ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.unionErrors.map((error) => error.issues);
  const fitting = branches.find((issues) =>
    issues.every(({ code, path }) => path.length > issue.path.length || !typeCodes.has(code)),
  );
  return (fitting ?? branches.at(-1) ?? []).flatMap(bestBranch);
}

const typeCodes = new Set<ZodIssue['code']>(['invalid_type', 'invalid_literal', 'invalid_union']);

function textOf(issue: ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type' && issue.received === 'undefined') {
    return issue.message === 'Required' ? 'is missing' : issue.message;
  }
  if (issue.code === 'invalid_type' && issue.message.startsWith('Expected ')) {
    return `must be ${withArticle(issue.expected)}, not ${shown(value)}`;
  }
  if (issue.code === 'too_small' && issue.type === 'number') {
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}, not ${shown(value)}`;
  }
  if (issue.code === 'too_big' && issue.type === 'number') {
    return `must be at most ${issue.maximum}, not ${shown(value)}`;
  }
  if (issue.code === 'too_small' && issue.message.startsWith('String must'))
    return 'must not be empty';
  if (issue.code === 'too_small' && issue.message.startsWith('Array must'))
    return 'must not be empty';
  if (issue.code === 'invalid_enum_value' || issue.code === 'invalid_union_discriminator') {
    const options = issue.options.map((option) => JSON.stringify(option)).join(', ');
    const near = typeof value === 'string' ? didYouMean(value, issue.options.map(String)) : '';
    return `must be one of ${options}${near}`;
  }
  return issue.message;
}

/** Scalars only: longer values may hold what is not to be shown. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? 'text' : JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
}

function withArticle(type: string): string {
  if (type === 'array') return 'a list';
  if (type === 'integer') return 'a whole number';
  return `${type === 'object' ? 'an' : 'a'} ${type}`;
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null)?.[key],
    value,
  );
}

/** A schema, and the value checked against it. */
interface Held {
  schema: z.ZodTypeAny;
  value: unknown;
}

/**
 * The keys an object may have somewhere in a schema: what an unknown one is compared with.
 * @param value the whole value: what it says of itself tells which of several schemas was meant
 * @param path from the schema's root; names of records stand as they are
 */
function keysAt(
  schema: z.ZodTypeAny,
  value: unknown,
  path: readonly (string | number)[],
): string[] {
  const held = path.reduce(step, [{ schema, value }]);
  return [...new Set(held.flatMap(open).flatMap(ownKeys))];
}

/** From some schemas to those one key further in. */
function step(all: Held[], key: string | number): Held[] {
  return all.flatMap(open).flatMap(({ schema, value }): Held[] => {
    const inner = (value as Record<string | number, unknown> | null | undefined)?.[key];
    const further = (next: z.ZodTypeAny | undefined) =>
      next ? [{ schema: next, value: inner }] : [];
    if (schema instanceof z.ZodObject) return further(schema.shape[key]);
    if (schema instanceof z.ZodRecord) return further(schema.valueSchema);
    return schema instanceof z.ZodArray ? further(schema.element) : [];
  });
}

/** Unwraps a schema: optional, refined, one of several. */
function open({ schema, value }: Held): Held[] {
  const inside = (next: z.ZodTypeAny) => open({ schema: next, value });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return inside(schema.unwrap());
  }
  if (schema instanceof z.ZodEffects) return inside(schema.innerType());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inside);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const says = (value as Record<string, unknown> | null | undefined)?.[schema.discriminator];
    const meant = schema.optionsMap.get(says as string);
    return (meant ? [meant] : schema.options).flatMap(inside);
  }
  return [{ schema, value }];
}

function ownKeys({ schema }: Held): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
