/**
 * The dialects: how backends read the specifications differently (specification/decisions §1). Two dialects have names;
 * any other is read from a file, and all mistakes in it are reported at once.
 */
import type { AppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { findOperation, type Operation, type OperationName, operations } from './contract.ts';
import {
  canonical,
  type Dialect,
  type OperationDialect,
  pathParameters,
  type ValueStyle,
} from './wire.ts';

/** The second reading of the specification (specification/decisions §1). */
export const alternate: Dialect = {
  operations: Object.fromEntries(
    operations.flatMap(({ name, meta }) =>
      meta.otherReadings?.alternate ? [[name, meta.otherReadings.alternate]] : [],
    ),
  ),
};

/** The dialects that can be chosen by name. */
export const namedDialects = { canonical, alternate } as const;

/** The canonical style for each of the others. */
const canonicalStylesByOther: Readonly<Record<string, ValueStyle>> = {
  upper: 'lower',
  id: 'account',
};

/** The ways in which a value can be written, by operation and field; the first is the canonical one. */
const valueStyles: Readonly<Record<string, Readonly<Record<string, readonly ValueStyle[]>>>> =
  Object.fromEntries(
    Object.entries(alternate.operations).flatMap(([name, { values }]) => {
      const fieldsWithStyles = Object.entries(values ?? {}).map(([field, style]) => [
        field,
        [canonicalStylesByOther[style] ?? style, style],
      ]);
      return fieldsWithStyles.length > 0 ? [[name, Object.fromEntries(fieldsWithStyles)]] : [];
    }),
  );

/** What a setting is set to: a path, the name of a field (`null` leaves it out), a value style, or yes or no. */
export type Reading = string | boolean | null;

export interface DialectSetting {
  operation: OperationName;
  /** The path of the setting below its operation, e.g. `path`, `body.phoneNumber`, `values.method`. */
  name: string;
  /** The canonical reading comes first. If it is the only one, a backend may choose any other. */
  readings: readonly [canonical: Reading, ...others: Reading[]];
}

/** Every setting that the decisions name, in the contract's order. */
export const dialectSettings: readonly DialectSetting[] = operations.flatMap(listSettings);

/** Writes the dialect that has these readings; canonical ones are left out. */
export function writeDialect(
  settingReadingPairs: Iterable<readonly [setting: DialectSetting, reading: Reading]>,
): Dialect {
  let dialect = canonical;
  for (const [setting, reading] of settingReadingPairs) {
    if (reading !== setting.readings[0]) dialect = withReading(dialect, setting, reading);
  }
  return dialect;
}

/** @returns the dialect with another reading of one setting */
export function withReading(
  dialect: Dialect,
  { operation, name }: DialectSetting,
  reading: Reading,
): Dialect {
  const operationDialect: Readonly<Record<string, unknown>> = { ...dialect.operations[operation] };
  const [settingKind = '', field] = name.split('.');
  const settingValue =
    field === undefined
      ? reading
      : { ...(operationDialect[settingKind] as object), [field]: reading };
  return {
    operations: {
      ...dialect.operations,
      [operation]: { ...operationDialect, [settingKind]: settingValue },
    },
  };
}

/** @returns the reading of a setting in a dialect; the canonical one where the dialect has none */
export function readingIn(
  dialect: Dialect,
  { operation, name, readings }: DialectSetting,
): Reading {
  const readingsByName = collectOwnReadings(dialect.operations[operation]);
  return readingsByName.has(name) ? (readingsByName.get(name) as Reading) : readings[0];
}

/** @returns whether a dialect has a reading of its own for a setting */
export function speaksOf(dialect: Dialect, { operation, name }: DialectSetting): boolean {
  return collectOwnReadings(dialect.operations[operation]).has(name);
}

function listSettings({ name: operation, route, meta }: Operation): DialectSetting[] {
  const otherReadingsByName = new Map<string, Reading[]>();
  for (const operationDialect of [
    meta.otherReadings?.alternate,
    meta.otherReadings?.unnamedDialects,
  ]) {
    for (const [name, reading] of collectOwnReadings(operationDialect))
      otherReadingsByName.set(name, [...(otherReadingsByName.get(name) ?? []), reading]);
  }
  if (meta.otherReadings?.anyPath) otherReadingsByName.set('path', []);
  return [...otherReadingsByName].map(([name, otherReadings]) => {
    const [settingKind = '', field = ''] = name.split('.');
    const canonicalReadings: Record<string, Reading> = {
      path: route.path,
      withPassword: false,
      body: field,
      values: valueStyles[operation]?.[field]?.[0] ?? '',
    };
    return {
      operation,
      name,
      readings: [canonicalReadings[settingKind] as Reading, ...otherReadings],
    };
  });
}

/** The readings that a dialect defines itself, by the name of the setting. */
function collectOwnReadings({ path, body = {}, values = {}, withPassword }: OperationDialect = {}) {
  const readingsByName = new Map<string, Reading>();
  if (path !== undefined) readingsByName.set('path', path);
  if (withPassword !== undefined) readingsByName.set('withPassword', withPassword);
  for (const [field, name] of Object.entries(body)) readingsByName.set(`body.${field}`, name);
  for (const [field, style] of Object.entries(values)) readingsByName.set(`values.${field}`, style);
  return readingsByName;
}

const operationDialectSchema = z
  .object({
    path: z.string().startsWith('/', 'must start with /').optional(),
    body: z.record(z.string().min(1).nullable()).optional(),
    values: z.record(z.string()).optional(),
    withPassword: z.boolean().optional(),
  })
  .strict();

/** The shape of a dialect file; {@link parseDialect} also checks its names against the contract. */
export const dialectSchema = z
  .object({ $schema: z.string().optional(), operations: z.record(operationDialectSchema) })
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
  const problems = [
    ...findShapeProblems(input),
    ...readOperationEntries(input).flatMap(findOperationProblems),
  ];
  if (problems.length > 0) throw new DialectError(problems);
  return { operations: dialectSchema.parse(input).operations } as Dialect;
}

