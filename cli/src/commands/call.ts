import { buffer } from 'node:stream/consumers';
import {
  activatesWithPassword,
  allowedStates,
  bodyFields,
  type Dialect,
  findOperation,
  moves,
  type Operation,
  type OperationName,
  operations,
  pathParameters,
  rulePlace,
  wireTemplate,
} from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import { fileFromPath } from '@one-planet/sdk/node';
import type { ZodTypeAny } from 'zod';
import { type AnyCall, findClientFunction } from '../applicant/valid-calls.ts';
import { openTarget, type Target } from '../backend/target.ts';
import { loadSettings } from '../core/configuration.ts';
import { CliError, didYouMean, exitCodeOf, exitCodes, unwrapError } from '../core/exit.ts';
import { decodeText, readText, writeOutput } from '../core/files.ts';
import { fieldsOf, findDifferences, formatJson, parseJson } from '../core/json.ts';
import { runSecrets, SecretList } from '../core/secrets.ts';
import { paint, print, printNotice } from '../core/terminal.ts';
import { wrapText } from '../core/text.ts';
import { makeCurl } from '../report/evidence.ts';
import {
  type Argument,
  defineCommand,
  makeBooleanOption,
  makeRepeatedOption,
  makeValueOption,
  targetSettings,
  type Values,
} from './define-command.ts';

interface CallResult {
  operation: OperationName;
  status: number;
  body: unknown;
  ms: number;
}

async function printResponse(
  { operation, status, ms, body }: CallResult,
  { output, showSecrets }: Pick<CallFlags, 'output' | 'showSecrets'>,
  secrets: SecretList,
): Promise<void> {
  const bodyBlob = body instanceof Blob ? body : undefined;
  const bodyWithoutSecrets = showSecrets || bodyBlob ? body : secrets.hideIn(body);
  const isWrittenToFile = output !== undefined && status < 400;
  if (isWrittenToFile)
    await writeOutput(output, bodyBlob?.stream() ?? formatResponseBody(bodyWithoutSecrets));
  else if (output !== undefined) printNotice(`Not written to ${output}: the call was refused.`);
  const outputPath = isWrittenToFile ? output : undefined;
  const bodyOrFile = isWrittenToFile ? { file: outputPath } : bodyWithoutSecrets;
  const bodyFacts = bodyBlob
    ? { size: bodyBlob.size, type: bodyBlob.type, file: outputPath }
    : bodyOrFile;
  print(formatJson({ operation, status, ms, body: bodyFacts ?? null }));
}

function addExchange(error: unknown, exchange: Exchange, secrets: SecretList): unknown {
  const cause = unwrapError(error);
  const exitCode = exitCodeOf(cause);
  if (exitCode === undefined) return error;
  const answerText = exchange.answerText;
  const lines = [
    secrets.hideIn((cause as Error).message),
    ...(answerText ? [`the answer began: ${secrets.hideIn(answerText).slice(0, 500)}`] : []),
    `to repeat it: ${secrets.hide(makeCurl(exchange))}`,
  ];
  return new CliError(lines.join('\n'), exitCode, { cause: error });
}

function formatResponseBody(body: unknown): string {
  return typeof body === 'string' ? body : `${formatJson(body ?? null)}\n`;
}

/**
 * Reads the body of a call.
 * @returns `undefined` for no body; `null` is a body
 * @throws {CliError} (exit 2) when it cannot be read, is not JSON, or the operation takes another kind of body
 */
async function readBody(
  operation: Operation,
  { body, file }: Pick<CallFlags, 'body' | 'file'>,
): Promise<unknown> {
  const { name, route } = operation;
  const isUpload = 'contentType' in route && route.contentType === 'multipart/form-data';
  if (isUpload) {
    if (body !== undefined || file === undefined) {
      throw new CliError(`${name} uploads a file: name it with --file PATH, without --body`);
    }
    return { file: await openFile(file) };
  }
  if (file !== undefined) {
    throw new CliError(`--file: ${name} takes no file; use --body`);
  }
  if (body === undefined) return undefined;
  if (route.method === 'GET') throw new CliError(`--body: ${name} is a GET, which has no body`);
  const [source, jsonText] = await readJsonText(body);
  return parseJson(jsonText, `--body: ${source}`);
}

