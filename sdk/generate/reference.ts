import {
  allowedStates,
  bodyFields,
  moves,
  type Operation,
  operations,
  pathParameters,
  preferredRefusals,
  rulePlace,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { componentSchemas, type Json, resolveReference, toSchema } from './schema.ts';

/** The content of sdk/REFERENCE.md. */
export function renderReference(): string {
  const rows = operations.map(
    ({ name, route, meta }) =>
      `| [\`${name}\`](#${anchor(name)}) | ${route.method} | \`${route.path}\` | ${meta.auth} | ${meta.successStatus} |`,
  );
  return `# Operations

Written by \`npm run generate\` from the contract. The wire is the canonical one; a dialect may change paths and field names.
Paths follow the API's base, which ends in \`/api\`. Every operation also tolerates other 4xx refusals with readable text, extra fields, and optional fields that are absent, null or empty.
Auth: \`bearer\` answers 401 without a valid token, \`optional\` must work without one, \`none\` gets none.

| Operation | Method | Path | Auth | Success |
|---|---|---|---|---|
${rows.join('\n')}

${operations.map(operationEntry).join('\n\n')}

# Answers

What operations answer, and the objects in it.

${Object.entries(componentSchemas())
  .filter(([name]) => !name.endsWith('Request'))
  .map(([name, schema]) => responseEntry(name, schema as Json))
  .filter(Boolean)
  .join('\n\n')}
`;
}

function operationEntry(operation: Operation): string {
  const { name, route, meta } = operation;
  const states = allowedStates(name);
  const operationMoves = moves.filter(({ by }) => by === name);
  const successStatuses = Object.keys(route.responses).filter((status) => Number(status) < 400);
  const lines = [
    `Rule: [${meta.rule}](../${rulePlace(meta.rule)})`,
    `Answers: ${successStatuses.map((status) => (Number(status) === meta.successStatus ? `**${status}**` : status)).join(', ')}; refuses with ${preferredRefusals(operation).join(', ') || 'nothing'}; ${bodyNote(operation)}`,
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
  const fieldsTable = fieldTable(bodySchemaOf(operation) ?? {});
  return `### ${name}

${meta.description}

${lines
  .filter(Boolean)
  .map((line) => `- ${line}`)
  .join('\n')}
${fieldsTable ? `\n${fieldsTable}\n` : ''}
\`\`\`ts
${exampleCall(operation)}
\`\`\``;
}

function exampleCall({ name, route }: Operation): string {
  const parameters = pathParameters(route.path);
  const fields = name === 'files.upload' ? ['file'] : bodyFields(route);
  const args = [
    parameters.length > 0 ? `params: { ${parameters.join(', ')} }` : '',
    // A body without named fields may contain anything.
    fields.length > 0 || bodySchemaOf({ route })
      ? `body: ${fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'}`
      : '',
  ].filter(Boolean);
  return `const answer = await client.${name}(${args.length > 0 ? `{ ${args.join(', ')} }` : ''});`;
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function bodySchemaOf({ route }: Pick<Operation, 'route'>): Json | undefined {
  const schema = 'body' in route ? (route.body as Partial<ZodTypeAny> | undefined) : undefined;
  const isUpload = 'contentType' in route;
  return schema?.safeParse && !isUpload
    ? resolveReference(toSchema(schema as ZodTypeAny))
    : undefined;
}

function bodyNote({ route, meta }: Operation): string {
  if (meta.readsBodyAs === 'nothing') return 'nobody reads the body';
  if (meta.readsBodyAs !== 'json') return `the body is read as ${meta.readsBodyAs}`;
  const type = typeOf(toSchema(route.responses[meta.successStatus] as ZodTypeAny));
  return `the body is JSON: ${type.replace(/[A-Z]\w+/, (name) => `[${name}](#${anchor(name)})`)}`;
}

function responseEntry(name: string, schema: Json): string {
  const fields = fieldTable(schema);
  return fields && `### ${name}\n\n${schema.description}\n\n${fields}`;
}

/**
 * @returns one row for each field of a body, including the fields of nested objects; none when the body is not an
 * object
 */
function fieldTable(schema: Json): string {
  const rows = rowsOf(schema, '');
  return rows.length === 0
    ? ''
    : `| Field | Type | Required | Meaning and rules |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function rowsOf(schema: Json, parentPath: string): string[] {
  const requiredNames = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(
    ([name, field]) => {
      const requiredText = requiredNames.has(name) ? 'yes' : 'no';
      const row = `| \`${parentPath}${name}\` | ${typeOf(field)} | ${requiredText} | ${rulesOf(field)} |`;
      const nestedRows = alternativesOf(field).flatMap((choice) =>
        choice.type === 'array'
          ? rowsOf(choice.items as Json, `${parentPath}${name}[].`)
          : rowsOf(choice, `${parentPath}${name}.`),
      );
      return [row, ...nestedRows];
    },
  );
}

/** The alternatives of a field's type; most fields have only one. */
function alternativesOf(field: Json): Json[] {
  return Array.isArray(field.anyOf) ? (field.anyOf as Json[]) : [field];
}

/** @returns a schema in a few words, e.g. `list of string or null` */
function typeOf(field: Json): string {
  if (typeof field.$ref === 'string') {
    const resolvedField = resolveReference(field);
    return resolvedField.properties
      ? field.$ref.slice(field.$ref.lastIndexOf('/') + 1)
      : typeOf(resolvedField);
  }
  if (Array.isArray(field.anyOf))
    return [
      ...new Set(
        (field.anyOf as Json[]).flatMap((alternative) => typeOf(alternative).split(' or ')),
      ),
    ].join(' or ');
  if (field.type === 'array') return `list of ${typeOf(field.items as Json)}`;
  return [field.type ?? 'anything'].flat().join(' or ');
}

function rulesOf(field: Json): string {
  const values = alternativesOf(field).flatMap(
    (choice) => (resolveReference(choice).enum ?? []) as unknown[],
  );
  const allowedValues = values.filter((value) => value !== null).map((value) => `\`${value}\``);
  return [
    field.const === undefined ? '' : `Must be \`${field.const}\`.`,
    allowedValues.length > 0 ? `One of ${allowedValues.join(', ')}.` : '',
    field.exclusiveMinimum === undefined ? '' : `More than ${field.exclusiveMinimum}.`,
    field.description ?? '',
    field.minLength === 1 && !field.pattern ? 'Not empty.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
