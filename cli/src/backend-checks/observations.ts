/**
 * Inspects every response of the run, whichever check requested it, and keeps the first response of each kind of fault.
 */
import {
  activatesWithPassword,
  type Dialect,
  findOperation,
  isApplicantState,
  isHtmlDocument,
  listBodyIssues,
  type OperationName,
  readMessage,
} from '@one-planet/contract';
import { z } from 'zod';
import { type EvidenceResponse, keepEvidence } from '../checks/evidence.ts';
import { fieldsOf } from '../core/json.ts';
import { needsNoAccount, type Person } from './applicants.ts';
import type { ApiResponse, Inspector } from './http-messages.ts';
import {
  createPeopleSearch,
  type IssuedSecrets,
  makeOtherPeopleInspector,
  makeSecretsInspector,
  maxTextLength,
} from './leaks.ts';

interface Finding {
  got: string;
  response: EvidenceResponse;
}

/** In characters; a longer response is inspected at once and not kept. */
const maxStoredCharacters = 100_000;
/** Of all kept responses together. Beyond it, each is inspected at once. */
const maxStoredCharactersInAll = 5_000_000;

export class Observations {
  readonly #inspectors: readonly Inspector[];
  readonly #findingsByKey = new Map<string, Finding>();
  /** Responses that are not inspected yet: some of their secrets become known only from later responses. */
  readonly #uninspectedResponses: ApiResponse[] = [];
  #storedCharacterCount = 0;
  /** The status of each response, and how long it took in milliseconds. */
  readonly responsesByOperation: Map<OperationName, { status: number; durationMs: number }[]> =
    new Map();
  /** What ended sessions without a logout. */
  readonly sessionEnds: Set<string> = new Set();

  constructor(inspectors: readonly Inspector[]) {
    this.#inspectors = inspectors;
  }

  addResponse(response: ApiResponse): void {
    const { operation, text, status, exchange } = response;
    if (!operation) return;
    // Preflights and undeclared methods test the server and not this operation.
    if (!['OPTIONS', 'PATCH'].includes(exchange.method)) {
      const responses = this.responsesByOperation.get(operation) ?? [];
      responses.push({ status, durationMs: exchange.durationMs });
      this.responsesByOperation.set(operation, responses);
    }
    const storedCharacterCount = this.#storedCharacterCount + text.length;
    if (text.length > maxStoredCharacters || storedCharacterCount > maxStoredCharactersInAll) {
      this.#inspect(response);
      return;
    }
    this.#storedCharacterCount = storedCharacterCount;
    this.#uninspectedResponses.push(response);
  }

  #inspect(response: ApiResponse): void {
    for (const { id, inspect } of this.#inspectors) {
      const findingKey = `${response.operation}/${id}`;
      if (this.#findingsByKey.has(findingKey)) continue;
      const problem = inspectSafely(inspect, response);
      if (problem !== undefined)
        this.#findingsByKey.set(findingKey, { got: problem, response: keepEvidence(response) });
    }
  }

  findFinding(operation: OperationName, inspectorId: string): Finding | undefined {
    for (const response of this.#uninspectedResponses.splice(0)) this.#inspect(response);
    this.#storedCharacterCount = 0;
    return this.#findingsByKey.get(`${operation}/${inspectorId}`);
  }
}

function inspectSafely(inspect: Inspector['inspect'], response: ApiResponse): string | undefined {
  try {
    return inspect(response);
  } catch (error) {
    return `an answer of another form (${(error as Error).message})`;
  }
}

/** The schema inside wrappers: optional, nullable and refined schemas, and the first object of a union. */
function unwrapSchema(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodEffects) return unwrapSchema(schema.innerType());
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapSchema(schema.unwrap());
  if (schema instanceof z.ZodUnion) {
    const optionSchemas = schema.options as z.ZodTypeAny[];
    const objectSchemas = optionSchemas.filter(
      (optionSchema) => unwrapSchema(optionSchema) instanceof z.ZodObject,
    );
    return objectSchemas[0] ? unwrapSchema(objectSchemas[0]) : schema;
  }
  return schema;
}

/*
 * The form of responses: as in the contract, with refusals a person can read, without stack traces and undeclared
 * fields.
 */

/** @returns the first differences between the body of a success and the contract, one text for each field */
export function findBodyIssues(
  { operation: name, status, json }: Pick<ApiResponse, 'operation' | 'status' | 'json'>,
  dialect: Dialect,
): string[] {
  const schema = findOperation(name ?? '')?.route.responses[status] as z.ZodTypeAny | undefined;
  const leavesTokenOut = name === 'applicants.activate' && activatesWithPassword(dialect);
  const issueTexts = listBodyIssues(schema, json)
    .filter(({ path }) => !(leavesTokenOut && path === 'token'))
    .map(({ path, message }) => `${path || 'the whole body'}: ${message}`);
  const { status: state } = fieldsOf(json);
  if (name === 'applicants.getByEmail' && isMisspelledState(state))
    issueTexts.push(`status: "${state}" is none of the states, which are written in capitals`);
  return issueTexts.slice(0, 5);
}

