/** Reads a dialect from a file and reports every mistake in it at once. */
import type { AppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { namedDialects, valueStyles } from './named-dialects.ts';
import { findOperation, operations } from './operations.ts';
import { type Dialect, pathParameters } from './wire.ts';

const operationDialect = z
  .object({
    path: z.string().startsWith('/', 'must start with /').optional(),
    body: z.record(z.string().min(1).nullable()).optional(),
    values: z.record(z.string()).optional(),
    withPassword: z.boolean().optional(),
  })
  .strict();

/** The shape of a dialect file; {@link parseDialect} also checks its names against the contract. */
export const dialectSchema = z
  .object({ $schema: z.string().optional(), operations: z.record(operationDialect) })
  .strict();

/** A dialect file with mistakes; `problems` names each by its path. */
export class DialectError extends Error {
  override name = 'DialectError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The dialect has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n- ${problems.join('\n- ')}`,
    );
    this.problems = problems;
  }
}

/**
 * Reads a dialect: a name (`canonical`, `alternate`) or the parsed JSON of a dialect file.
 * @throws {DialectError} naming every unknown operation, field, value and path parameter
 */
export function parseDialect(input: unknown): Dialect {
  if (typeof input === 'string') {
    if (Object.keys(namedDialects).includes(input))
      return namedDialects[input as keyof typeof namedDialects];
    throw new DialectError([
      `there is no dialect "${input}"; known are ${Object.keys(namedDialects).join(', ')}`,
    ]);
  }
  const problems = [...shapeProblems(input), ...ownOperations(input).flatMap(operationProblems)];
  if (problems.length > 0) throw new DialectError(problems);
  return { operations: dialectSchema.parse(input).operations } as Dialect;
}

function shapeProblems(input: unknown): string[] {
  const issues = dialectSchema.safeParse(input).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('.') || 'the dialect'}: ${issue.message}`);
}

type Own = z.infer<typeof operationDialect>;

/** Read from the input, because zod silently drops a key such as `__proto__`. */
function ownOperations(input: unknown): [name: string, own: Partial<Own>][] {
  return entries(entries(input).find(([key]) => key === 'operations')?.[1]).map(([name, own]) => [
    name,
    // The schema has already reported wrong shapes.
    Object.fromEntries(
      entries(own).filter(([key, value]) => operationDialect.safeParse({ [key]: value }).success),
    ),
  ]);
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function operationProblems([name, own]: [name: string, own: Partial<Own>]): string[] {
  const operation = findOperation(name);
  if (!operation) {
    return [
      `operations.${name}: no such operation; known are ${operations.map((o) => o.name).join(', ')}`,
    ];
  }
  const at = `operations.${name}`;
  const problems: string[] = [];
  if (/[\s#]/.test(own.path ?? '')) problems.push(`${at}.path: must not contain spaces or #`);
  const parameters = pathParameters(operation.route.path);
  for (const parameter of pathParameters(own.path ?? '')) {
    if (!parameters.includes(parameter)) {
      problems.push(`${at}.path: unknown parameter :${parameter}; known are ${list(parameters)}`);
    }
  }
  // The only field of a multipart body is the file, which cannot be renamed.
  const isUpload = 'contentType' in operation.route;
  const fields = isUpload ? [] : bodyFields(operation.route);
  for (const field of Object.keys(own.body ?? {})) {
    if (!fields.includes(field))
      problems.push(`${at}.body.${field}: no such field; known are ${list(fields)}`);
  }
  const wireNames = fields.map((field) =>
    own.body && Object.keys(own.body).includes(field) ? own.body[field] : field,
  );
  for (const [index, wireName] of wireNames.entries()) {
    if (wireName && wireNames.indexOf(wireName) !== index) {
      problems.push(`${at}.body: two fields are written as "${wireName}"`);
    }
  }
  for (const [field, style] of Object.entries(own.values ?? {})) {
    const known: Readonly<Record<string, readonly string[]>> = valueStyles[name] ?? {};
    const styles = Object.keys(known).includes(field) ? known[field] : undefined;
    if (!styles) {
      problems.push(
        `${at}.values.${field}: cannot be written another way; these can: ${list(Object.keys(known))}`,
      );
    } else if (!styles.includes(style)) {
      problems.push(`${at}.values.${field}: unknown value "${style}"; known are ${list(styles)}`);
    }
  }
  if (own.withPassword !== undefined && name !== 'applicants.activate') {
    problems.push(`${at}.withPassword: only applicants.activate has it`);
  }
  return problems;
}

/** @returns the names of an operation's request fields; empty when it takes no JSON object */
export function bodyFields(route: AppRoute): string[] {
  let schema = ('body' in route ? route.body : undefined) as z.ZodTypeAny | undefined;
  while (schema instanceof z.ZodEffects || schema instanceof z.ZodOptional) {
    schema = schema instanceof z.ZodEffects ? schema.innerType() : schema.unwrap();
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function list(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : 'none';
}
