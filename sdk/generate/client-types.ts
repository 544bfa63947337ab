import {
  type Operation,
  operations,
  pathParameters,
  preferredRefusals,
  resourceTexts,
  sharedRefusals,
} from '@one-planet/contract';
import type { AnyZodObject, ZodTypeAny } from 'zod';
import { findBodySchema, makeExampleCall } from './example-call.ts';
import { type Json, makeComponentSchemas, toSchema } from './schema.ts';

/** Makes a type for each named schema, and the table of what each operation takes and answers. */
export function renderOperations(): string {
  const schemas = Object.entries(makeComponentSchemas()).filter(
    ([name]) => !handWrittenNames.includes(name),
  );
  return `/** Written by \`npm run generate\` from the contract. */
import type { Uploadable } from '@one-planet/contract/file-rules';
import type { CallOptions, UploadOptions } from '../options.ts';

${schemas.map(([name, schema]) => renderNamedType(name, schema as Json)).join('\n\n')}

/** The body of a refusal: text, JSON with a message, or nothing. \`readMessage\` finds the message. */
export type Refusal = string | { message?: string | null | undefined } | null | undefined;

/** A file to store. */
export interface UploadFileRequest {
  /** A \`File\` or \`Blob\`, bytes, or either with a name. */
  file: Uploadable;
}

/** What each operation takes, what a success of it answers, and the statuses with which it refuses. */
export interface Operations {
${operations.map(renderOperationEntry).join('\n')}
}

export type OperationName = keyof Operations;
`;
}

/** Makes the interface of the client, whose documentation an editor shows, and the function that makes one. */
export function renderClient(): string {
  const bodyTypes = operations.flatMap((operation) => renderBodyType(operation) ?? []);
  return `/** Written by \`npm run generate\` from the contract. */
import type { AppRoute } from '@ts-rest/core';
import type { Answer } from '../answers.ts';
import type { CallInput } from '../call.ts';
import type { CallOptions, UploadOptions } from '../options.ts';
import type {
${[...new Set([...bodyTypes, 'Id', 'OperationName'])]
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './operations.ts';
import { routes } from './routes.ts';

/** Every operation as a function, by resource: \`client.auth.login({ body })\`. */
export interface Client {
${Object.entries(resourceTexts).map(renderResource).join('\n')}
}

/** Makes the call of an operation. */
type OperationCaller = <Name extends OperationName>(route: AppRoute, input?: CallInput) => Promise<Answer<Name>>;

export function makeClient(call: OperationCaller): Client {
  return {
${Object.keys(resourceTexts).map(renderResourceFunctions).join('\n')}
  };
}
`;
}

/** Types that the file has in a form of its own. */
const handWrittenNames = ['Refusal', 'UploadFileRequest'];