/** True for a state of the contract in another spelling. */
export function isMisspelledState(state: unknown): boolean {
  if (typeof state !== 'string' || isApplicantState(state)) return false;
  const capitals = state.trim().toUpperCase();
  return isApplicantState(capitals.replace(/[\s-]+/g, '_'));
}

/** Inspects successes for differences from the contract, in every entry of a list. */
function makeContractInspector(dialect: Dialect): Inspector {
  return {
    id: 'every-answer',
    inspect: (response) => {
      const { operation: name = '', status, isRegular, exchange } = response;
      const operation = findOperation(name);
      const isWellFormedCall = isRegular && exchange.method === operation?.route.method;
      if (!isWellFormedCall || status >= 300 || operation.meta.mayBeMissing) return undefined;
      return findBodyIssues(response, dialect).join('; ') || undefined;
    },
  };
}

/** Inspects profiles that name two states. */
const statusesInspector: Inspector = {
  id: 'application-status',
  inspect: ({ operation, status: httpStatus, json }) => {
    const { status, applicationStatus } = fieldsOf(json);
    if (operation !== 'applicants.getByEmail' || httpStatus >= 300) return undefined;
    return isApplicantState(applicationStatus) && applicationStatus !== status
      ? `the status ${status} and the applicationStatus ${applicationStatus}`
      : undefined;
  },
};

/** Statuses for which the site has a text of its own, or which it shows to nobody. */
const statusesWithoutText: readonly number[] = [401, 403, 404, 405, 415];