/**
 * Lists how a JSON body differs from the contract's schema. The body is sent nevertheless, because a user may want to
 * see how the backend responds to invalid input.
 */
function findBodyWarnings({ name, route }: Operation, body: unknown): string[] {
  const schema = ('body' in route ? route.body : undefined) as Partial<ZodTypeAny> | undefined;
  if (typeof schema !== 'object' || !schema?.safeParse) {
    return body === undefined ? [] : [`${name} takes no body`];
  }
  const contractFields = bodyFields(route);
  if (body === undefined && !schema.isOptional?.()) {
    return [
      `${name} takes a body${contractFields.length > 0 ? ` with ${contractFields.join(', ')}` : ''}`,
    ];
  }
  const givenFields = Object.keys(fieldsOf(body));
  const unknownFields = givenFields.filter(
    (unknownField) => contractFields.length > 0 && !contractFields.includes(unknownField),
  );
  return [
    ...findDifferences(schema as ZodTypeAny, body).map(
      ([path, problem]) => `${path || 'the body'}: ${problem}`,
    ),
    ...unknownFields.map((field) => `${field}: no such field${didYouMean(field, contractFields)}`),
  ];
}

/** @returns where the JSON comes from, as messages name it, and its text */
async function readJsonText(body: string): Promise<[source: string, json: string]> {
  if (body === '-') return ['stdin', decodeText(await buffer(process.stdin))];
  if (!body.startsWith('@')) return ['no JSON', body];
  const path = body.slice(1);
  const jsonText = await readText(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new CliError(`--body: ${path} cannot be read: ${reason}`, undefined, { cause });
  });
  return [path, jsonText];
}

function openFile(path: string) {
  return fileFromPath(path).catch((cause: Error) => {
    throw new CliError(`--file: ${cause.message}`, undefined, { cause });
  });
}

/** @throws {CliError} (exit 2) suggesting a similar name */
function requireOperation(name: string): Operation {
  const operation = findOperation(name);
  if (operation) return operation;
  const operationNames = operations.map((operation) => operation.name);
  const fullName = operationNames.find((candidate) => candidate.endsWith(`.${name}`));
  const suggestion = fullName ? ` (did you mean "${fullName}"?)` : didYouMean(name, operationNames);
  throw new CliError(
    `there is no operation "${name}"${suggestion}. See them all with: admissions call --list`,
  );
}

function readParams(operation: Operation, paramTexts: readonly string[]): Record<string, string> {
  const paramNames = pathParameters(operation.route.path);
  const params: Record<string, string> = {};
  const mistakeTexts: string[] = [];
  for (const paramText of paramTexts) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(paramText) ?? [];
    if (!name) mistakeTexts.push(`"${paramText}" is not NAME=VALUE`);
    else if (!paramNames.includes(name))
      mistakeTexts.push(`there is no "${name}"${didYouMean(name, paramNames)}`);
    else if (value === '') mistakeTexts.push(`"${name}" is empty`);
    else params[name] = value;
  }
  const missingNames = paramNames.filter((name) => !(name in params));
  if (missingNames.length === 0 && mistakeTexts.length === 0) return params;
  const expectedParamsText =
    paramNames.length > 0
      ? `${operation.name} takes ${paramNames.map((name) => `--param ${name}=VALUE`).join(' ')}`
      : `${operation.name} takes no parameters`;
  throw new CliError(`--param: ${[...mistakeTexts, expectedParamsText].join('; ')}`);
}

/**
 * Lists the operations of the contract in the form of a dialect.
 * @param nameFilter the name of one operation or of one resource; default: all
 * @throws {CliError} (exit 2) for any other name
 */
