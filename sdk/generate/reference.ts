import {
  allowedStates,
  type Operation,
  operations,
  preferredRefusals,
  stateMoves,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { findBodySchema, makeExampleCall } from './example-call.ts';
import { makeRuleUrl } from './openapi.ts';
import { type Json, makeComponentSchemas, resolveReference, toSchema } from './schema.ts';

/** The content of sdk/REFERENCE.md. */
export function renderReference(): string {
  const tableRows = operations.map(
    ({ name, route, meta }) =>
      `| [\`${name}\`](#${makeAnchor(name)}) | ${route.method} | \`${route.path}\` | ${meta.auth} | ${meta.successStatus} |`,
  );
  return `# Operations

Written by \`npm run generate\` from the contract. The wire is the canonical one; a dialect may change paths and field names.
Paths follow the API's base, which ends in \`/api\`. Every operation also tolerates other 4xx refusals with readable text, extra fields, and optional fields that are absent, null or empty.
Auth: \`bearer\` answers 401 without a valid token, \`optional\` must work without one, \`none\` gets none.

| Operation | Method | Path | Auth | Success |
|---|---|---|---|---|
${tableRows.join('\n')}

${operations.map(renderOperationEntry).join('\n\n')}

# Answers

What operations answer, and the objects in it.

${Object.entries(makeComponentSchemas())
  .filter(([name]) => !name.endsWith('Request'))
  .map(([name, schema]) => renderResponseEntry(name, schema as Json))
  .filter(Boolean)
  .join('\n\n')}
`;
}

function renderOperationEntry(operation: Operation): string {
  const { name, route, meta } = operation;
  const states = allowedStates(name);
  const operationMoves = stateMoves.filter(({ movedBy }) => movedBy === name);
  const successStatuses = Object.keys(route.responses).filter((status) => Number(status) < 400);
  const lines = [
    `Rule: [${meta.rule}](${makeRuleUrl(meta.rule)})`,
    `Answers: ${successStatuses.map((status) => (Number(status) === meta.successStatus ? `**${status}**` : status)).join(', ')}; refuses with ${preferredRefusals(operation).join(', ') || 'nothing'}; ${describeBody(operation)}`,
    states ? `Allowed in: ${states.join(', ')}` : '',
    ...operationMoves.map(
      ({ from, to, when }) =>
        `Moves: ${from ?? '(registered)'} to ${to}${when ? `, when ${when}` : ''}`,
    ),
    meta.safeToRepeat
      ? 'The SDK repeats it when a connection fails'
      : 'The SDK never repeats it by itself',
    meta.mayBeMissing ? 'A backend may leave it out' : '',
  ];
  const fieldsTable = renderFieldTable(findFieldsOfBody(operation) ?? {});
  return `### ${name}

${meta.description}

${lines
  .filter(Boolean)
  .map((line) => `- ${line}`)
  .join('\n')}
${fieldsTable ? `\n${fieldsTable}\n` : ''}
\`\`\`ts
${makeExampleCall(operation)}
\`\`\``;
}

function makeAnchor(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function findFieldsOfBody(operation: Operation): Json | undefined {
  const schema = 'contentType' in operation.route ? undefined : findBodySchema(operation);
  return schema && resolveReference(toSchema(schema));
}

function describeBody({ route, meta }: Operation): string {
  if (meta.readsBodyAs === 'nothing') return 'nobody reads the body';
  if (meta.readsBodyAs !== 'json') return `the body is read as ${meta.readsBodyAs}`;
  const typeText = describeType(toSchema(route.responses[meta.successStatus] as ZodTypeAny));
  return `the body is JSON: ${typeText.replace(/[A-Z]\w+/, (name) => `[${name}](#${makeAnchor(name)})`)}`;
}

function renderResponseEntry(name: string, schema: Json): string {
  const fieldsTable = renderFieldTable(schema);
  return fieldsTable && `### ${name}\n\n${schema.description}\n\n${fieldsTable}`;
}

/**
 * @returns one row for each field of a body, including the fields of nested objects; none when the body is not an
 * object
 */
function renderFieldTable(schema: Json): string {
  const rows = renderRows(schema, '');
  return rows.length === 0
    ? ''
    : `| Field | Type | Required | Meaning and rules |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function renderRows(schema: Json, parentPath: string): string[] {
  const requiredNames = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(
    ([name, field]) => {
      const requiredText = requiredNames.has(name) ? 'yes' : 'no';
      const row = `| \`${parentPath}${name}\` | ${describeType(field)} | ${requiredText} | ${describeRules(field)} |`;
      const nestedRows = listAlternatives(field).flatMap((choice) =>
        choice.type === 'array'
          ? renderRows(choice.items as Json, `${parentPath}${name}[].`)
          : renderRows(choice, `${parentPath}${name}.`),
      );
      return [row, ...nestedRows];
    },
  );
}

/** The alternatives of a field's type; most fields have only one. */
function listAlternatives(fieldSchema: Json): Json[] {
  return Array.isArray(fieldSchema.anyOf) ? (fieldSchema.anyOf as Json[]) : [fieldSchema];
}

/** @returns a schema in a few words, e.g. `list of string or null` */
function describeType(field: Json): string {
  if (typeof field.$ref === 'string') {
    const resolvedField = resolveReference(field);
    return resolvedField.properties
      ? field.$ref.slice(field.$ref.lastIndexOf('/') + 1)
      : describeType(resolvedField);
  }
  if (Array.isArray(field.anyOf))
    return [
      ...new Set(
        (field.anyOf as Json[]).flatMap((alternative) => describeType(alternative).split(' or ')),
      ),
    ].join(' or ');
  if (field.maxItems === 0) return 'empty list';
  if (field.type === 'array') return `list of ${describeType(field.items as Json)}`;
  return [field.type ?? 'anything'].flat().join(' or ');
}

function describeRules(field: Json): string {
  const enumValues = listAlternatives(field).flatMap(
    (choice) => (resolveReference(choice).enum ?? []) as unknown[],
  );
  const allowedValueTexts = enumValues
    .filter((value) => value !== null)
    .map((value) => `\`${value}\``);
  return [
    field.const === undefined ? '' : `Must be \`${field.const}\`.`,
    allowedValueTexts.length > 0 ? `One of ${allowedValueTexts.join(', ')}.` : '',
    field.exclusiveMinimum === undefined ? '' : `More than ${field.exclusiveMinimum}.`,
    field.description ?? '',
    field.minLength === 1 && !field.pattern ? 'Not empty.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
