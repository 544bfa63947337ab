/** Parses strict JSON that people write by hand, and reports mistakes with their line and column. */
import { JsonTooLargeError, parseJson as parseWithinLimits } from '@one-planet/contract/json';
import { hideSecrets } from '@one-planet/sdk';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type ZodIssue, type ZodTypeAny, z } from 'zod';
import { CliError, didYouMean } from './exit.ts';

/** JSON that cannot be parsed; `message` begins with the line and column. */
export class JsonSyntaxError extends CliError {}

/** Far more than a report of all checks has, which has more than a response may have. */
const maxValuesOfFile = 500_000;

/**
 * Parses JSON; a byte order mark before it is ignored.
 * @param textName the name of the text, which the message puts before the line
 * @throws {JsonSyntaxError} (exit 2) `line 3, column 5: expected a value`, or why it is too large
 */
export function parseJson(text: string, textName?: string): unknown {
  const jsonText = text.replace(/^\uFEFF/, '');
  const withName = (problem: string) =>
    textName === undefined ? problem : `${textName}: ${problem}`;
  try {
    return parseWithinLimits(jsonText, maxValuesOfFile);
  } catch (cause) {
    // The parser that finds the mistake uses the stack for each level.
    if (cause instanceof JsonTooLargeError)
      throw new JsonSyntaxError(withName(cause.message), undefined, { cause });
    // The message of V8 differs between versions and often lacks the position.
    const parseErrors: ParseError[] = [];
    parse(jsonText, parseErrors, { disallowComments: true });
    const { error: errorCode, offset } = parseErrors[0] ?? { error: 1, offset: 0 };
    const linesBeforeMistake = jsonText.slice(0, offset).split('\n');
    const positionText = `line ${linesBeforeMistake.length}, column ${(linesBeforeMistake.at(-1)?.length ?? 0) + 1}`;
    const foundText =
      offset < jsonText.length
        ? `, not ${JSON.stringify(jsonText[offset])}`
        : '; the text ends there';
    const expectedText =
      expectedTextsByErrorCode[printParseErrorCode(errorCode)] ?? endOfStringText;
    throw new JsonSyntaxError(
      withName(`${positionText}: expected ${expectedText}${foundText}`),
      undefined,
      {
        cause,
      },
    );
  }
}

/** What was expected, by the kind of mistake; all other kinds are inside strings. */
const expectedTextsByErrorCode: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value, or a name in double quotes',
  ValueExpected: 'a value',
  PropertyNameExpected: 'a name in double quotes',
  ColonExpected: '":"',
  CommaExpected: '","',
  CloseBraceExpected: '"," or "}"',
  CloseBracketExpected: '"," or "]"',
  EndOfFileExpected: 'nothing more',
  InvalidCommentToken: 'no comment',
};
const endOfStringText =
  'a string on one line, ended by a double quote, with \\ only before "\\/bfnrtu';

/** The parsed JSON as an object; empty for anything else. */
export function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}

/** The objects of a parsed list; none for anything else. */
export function entriesOf(json: unknown): Record<string, unknown>[] {
  return Array.isArray(json) ? json.map(fieldsOf) : [];
}

/**
 * Parses JSON that a server or another machine wrote.
 * @returns `undefined` for text that is not JSON, or is beyond the limits of `parseWithinLimits`
 */