function findShapeProblems(input: unknown): string[] {
  const issues = dialectSchema.safeParse(input).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('.') || 'the dialect'}: ${issue.message}`);
}

type OperationEntry = z.infer<typeof operationDialectSchema>;

/** Reads the entries from the input, because zod silently drops a key such as `__proto__`. */
function readOperationEntries(input: unknown): [name: string, entry: Partial<OperationEntry>][] {
  return listEntries(listEntries(input).find(([key]) => key === 'operations')?.[1]).map(
    ([name, entry]) => [
      name,
      // The schema has already reported wrong shapes.
      Object.fromEntries(
        listEntries(entry).filter(
          ([key, value]) => operationDialectSchema.safeParse({ [key]: value }).success,
        ),
      ),
    ],
  );
}

function listEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function findOperationProblems([name, entry]: [
  name: string,
  entry: Partial<OperationEntry>,
]): string[] {
  const operation = findOperation(name);
  if (!operation) {
    return [
      `operations.${name}: no such operation; known are ${operations.map((o) => o.name).join(', ')}`,
    ];
  }
  const settingPath = `operations.${name}`;
  const problems: string[] = [];
  if (/[\s#\\]/.test(entry.path ?? ''))
    problems.push(`${settingPath}.path: must not contain spaces, # or \\`);
  // They would lead out of the API's folder.
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(entry.path ?? ''))
    problems.push(`${settingPath}.path: must not contain . or .. between slashes`);
  const parameterNames = pathParameters(operation.route.path);
  for (const parameterName of pathParameters(entry.path ?? '')) {
    if (!parameterNames.includes(parameterName)) {
      problems.push(
        `${settingPath}.path: unknown parameter :${parameterName}; known are ${joinNames(parameterNames)}`,
      );
    }
  }
  // The only field of a multipart body is the file, which cannot be renamed.
  const isUpload = 'contentType' in operation.route;
  const fieldNames = isUpload ? [] : bodyFields(operation.route);
  for (const field of Object.keys(entry.body ?? {})) {
    if (!fieldNames.includes(field))
      problems.push(
        `${settingPath}.body.${field}: no such field; known are ${joinNames(fieldNames)}`,
      );
  }
  const wireNames = fieldNames.map((field) =>
    entry.body && Object.keys(entry.body).includes(field) ? entry.body[field] : field,
  );
  for (const [index, wireName] of wireNames.entries()) {
    if (wireName && wireNames.indexOf(wireName) !== index) {
      problems.push(`${settingPath}.body: two fields are written as "${wireName}"`);
    }
  }
  for (const [field, style] of Object.entries(entry.values ?? {})) {
    const stylesByField: Readonly<Record<string, readonly string[]>> = valueStyles[name] ?? {};
    const styles = Object.keys(stylesByField).includes(field) ? stylesByField[field] : undefined;
    if (!styles) {
      problems.push(
        `${settingPath}.values.${field}: cannot be written another way; these can: ${joinNames(Object.keys(stylesByField))}`,
      );
    } else if (!styles.includes(style)) {
      problems.push(
        `${settingPath}.values.${field}: unknown value "${style}"; known are ${joinNames(styles)}`,
      );
    }
  }
  if (entry.withPassword !== undefined && name !== 'applicants.activate') {
    problems.push(`${settingPath}.withPassword: only applicants.activate has it`);
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

function joinNames(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : 'none';
}
