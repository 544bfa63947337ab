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
import { fieldsOf } from '../core/json.ts';
import { nameMarkLength, needsNoAccount, type Person } from './applicants.ts';
import {
  type ApiResponse,
  type EvidenceResponse,
  keepEvidence,
  readStoredFileName,
} from './http-messages.ts';

interface Finding {
  got: string;
  response: EvidenceResponse;
}

/**
 * One kind of inspection.
 * @returns what is wrong with the response
 */
interface Inspector {
  id: string;
  inspect: (response: ApiResponse) => string | undefined;
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

/*
 * Every secret that the backend issued in the run, with its owner. Several of a kind show how the next could be
 * guessed.
 */

/** Values that the backend issues, and that must be hard to guess. */
export type SecretKind = 'bearer' | 'password-token' | 'payment-code' | 'file-name';

interface IssuedSecret {
  secretText: string;
  /**
   * The part that only its owner has: without the prefix and the ending that all values of a kind share. `undefined` for
   * a date or a word, which others may have too.
   */
  uniquePart: string | undefined;
  /** The number of the applicant the secret belongs to. */
  ownerNumber: number;
  response: EvidenceResponse;
}

export class IssuedSecrets {
  readonly #secretsByKind = new Map<SecretKind, IssuedSecret[]>();

  noteSecrets(response: ApiResponse): void {
    const { operation, status, json } = response;
    if (status >= 300) return;
    const { token, paymentDto } = fieldsOf(json);
    const { paymentCode } = fieldsOf(paymentDto);
    if (operation === 'auth.login') this.#add('bearer', token, response);
    if (operation === 'applicants.activate') this.#add('password-token', token, response);
    if (operation === 'exams.submit' || operation === 'payments.getPending')
      this.#add('payment-code', paymentCode, response);
    if (operation === 'files.upload')
      this.#add('file-name', readStoredFileName(response), response);
  }

  /** The secrets of a kind in the order in which they were issued, each once. */
  listSecretsOfKind(secretKind: SecretKind): readonly IssuedSecret[] {
    return this.#secretsByKind.get(secretKind) ?? [];
  }

  #add(secretKind: SecretKind, secretText: unknown, response: ApiResponse): void {
    const { subjectNumber: ownerNumber } = response;
    if (typeof secretText !== 'string' || !secretText || ownerNumber === undefined) return;
    const secrets = this.#secretsByKind.get(secretKind) ?? [];
    this.#secretsByKind.set(secretKind, secrets);
    const isKnown = secrets.some(
      (secret) => secret.secretText === secretText && secret.ownerNumber === ownerNumber,
    );
    if (isKnown) return;
    const uniquePart = findUniquePart(secretText);
    secrets.push({ secretText, uniquePart, ownerNumber, response: keepEvidence(response) });
  }
}

function findUniquePart(secretText: string): string | undefined {
  return (secretText.match(/[\da-z]{8,}/gi) ?? []).find(
    (secretPart) => secretPart.length >= 12 || (/\d/.test(secretPart) && /[a-z]/i.test(secretPart)),
  );
}

/* Leaks in responses: passwords, one-time secrets, the exam's right answers, other people's data. */

/** A field with a value, in JSON and in text that looks like it. */
const fieldPattern = /"([\w-]+)"\s*:\s*("(?:[^"\\]|\\.)+"|\d+|true)/g;
const passwordNamePattern = /passw(?:or)?d|pwd|^salt$/i;
const rightAnswerNamePattern =
  /correct|isright|rightanswer|rightchoice|answerkey|isanswer|solution/i;
const passwordHashPattern = /\$2[aby]\$\d\d\$[./\w]{20,}|\{bcrypt\}|\$argon2|pbkdf2[_:$]/i;

/** @returns the names of the fields with a value, in JSON and in text that looks like it */
function listFilledFields(text: string): { name: string; value: string }[] {
  return [...text.matchAll(fieldPattern)].map(([, name = '', value = '']) => ({ name, value }));
}

/** In characters; longer responses are pictures. */
const maxTextLength = 300_000;

type FindPeople = (text: string) => readonly Person[];

/**
 * Makes the search for the applicants of whom a text may contain secrets or data. Most responses are equal to an
 * earlier one, so each text is searched once.
 */
function createPeopleSearch(listPeople: () => readonly Person[]): FindPeople {
  const peopleByText = new Map<string, readonly Person[]>();
  return (text) => {
    const people =
      peopleByText.get(text) ??
      listPeople().filter((person) =>
        listMarks(person).some((mark) => mark !== undefined && text.includes(mark)),
      );
    peopleByText.set(text, people);
    return people;
  };
}

/** Names of headers that a developer may have filled with a secret. */
const tellingHeaderPattern = /^x-|^location$|cookie|token|passw|debug/;

/** @returns her secrets, and what is personal and only hers */
function listMarks(person: Person): (string | undefined)[] {
  const { token, password, temporaryPassword, activationToken, passwordToken } = person;
  const secrets = [token, password, temporaryPassword, activationToken, passwordToken];
  const personalMarks = Object.values(markPerson(person));
  return [...personalMarks, ...secrets, ...(person.olderLinks ?? [])];
}