/** Inspects refusals for a text that the site can show. */
const readableInspector: Inspector = {
  id: 'readable-refusals',
  inspect: ({ status, text, isRegular, operation, senderNumber, json }) => {
    if (status < 400 || status >= 500 || !isRegular) return undefined;
    const isLogin = operation === 'auth.login';
    if (statusesWithoutText.includes(status) && !(isLogin && status === 401)) return undefined;
    // Without a token the refusal is about the token, and the site shows a text of its own.
    if (senderNumber === undefined && findOperation(operation ?? '')?.meta.auth === 'bearer')
      return undefined;
    if (isHtmlDocument(text)) return `status ${status} with an HTML page`;
    // Plain text in place of JSON can be read by a person, though not by the site.
    const isPlainText = text.trim() !== '' && !/^[[{]/.test(text.trim());
    return readMessage(json ?? text) || isPlainText
      ? undefined
      : `status ${status} without a readable text`;
  },
};

/** How Java, Node.js, Python, PHP, .NET and Go write the lines of a stack trace. */
const stackTracePatterns: readonly RegExp[] = [
  /at [\w$.]+\([\w$]+\.(?:java|kt):\d+\)/,
  /[\w$>\]] \((?:file:\/\/)?\/[^()\s]+:\d+:\d+\)/,
  /\bat (?:async )?(?:file:\/\/)?\/[^()\s]+:\d+:\d+/,
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d/,
  /#\d+ \/[^\s#]+\.php\(\d+\)/,
  /\) in [^\s()]+\.cs:line \d/,
  /goroutine \d+ \[/,
];

/** Inspects responses for stack traces, which reveal how the server is built. */
const traceInspector: Inspector = {
  id: 'no-stack-trace',
  inspect: ({ text, status }) =>
    stackTracePatterns.some((pattern) => pattern.test(text.slice(0, maxTextLength)))
      ? `a stack trace in an answer with status ${status}`
      : undefined,
};

/**
 * @returns a remark on one value, if there is anything to say
 * @param schema left out for a field that the contract does not declare
 */
type Remark = (
  schema: z.ZodTypeAny | undefined,
  inspectedValue: unknown,
  path: string,
) => string | undefined;

/**
 * Walks a value along its schema.
 * @returns the remarks on the scalars in it, each once
 */
function collectRemarks(
  schema: z.ZodTypeAny,
  inspectedValue: unknown,
  remark: Remark,
  path = '',
): string[] {
  const unwrappedSchema = unwrapSchema(schema);
  if (unwrappedSchema instanceof z.ZodArray && Array.isArray(inspectedValue)) {
    const remarks = inspectedValue
      .slice(0, 20)
      .flatMap((item) => collectRemarks(unwrappedSchema.element, item, remark, `${path}[]`));
    return [...new Set(remarks)];
  }
  if (
    unwrappedSchema instanceof z.ZodObject &&
    typeof inspectedValue === 'object' &&
    inspectedValue !== null
  ) {
    const fieldSchemas = unwrappedSchema.shape as Record<string, z.ZodTypeAny>;
    return Object.entries(inspectedValue).flatMap(([name, fieldValue]) => {
      const fieldPath = path ? `${path}.${name}` : name;
      const fieldSchema = Object.hasOwn(fieldSchemas, name) ? fieldSchemas[name] : undefined;
      return fieldSchema
        ? collectRemarks(fieldSchema, fieldValue, remark, fieldPath)
        : (remark(undefined, fieldValue, fieldPath) ?? []);
    });
  }
  return [remark(unwrappedSchema, inspectedValue, path) ?? []].flat();
}

/** Makes the inspection of a success that joins the first few remarks into one line. */
const makeInspect =
  (remark: Remark): Inspector['inspect'] =>
  ({ operation, status, json }) => {
    if (status >= 300 || json === undefined) return undefined;
    const responseSchema = findOperation(operation ?? '')?.route.responses[status];
    const schemaRemarks =
      responseSchema instanceof z.ZodType ? collectRemarks(responseSchema, json, remark) : [];
    return schemaRemarks.length > 0 ? schemaRemarks.slice(0, 8).join(', ') : undefined;
  };

/** Reports fields that the contract does not declare. They are harmless. */
const extraInspector: Inspector = {
  id: 'extra-fields',
  inspect: makeInspect((schema, _value, path) => (schema ? undefined : path)),
};

/**
 * Reports forms that the site can read although they are not the contract's own form, which is the first of a union.
 */
const toleratedInspector: Inspector = {
  id: 'tolerated-forms',
  inspect: makeInspect((schema, value, path) => {
    const otherFormText =
      schema instanceof z.ZodUnion ? describeOtherForm(schema, value) : undefined;
    return otherFormText && `${path} (${otherFormText})`;
  }),
};

function describeOtherForm(
  { options }: z.ZodUnion<z.ZodUnionOptions>,
  fieldValue: unknown,
): string | undefined {
  const [contractForm] = options;
  if (contractForm === undefined || contractForm.safeParse(fieldValue).success) return undefined;
  if (Array.isArray(fieldValue)) return 'a list instead of text';
  // Where the contract has text or a number, either is its own form; the third one is the list of a date.
  if (typeof fieldValue === 'number')
    return options.length > 2 ? 'a number instead of text' : undefined;
  // Where the contract has a number for an id, any text will do as well.
  const isNumberText =
    typeof fieldValue === 'string' && /^-?\d+([.,]\d+)?$/.test(fieldValue.trim());
  return isNumberText && contractForm instanceof z.ZodNumber ? 'a number as text' : undefined;
}

/* Responses about people, which no proxy and no other browser may store (RFC 9111; OWASP API8). */

export function isPersonal(operationName: OperationName): boolean {
  const isPublic = needsNoAccount(operationName) || operationName === 'batchPrograms.applicable';
  return findOperation(operationName)?.route.method === 'GET' && !isPublic;
}

const makeCacheInspector = (
  id: string,
  allowsCaching: (cacheControl: string, response: ApiResponse) => boolean,
): Inspector => ({
  id,
  inspect: (response) => {
    const { operation, status, headers } = response;
    if (!operation || status >= 300 || !isPersonal(operation)) return undefined;
    const cacheControl = headers.get('cache-control') ?? '';
    return allowsCaching(cacheControl, response) ? `cache-control: ${cacheControl}` : undefined;
  },
});

/** Inspects responses whose headers allow a shared cache to store them. */
const sharedCacheInspector = makeCacheInspector('not-shared', (cacheControl, { senderNumber }) => {
  const directiveTexts = cacheControl.toLowerCase().split(/[,=]/);
  const directives = new Set(directiveTexts.map((directive) => directive.trim()));
  if (directives.has('no-store') || directives.has('private')) return false;
  if (directives.has('public') || directives.has('s-maxage')) return true;
  // A shared cache may store every response to a request without a token that does not forbid it.
  return senderNumber === undefined && !directives.has('no-cache') && directives.has('max-age');
});

/** Inspects responses that her own browser may store and reuse without asking the server. */
const browserCacheInspector = makeCacheInspector('not-kept', (cacheControl) => {
  const allowsReuse = /\bmax-age\s*=\s*"?[1-9]/i.test(cacheControl);
  return allowsReuse && !/\bno-(store|cache)\b/i.test(cacheControl);
});

/**
 * All inspections.
 * @param listPeople the applicants whose secrets and data are searched for
 */
export function createInspectors(
  dialect: Dialect,
  listPeople: () => readonly Person[],
  issuedSecrets: IssuedSecrets,
): readonly Inspector[] {
  const findPeople = createPeopleSearch(listPeople);
  return [
    makeSecretsInspector(findPeople),
    makeOtherPeopleInspector(findPeople, issuedSecrets),
    makeContractInspector(dialect),
    readableInspector,
    statusesInspector,
    traceInspector,
    extraInspector,
    toleratedInspector,
    sharedCacheInspector,
    browserCacheInspector,
  ];
}