export function tryParseJson(text: string): unknown {
  try {
    return parseWithinLimits(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes JSON, indented. Characters that would control a terminal or reorder its text are escaped, as JSON may escape
 * any, and so is what a runner would take for a command in a log.
 */
export function formatJson(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'null')
    .replace(
      /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replace(/##(?=\w*\[)/g, '#\\u0023');
}

/* The mistakes that a schema finds in a value, as texts for the person who wrote it. */

/**
 * Lists how a value differs from a schema, for the person who wrote it.
 * @returns pairs of path and text, one for each path; empty when the value is valid
 */
export function findDifferences(
  schema: ZodTypeAny,
  value: unknown,
): [path: string, what: string][] {
  const differencesByPath = new Map<string, string>();
  for (const issue of (schema.safeParse(value).error?.issues ?? []).flatMap(
    selectIssuesOfBestBranch,
  )) {
    if (issue.code === 'unrecognized_keys') {
      const knownKeys = listKeysAt(schema, value, issue.path);
      for (const unknownKey of issue.keys) {
        differencesByPath.set(
          [...issue.path, unknownKey].join('.'),
          `unknown setting${didYouMean(unknownKey, knownKeys)}`,
        );
      }
    } else {
      const pathText = issue.path.join('.');
      const fieldName = String(issue.path.at(-1) ?? '');
      const safeValue = hideSecrets({ [fieldName]: findValueAt(value, issue.path) })[fieldName];
      if (!differencesByPath.has(pathText))
        differencesByPath.set(pathText, describeIssue(issue, safeValue));
    }
  }
  return [...differencesByPath];
}

/** The issues of the branch of a union that was probably meant: the one whose type matches the value best. */
function selectIssuesOfBestBranch(issue: ZodIssue): ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branchIssues = issue.unionErrors.map((error) => error.issues);
  const issuesOfFittingBranch = branchIssues.find((issues) =>
    issues.every(({ code, path }) => path.length > issue.path.length || !typeCodes.has(code)),
  );
  return (issuesOfFittingBranch ?? branchIssues.at(-1) ?? []).flatMap(selectIssuesOfBestBranch);
}

const typeCodes = new Set<ZodIssue['code']>(['invalid_type', 'invalid_literal', 'invalid_union']);

function describeIssue(issue: ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type' && issue.received === 'undefined') {
    return issue.message === 'Required' ? 'is missing' : issue.message;
  }
  if (issue.code === 'invalid_type' && issue.message.startsWith('Expected ')) {
    return `must be ${withArticle(issue.expected)}, not ${describeValue(value)}`;
  }
  if (issue.code === 'too_small' && issue.type === 'number') {
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}, not ${describeValue(value)}`;
  }
  if (issue.code === 'too_big' && issue.type === 'number') {
    return `must be at most ${issue.maximum}, not ${describeValue(value)}`;
  }
  if (issue.code === 'too_small' && issue.message.startsWith('String must'))
    return 'must not be empty';
  if (issue.code === 'too_small' && issue.message.startsWith('Array must'))
    return 'must not be empty';
  if (issue.code === 'invalid_enum_value' || issue.code === 'invalid_union_discriminator') {
    const allowedValuesText = issue.options
      .map((allowedValue) => JSON.stringify(allowedValue))
      .join(', ');
    const suggestion =
      typeof value === 'string' ? didYouMean(value, issue.options.map(String)) : '';
    return `must be one of ${allowedValuesText}${suggestion}`;
  }
  return issue.message;
}

/** The value in a message. Only scalars are shown, because longer values may hold secrets. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? 'text' : JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
}

function withArticle(typeName: string): string {
  if (typeName === 'array') return 'a list';
  if (typeName === 'integer') return 'a whole number';
  return `${typeName === 'object' ? 'an' : 'a'} ${typeName}`;
}

function findValueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (innerValue, key) => (innerValue as Record<string, unknown> | null)?.[key],
    value,
  );
}

interface SchemaAndValue {
  schema: z.ZodTypeAny;
  value: unknown;
}

/**
 * The keys that an object at a path may have in a schema; an unknown key is compared with them.
 * @param value the whole value, whose own fields say which schema of a union is meant
 * @param path from the schema's root, including the keys of records
 */
function listKeysAt(
  schema: z.ZodTypeAny,
  value: unknown,
  path: readonly (string | number)[],
): string[] {
  const valueLevels = path.reduce(stepInto, [{ schema, value }]);
  return [
    ...new Set(
      valueLevels
        .flatMap(unwrapSchema)
        .flatMap(({ schema }) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
    ),
  ];
}

/** The schemas and values one key further down. */
function stepInto(outerLevels: SchemaAndValue[], key: string | number): SchemaAndValue[] {
  return outerLevels.flatMap(unwrapSchema).flatMap(({ schema, value }): SchemaAndValue[] => {
    const innerValue = (value as Record<string | number, unknown> | null | undefined)?.[key];
    const pairWithInnerValue = (innerSchema: z.ZodTypeAny | undefined) =>
      innerSchema ? [{ schema: innerSchema, value: innerValue }] : [];
    if (schema instanceof z.ZodObject) return pairWithInnerValue(schema.shape[key]);
    if (schema instanceof z.ZodRecord) return pairWithInnerValue(schema.valueSchema);
    return schema instanceof z.ZodArray ? pairWithInnerValue(schema.element) : [];
  });
}

function unwrapSchema({ schema, value }: SchemaAndValue): SchemaAndValue[] {
  const unwrapInner = (innerSchema: z.ZodTypeAny) => unwrapSchema({ schema: innerSchema, value });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unwrapInner(schema.unwrap());
  }
  if (schema instanceof z.ZodEffects) return unwrapInner(schema.innerType());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrapInner);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const discriminator = (value as Record<string, unknown> | null | undefined)?.[
      schema.discriminator
    ];
    const matchingSchema = schema.optionsMap.get(discriminator as string);
    return (matchingSchema ? [matchingSchema] : schema.options).flatMap(unwrapInner);
  }
  return [{ schema, value }];
}