/** Inspects responses for passwords, hashes, tokens and right answers. */
export function makeSecretsInspector(findPeople: FindPeople): Inspector {
  return {
    id: 'no-secrets',
    inspect: ({ text, operation, exchange, status, headers }) => {
      if (text.length > maxTextLength) return undefined;
      const fields = listFilledFields(text);
      const passwordField = fields.find(
        ({ name, value }) => passwordNamePattern.test(name) && value !== 'true',
      );
      if (passwordField)
        return `a field "${passwordField.name}" with a value in an answer with status ${status}`;
      if (passwordHashPattern.test(text)) return 'what looks like the hash of a password';
      const answerField = fields.find(({ name }) => rightAnswerNamePattern.test(name));
      if (answerField && operation?.startsWith('exams.'))
        return `a field "${answerField.name}", which reveals the right answers`;
      // A header may renew her token, as a cookie does.
      const headerText = [...headers]
        .filter(([name]) => tellingHeaderPattern.test(name))
        .join('\n');
      return [
        ...findPeople(text).map((person) => findSecret(text, person, operation, exchange)),
        ...findPeople(headerText).map(({ token: _token, ...person }) =>
          findSecret(headerText, person, operation, exchange),
        ),
      ].find((secretText) => secretText !== undefined);
    },
  };
}

function findSecret(
  text: string,
  { password, activationToken, olderLinks = [], passwordToken, temporaryPassword, token }: Person,
  operation: string | undefined,
  { url, requestBody = '' }: ApiResponse['exchange'],
): string | undefined {
  if (token && token.length >= 16 && operation !== 'auth.login' && text.includes(token)) {
    return 'a bearer token';
  }
  const takesPassword = findOperation(operation ?? '')?.meta.secretFields?.includes('password');
  // A refusal may repeat a choice that is none, and a random one may be a password that another call has set.
  const isRepeated = !takesPassword && requestBody.includes(JSON.stringify(password));
  if (text.includes(password) && !isRepeated) return "an applicant's password";
  if (temporaryPassword && text.includes(temporaryPassword)) return 'a temporary password';
  // An error message may repeat the URL of its request, which holds the token.
  const leaksToken = (token: string | undefined) =>
    token !== undefined && token.length >= 6 && text.includes(token) && !url.includes(token);
  if ([activationToken, ...olderLinks].some(leaksToken)) return 'the token of an activation link';
  if (operation !== 'applicants.activate' && leaksToken(passwordToken)) {
    return 'the token that creates a password';
  }
  return undefined;
}

/** Inspects responses for data of an applicant whom the request was not about and did not name. */
export function makeOtherPeopleInspector(
  findPeople: FindPeople,
  issuedSecrets: IssuedSecrets,
): Inspector {
  return {
    id: 'nobody-elses-data',
    inspect: (response) => {
      const { text, senderNumber, subjectNumber } = response;
      if (!text || text.length > maxTextLength) return undefined;
      const isOtherPerson = (personNumber: number) =>
        personNumber !== senderNumber && personNumber !== subjectNumber;
      const personalData = findPeople(text)
        .filter(({ number }) => isOtherPerson(number))
        .map((person) => findPersonalData(person, text, response))
        .find((data) => data !== undefined);
      if (personalData !== undefined) return `${personalData} of another applicant`;
      return describeSecretOfOthers(response, issuedSecrets, isOtherPerson);
    },
  };
}

const personalSecretKinds: readonly [kind: SecretKind, description: string][] = [
  ['file-name', 'the name of a file'],
  ['payment-code', 'the payment code'],
];

/** The values that the backend issued to other applicants, and that the request did not contain. */
function describeSecretOfOthers(
  { text, exchange }: ApiResponse,
  issuedSecrets: IssuedSecrets,
  isOtherPerson: (personNumber: number) => boolean,
): string | undefined {
  const requestText = readRequestText(exchange);
  for (const [kind, description] of personalSecretKinds) {
    const secrets = issuedSecrets.listSecretsOfKind(kind);
    // A backend may store equal files once: then the name belongs to both applicants.
    const isOwnSecret = (secretText: string) =>
      secrets.some(
        (secret) => secret.secretText === secretText && !isOtherPerson(secret.ownerNumber),
      );
    const leakedSecret = secrets.find(({ secretText, uniquePart, ownerNumber }) => {
      const isUnexpected =
        uniquePart &&
        isOtherPerson(ownerNumber) &&
        text.includes(uniquePart) &&
        !requestText.includes(uniquePart);
      return isUnexpected && !isOwnSecret(secretText);
    });
    if (leakedSecret) return `${description} of another applicant`;
  }
  return undefined;
}

/** What only she has, by what it is called in findings. */
function markPerson({ email, applicantInput }: Person): Record<string, string> {
  const { lastName, phoneNumber } = applicantInput.register;
  return {
    'the address': email,
    'the end of the last name': lastName.slice(-nameMarkLength),
    'the phone number': phoneNumber,
  };
}

/**
 * Finds her address, her phone number or the end of her last name, which nobody else has. What the request itself
 * contained does not count.
 * @returns what it is, and itself; `undefined` where the text has none of them
 */
export function findPersonalData(
  person: Person,
  text: string,
  { exchange }: ApiResponse,
): string | undefined {
  // The eight digits of a short phone number may well stand in a longer number of somebody else.
  const standsAlone = (mark: string) => !/^\d+$/.test(mark) || text.split(/\D+/).includes(mark);
  const marksInText = Object.entries(markPerson(person)).filter(
    ([, mark]) => text.includes(mark) && standsAlone(mark),
  );
  if (marksInText.length === 0) return undefined;
  const requestText = readRequestText(exchange).toLowerCase();
  const leakedMark = marksInText.find(([, mark]) => !requestText.includes(mark.toLowerCase()));
  return leakedMark && `${leakedMark[0]} (${leakedMark[1]})`;
}

function readRequestText({ url, requestBody = '' }: ApiResponse['exchange']): string {
  try {
    return `${decodeURIComponent(url)} ${requestBody}`;
  } catch {
    return `${url} ${requestBody}`;
  }
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
    traceInspector,
    extraInspector,
    toleratedInspector,
    sharedCacheInspector,
    browserCacheInspector,
  ];
}