function listOperations(nameFilter: string | undefined, dialect: Dialect, json: boolean): void {
  const operationDescriptions = chooseOperations(nameFilter).map((operation) =>
    describeOperation(operation, dialect),
  );
  if (json) print(formatJson(operationDescriptions));
  else printOperations(operationDescriptions);
}

function chooseOperations(nameFilter: string | undefined): readonly Operation[] {
  if (nameFilter === undefined) return operations;
  const matchingOperations = operations.filter(({ name }) =>
    [name, ...name.split('.')].includes(nameFilter),
  );
  if (matchingOperations.length > 0) return matchingOperations;
  const resourceNames = new Set(operations.map(({ name }) => name.slice(0, name.indexOf('.'))));
  const suggestion = didYouMean(nameFilter, [
    ...resourceNames,
    ...operations.map(({ name }) => name),
  ]);
  throw new CliError(
    `there is no operation or resource "${nameFilter}"${suggestion}; resources are ${[...resourceNames].join(', ')}`,
  );
}

type OperationDescription = ReturnType<typeof describeOperation>;

function describeOperation({ name, route, meta }: Operation, dialect: Dialect) {
  return {
    operation: name,
    summary: route.summary,
    method: route.method,
    path: wireTemplate(dialect, name, route.path),
    auth: meta.auth,
    success: meta.successStatus,
    refuses: meta.refusalStatuses,
    states: allowedStates(name) ?? null,
    moves: moves
      .filter(({ movedBy }) => movedBy === name)
      .map(({ from, to, when }) => ({ from, to, when })),
    neverSent: name === 'applicants.createPassword' && activatesWithPassword(dialect),
    mayBeMissing: meta.mayBeMissing ?? false,
    rule: rulePlace(meta.rule),
  };
}

function printOperations(operationDescriptions: readonly OperationDescription[]): void {
  const nameWidth = measureColumnWidth(operationDescriptions, 'operation');
  const pathWidth = measureColumnWidth(operationDescriptions, 'path');
  const formatLine = (...cells: [string, string, string, string]) =>
    `${cells[0].padEnd(nameWidth)}  ${cells[1].padEnd(6)}  ${cells[2].padEnd(pathWidth)}  ${cells[3]}`;
  print(paint('bold', formatLine('OPERATION', 'METHOD', 'PATH', 'AUTH')));
  for (const operationDescription of operationDescriptions) {
    print(
      formatLine(
        operationDescription.operation,
        operationDescription.method,
        operationDescription.path,
        operationDescription.auth,
      ),
    );
    for (const note of describeNotes(operationDescription))
      print(paint('dim', `${' '.repeat(nameWidth + 2)}${note}`));
  }
}

/** The states go on lines of their own, because there is no room for them beside the path. */
function describeNotes({
  summary,
  states,
  moves,
  neverSent,
  mayBeMissing,
  rule,
}: OperationDescription): string[] {
  return [
    ...(summary ? wrapText(summary, 70) : []),
    ...(moves.length === 0 && states ? [`in ${states.join(', ')}`] : []),
    ...moves.map(
      ({ from, to, when }) => `${from ?? 'registered'} -> ${to}${when ? ` when ${when}` : ''}`,
    ),
    ...(neverSent ? ['never sent in this dialect: activation sets the password'] : []),
    ...(mayBeMissing ? ['a backend may leave it out'] : []),
    rule,
  ];
}

function measureColumnWidth(
  rows: readonly OperationDescription[],
  columnKey: 'operation' | 'path',
): number {
  return Math.max(
    ...rows.map((operationDescription) => operationDescription[columnKey].length),
    'OPERATION'.length,
  );
}

const commandOptions = {
  param: makeRepeatedOption('<name=value>', 'a path parameter (repeatable)'),
  body: makeValueOption('<json|@file|->', 'the body: JSON, a file with it, or stdin'),
  file: makeValueOption('<path>', 'the file to upload'),
  tokenEnv: makeValueOption('<name>', 'the environment variable that holds the bearer token'),
  output: makeValueOption('<file>', 'write the body of a successful answer to a file'),
  showSecrets: makeBooleanOption('do not hide tokens and links in the answer'),
  list: makeBooleanOption(
    'make no call; list the operations, or those of the resource that is named',
  ),
  json: makeBooleanOption('with --list: print them as JSON'),
};
type CallFlags = Values<typeof commandOptions>;

