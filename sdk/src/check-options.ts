/**
 * Checks the options of a client and of a call, by name, so that a mistake is said where it was made. A bundler leaves it
 * out of a page's production build (package.json, `#check-options`).
 */
import { UsageError } from './errors.ts';
import { operationsWithBody } from './generated/request-bodies.ts';
import {
  type ClientOptions,
  findUrlProblem,
  type Incoming,
  type UploadOptions,
} from './options.ts';

/** @returns what to write instead of a value; `undefined` if it is right */
type Rule = (value: unknown) => string | undefined;

const mustBe =
  (isRight: (value: unknown) => boolean, expectation: string): Rule =>
  (value) =>
    isRight(value) ? undefined : expectation;

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAtLeast = (minimum: number) => (value: unknown) =>
  typeof value === 'number' && value >= minimum;
const isMemberOf = (values: readonly string[]) =>
  mustBe(
    (value) => values.includes(value as string),
    `must be ${values.map((value) => `'${value}'`).join(', ')}`,
  );

const timeout = mustBe(
  isAtLeast(1),
  'must be a number of milliseconds, 1 or more; leave it out for the default, or write Infinity for none',
);
const signal = mustBe(
  (value) => isObject(value) && isFunction((value as AbortSignal).addEventListener),
  'must be an AbortSignal: pass the `signal` of an AbortController',
);
// The names of a list, a Map and a `Headers` are no fields of it, so they would be lost.
const headersRule = mustBe(
  (value) => isObject(value) && !(Symbol.iterator in (value as object)),
  "an object: { 'x-name': 'value' }",
);
const credentials = isMemberOf(['omit', 'same-origin', 'include']);

const retry: Rule = (value) => {
  if (!isObject(value)) return 'must be an object: { attempts: 3, baseMs: 300, maxMs: 10000 }';
  const { attempts = 1, baseMs = 0, maxMs = 0, ...rest } = value as Record<string, unknown>;
  const [unknownName] = Object.keys(rest);
  if (unknownName !== undefined)
    return `has no field ${unknownName}; it has attempts, baseMs, maxMs`;
  if (!isAtLeast(1)(attempts)) return 'attempts must be a number from 1; 1 turns retries off';
  return isAtLeast(0)(baseMs) && isAtLeast(0)(maxMs)
    ? undefined
    : 'baseMs and maxMs must be numbers of milliseconds';
};

const session: Rule = (value) => {
  const { token, onUnauthorized } = (value ?? {}) as Record<string, unknown>;
  if (!isFunction(token)) return 'must be an object with a function: { token: () => token }';
  return onUnauthorized === undefined || isFunction(onUnauthorized)
    ? undefined
    : 'onUnauthorized must be a function';
};

const baseUrl: Rule = (value) => {
  if (typeof value !== 'string') return "must be a text: 'https://api.college.example'";
  if (/[?#]/.test(value)) return 'must have no query and no fragment: the paths are appended to it';
  if (!/^[a-z][a-z\d+.-]*:/i.test(value)) return undefined;
  return findUrlProblem(value);
};

const clientRules: Record<keyof ClientOptions, Rule> = {
  baseUrl,
  dialect: mustBe(
    (value) => isObject((value as ClientOptions['dialect'])?.operations),
    "must be a dialect: `import { alternate } from '@one-planet/sdk/dialects'`, or what `parseDialect` gives",
  ),
  fetch: mustBe(isFunction, 'must be a function like `fetch`'),
  send: mustBe(isFunction, 'must be a function'),
  session,
  headers: mustBe(isFunction, "must be a function: () => ({ 'x-name': 'value' })"),
  timeout,
  retry,
  anonymousFallback: mustBe((value) => typeof value === 'boolean', 'must be true or false'),
  validate: isMemberOf(['off', 'strict']),
  maxAnswerBytes: mustBe(isAtLeast(1), 'must be a number of bytes, 1 or more'),
  signal,
  credentials,
  onExchange: mustBe(isFunction, 'must be a function'),
};

const callRules: Record<keyof UploadOptions | 'params' | 'body', Rule> = {
  params: mustBe(isObject, 'must be an object: the path parameters by name'),
  body: () => undefined,
  signal,
  timeout,
  headers: (value) => {
    const problem = headersRule(value);
    return problem && `must be ${problem}`;
  },
  token: mustBe(
    (value) => value === null || typeof value === 'string',
    'must be a text, or null to send none',
  ),
  retry,
  credentials,
  cache: isMemberOf([
    ...['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  ]),
  onProgress: mustBe(isFunction, 'must be a function'),
};

/**
 * @param options those of `createClient`
 * @throws {UsageError} naming the option, and saying what to write
 */
export function checkClientOptions(options: ClientOptions): void {
  if (!isObject(options) || options.baseUrl === undefined)
    throw new UsageError("baseUrl is missing: createClient({ baseUrl: 'https://…' })", {
      operation: 'createClient',
    });
  checkOptions(clientRules, options, 'createClient');
}

/**
 * @param input the argument of a call
 * @throws {UsageError} naming the option, and saying what to write
 */
export function checkCallInput(input: { body?: unknown }, operation: string): void {
  checkOptions(callRules, input, operation);
  if (operationsWithBody.includes(operation) && (input.body ?? undefined) === undefined)
    throw new UsageError('the body is missing: call it with { body: … }', { operation });
}

/**
 * @param headers what the function `headers` has returned
 * @throws {UsageError} naming what to return
 */
export function checkClientHeaders(headers: unknown, operation: string): void {
  const problem = headersRule(headers);
  if (problem) throw new UsageError(`headers must return ${problem}`, { operation });
}

/**
 * @param response what `send` or `fetch` has returned
 * @throws {UsageError} where it is none
 */
export function checkResponse(
  response: Partial<Incoming> | null | undefined,
  { send }: ClientOptions,
  operation: string,
): void {
  if (typeof response?.status === 'number' && typeof response.headers?.get === 'function') return;
  throw new UsageError(`${send ? 'send' : 'fetch'} must return a Response`, { operation });
}

function checkOptions(rules: Record<string, Rule>, options: object, operation: string): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = Object.keys(rules).includes(name) ? rules[name] : undefined;
    if (!rule)
      throw new UsageError(
        `there is no option ${name}; there are ${Object.keys(rules).join(', ')}`,
        { operation },
      );
    const problem = rule(value);
    if (problem) throw new UsageError(`${name} ${problem}`, { operation });
  }
}