function renderDoc(text: string, indentation: string): string {
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indentation}/** ${lines[0]} */`;
  return [
    `${indentation}/**`,
    ...lines.map((line) => `${indentation} * ${line}`.trimEnd()),
    `${indentation} */`,
  ].join('\n');
}

function renderNamedType(name: string, schema: Json): string {
  const doc = renderDoc(String(schema.description ?? name), '');
  // A backend may add states, so any text is one; the union makes editors offer the known ones.
  if (name === 'ApplicantState')
    return `${doc}\nexport type ${name} = ${renderType(schema)} | (string & {});`;
  return schema.properties
    ? `${doc}\nexport interface ${name} {\n${renderFields(schema, '  ')}\n}`
    : `${doc}\nexport type ${name} = ${renderType(schema)};`;
}

function renderFields(schema: Json, indentation: string): string {
  const requiredNames = (schema.required ?? []) as string[];
  return Object.entries(schema.properties as Record<string, Json>)
    .map(([name, field]) => {
      const description = field.description
        ? `${renderDoc(String(field.description), indentation)}\n`
        : '';
      const type = renderType(field, indentation);
      return requiredNames.includes(name)
        ? `${description}${indentation}${name}: ${type};`
        : `${description}${indentation}${name}?: ${type} | undefined;`;
    })
    .join('\n');
}

/** @returns a JSON schema as a type of TypeScript */
function renderType(schema: Json, indentation = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  // An object or list that is empty in place of another object is typed as that one, as in the contract.
  const choices = (schema.anyOf ?? []) as Json[];
  const namedChoices = choices.filter(
    ({ properties, maxItems }) => !isEmptyObject(properties) && maxItems !== 0,
  );
  if (choices.length > 0)
    return namedChoices.map((choice) => renderType(choice, indentation)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type ?? []].flat() as string[];
  return types.map((type) => renderPlainType(type, schema, indentation)).join(' | ') || 'unknown';
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function renderPlainType(type: string, schema: Json, indentation: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array': {
      const itemType = renderType((schema.items ?? {}) as Json, indentation);
      return / /.test(itemType) ? `(${itemType})[]` : `${itemType}[]`;
    }
    case 'object':
      return schema.properties
        ? `{\n${renderFields(schema, `${indentation}  `)}\n${indentation}}`
        : 'Record<string, unknown>';
    default:
      return type;
  }
}

function renderOperationEntry(operation: Operation): string {
  const { name, route } = operation;
  const { type, isOptional } = renderInput(operation);
  const answers = listSuccessStatuses(operation).map(
    (status) => `${status}: ${renderAnswerType(operation, status)}`,
  );
  return `  '${name}': {
    method: '${route.method}';
    params: ${renderParametersType(operation)};
    body: ${renderBodyType(operation) ?? 'undefined'};
    input: ${isOptional ? `${type} | void` : type};
    answers: { ${answers.join('; ')} };
    refusals: ${listRefusalStatuses(operation).join(' | ') || 'never'};
  };`;
}

/** @returns the type of the path parameters; `undefined` for an operation that has none */
function renderParametersType({ route }: Operation): string {
  const schemasByName = (route.pathParams as AnyZodObject | undefined)?.shape ?? {};
  const parameters = pathParameters(route.path).map(
    (name) => `${name}: ${renderType(toSchema(schemasByName[name] as ZodTypeAny))}`,
  );
  return parameters.length > 0 ? `{ ${parameters.join('; ')} }` : 'undefined';
}

function listSuccessStatuses({ route }: Operation): number[] {
  return Object.keys(route.responses)
    .map(Number)
    .filter((status) => status < 400);
}

function listRefusalStatuses(operation: Operation): number[] {
  const tokenRefusals = operation.meta.auth === 'optional' ? [401] : [];
  return [...new Set([...tokenRefusals, ...preferredRefusals(operation)])].sort((a, b) => a - b);
}

function renderAnswerType({ route, meta }: Operation, status: number): string {
  switch (meta.readsBodyAs) {
    case 'bytes':
      return 'Blob';
    case 'text':
      return 'string';
    case 'nothing':
      return 'unknown';
    default:
      return renderType(toSchema(route.responses[status] as ZodTypeAny));
  }
}

/** @returns the type of the request's body; `undefined` for an operation that takes none */
function renderBodyType({ route }: Operation): string | undefined {
  if ('contentType' in route) return 'UploadFileRequest';
  const schema = findBodySchema({ route });
  return schema && renderType(toSchema(schema));
}

function renderResource([resource, { title, description }]: [
  string,
  { title: string; description: string },
]): string {
  const methods = operations
    .filter(({ name }) => name.startsWith(`${resource}.`))
    .map(renderMethod);
  return `${renderDoc(`${title}. ${description}`, '  ')}\n  ${resource}: {\n${methods.join('\n')}\n  };`;
}

function renderResourceFunctions(resource: string): string {
  const functions = operations
    .filter(({ name }) => name.startsWith(`${resource}.`))
    .map(({ name }) => {
      const key = name.slice(name.indexOf('.') + 1);
      return `      ${key}: (input) => call<'${name}'>(routes.${name}, input),`;
    });
  return `    ${resource}: {\n${functions.join('\n')}\n    },`;
}

function renderMethod(operation: Operation): string {
  const { type, isOptional } = renderInput(operation);
  const { name } = operation;
  const key = name.slice(name.indexOf('.') + 1);
  const parameter = `input${isOptional ? '?' : ''}: ${type}`;
  return `${renderDoc(describe(operation), '    ')}\n    ${key}(${parameter}): Promise<Answer<'${name}'>>;`;
}

/** @returns the type of the argument of an operation's function, and whether it may be left out */
function renderInput(operation: Operation): { type: string; isOptional: boolean } {
  const { route } = operation;
  const bodyType = renderBodyType(operation);
  const isUpload = 'contentType' in route;
  const isBodyOptional = !isUpload && (findBodySchema(operation)?.isOptional() ?? true);
  const hasParameters = pathParameters(route.path).length > 0;
  const fields = [
    hasParameters ? `params: ${renderParametersType(operation)}` : '',
    bodyType ? `body${isBodyOptional ? '?' : ''}: ${bodyType}` : '',
  ].filter(Boolean);
  const optionsType = isUpload ? 'UploadOptions' : 'CallOptions';
  return {
    type: fields.length > 0 ? `{ ${fields.join('; ')} } & ${optionsType}` : optionsType,
    isOptional: !hasParameters && isBodyOptional,
  };
}

/** @returns what an editor shows for an operation: what it does, how it can end, and an example */
function describe(operation: Operation): string {
  const { meta } = operation;
  const refusalLines = listRefusalStatuses(operation).map(
    (status) => `- ${status}: ${findRefusalReason(operation, status)}`,
  );
  return [
    `${meta.summary}.`,
    '',
    meta.description,
    '',
    `Succeeds with ${listSuccessStatuses(operation).join(', ')}.${refusalLines.length > 0 ? ' Refuses with:' : ''}`,
    ...refusalLines,
    '',
    '@example',
    makeExampleCall(operation),
  ].join('\n');
}

function findRefusalReason({ meta }: Operation, status: number): string {
  if (meta.refusals[status]) return meta.refusals[status].reason;
  if (status === 403) return sharedRefusals.Forbidden.reason;
  return meta.auth === 'optional'
    ? sharedRefusals.InvalidToken.reason
    : sharedRefusals.Unauthorised.reason;
}