const nameArgument: Argument<string | undefined> = {
  name: '[operation]',
  helpText: 'e.g. auth.login; see them all with: admissions call --list',
};

export const command = defineCommand({
  name: 'call',
  description:
    'Makes one call of the contract and prints the answer as JSON. A refusal the contract knows is an answer too (exit 0).',
  arguments: [nameArgument],
  settings: targetSettings,
  options: commandOptions,
  helpText: `
The body is written with the contract's field names, whatever the dialect. Where
it differs from its schema, a warning says so; it is sent all the same.

--list shows each operation with its method, path and authentication; below it
what it is for, the state it is allowed in ("in A") or the move it makes
("A -> B"), and the rule that says what it does. Paths follow the API's base,
which ends in /api.

Examples:
  admissions call programs.list
  admissions call auth.login --body '{"email":"a@b.example","password":"Aa1…"}'
  admissions call auth.login --body @login.json --show-secrets
  admissions call applicants.getByEmail --param email=a@b.example --token-env T
  admissions call files.upload --file diploma.pdf --token-env T
  admissions call files.get --param fileName=NAME --output a.pdf --token-env T
  admissions call contents.list --target http://127.0.0.1:8080
  admissions call --list
  admissions call --list applicants --dialect alternate --json`,
  async run(flags, operationName: string | undefined) {
    if (flags.list) {
      const { dialect } = await loadSettings(flags);
      listOperations(operationName, dialect, flags.json === true);
      return exitCodes.done;
    }
    if (flags.json) throw new CliError('--json needs --list; an answer is JSON already');
    if (operationName === undefined) {
      throw new CliError('name the operation to call; see them all with: admissions call --list');
    }
    const operation = requireOperation(operationName);
    const params = readParams(operation, flags.param ?? []);
    const token = readToken(operation, flags.tokenEnv);
    const settings = await loadSettings(flags);
    const body = await readBody(operation, flags);
    if (flags.file === undefined) {
      for (const warning of findBodyWarnings(operation, body)) {
        printNotice(`${paint('yellow', 'warning:', process.stderr)} ${warning}`);
      }
    }
    const target = await openTarget(settings);
    // `hideSecrets` cannot recognize these values by a field's name.
    const { password } = fieldsOf(body);
    // What --show-secrets shows is hidden in messages only.
    const secrets = flags.showSecrets ? new SecretList() : runSecrets;
    secrets.add(...[token, params.token, password].map(toText));
    const result = await sendCall(operation, target, { params, body }, { token, secrets });
    await printResponse(result, flags, secrets);
    return exitCodes.done;
  },
});

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

function readToken(
  { name, meta }: Operation,
  variableName: string | undefined,
): string | undefined {
  if (variableName === undefined) return undefined;
  if (meta.auth === 'none') printNotice(`${name} is public: no token is sent.`);
  const token = process.env[variableName]?.trim();
  if (token) return token;
  throw new CliError(`--token-env: the environment variable ${variableName} is not set`);
}

async function sendCall(
  { name }: Operation,
  target: Target,
  call: AnyCall,
  { token, secrets }: { token: string | undefined; secrets: SecretList },
): Promise<CallResult> {
  let lastExchange: Exchange | undefined;
  const client = target.makeClient({
    session: { token: () => token },
    onExchange: (exchange) => {
      lastExchange = exchange;
      secrets.addFrom(exchange.answerText, exchange.answerHeaders);
    },
  });
  try {
    const startedAt = performance.now();
    const response = await findClientFunction(client, name)(call);
    const ms = Math.round(lastExchange?.durationMs ?? performance.now() - startedAt);
    return { operation: name, status: response.status, ms, body: response.body };
  } catch (error) {
    throw lastExchange ? addExchange(error, lastExchange, secrets) : error;
  } finally {
    await target.close();
  }
}
