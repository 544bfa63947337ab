import {
  allowedStates,
  bodyFields,
  moves,
  type Operation,
  operations,
  pathParameters,
  rulePlace,
} from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { preferredRefusals } from './answers.ts';
import { fieldTable, typeOf } from './fields.ts';
import { componentSchemas, type Json, resolved, toSchema } from './schema.ts';
import { operationTexts } from './texts/operations.ts';

/** The reference of all operations for people: one table, then an entry each. */
export function renderReference(): string {
  const rows = operations.map(
    ({ name, route, meta }) =>
      `| [\`${name}\`](#${anchor(name)}) | ${route.method} | \`${route.path}\` | ${meta.auth} | ${meta.success} |`,
  );
  return `# Operations

Written by \`npm run generate\` from the contract. The wire is the canonical one; a dialect may change paths and field names.
Paths follow the API's base, which ends in \`/api\`. Every operation also tolerates other 4xx refusals with readable text, extra fields, and optional fields that are absent, null or empty.
Auth: \`bearer\` answers 401 without a valid token, \`optional\` must work without one, \`none\` gets none.

| Operation | Method | Path | Auth | Success |
|---|---|---|---|---|
${rows.join('\n')}

${operations.map(entry).join('\n\n')}

# Answers

What operations answer, and the objects in it.

${Object.entries(componentSchemas())
  .filter(([name]) => !name.endsWith('Request'))
  .map(([name, schema]) => answerEntry(name, schema as Json))
  .filter(Boolean)
  .join('\n\n')}
`;
}

function entry(operation: Operation): string {
  const { name, route, meta } = operation;
  const states = allowedStates(name);
  const own = moves.filter(({ by }) => by === name);
  const successes = Object.keys(route.responses).filter((status) => Number(status) < 400);
  const lines = [
    `Rule: [${meta.rule}](../${rulePlace(meta.rule)})`,
    `Answers: ${successes.map((status) => (Number(status) === meta.success ? `**${status}**` : status)).join(', ')}; refuses with ${preferredRefusals(operation).join(', ') || 'nothing'}; ${bodyNote(operation)}`,
    states ? `Allowed in: ${states.join(', ')}` : '',
    ...own.map(
      ({ from, to, when }) =>
        `Moves: ${from ?? '(registered)'} to ${to}${when ? `, when ${when}` : ''}`,
    ),
    meta.safeToRepeat
      ? 'The SDK repeats it when a connection fails'
      : 'The SDK never repeats it by itself',
    meta.mayBeMissing ? 'A backend may leave it out' : '',
  ];
  const fields = fieldTable(bodySchema(operation) ?? {});
  return `### ${name}

${operationTexts[name].description}

${lines
  .filter(Boolean)
  .map((line) => `- ${line}`)
  .join('\n')}
${fields ? `\n${fields}\n` : ''}
\`\`\`ts
${example(operation)}
\`\`\``;
}

function example({ name, route }: Operation): string {
  const parameters = pathParameters(route.path);
  const fields = name === 'files.upload' ? ['file'] : bodyFields(route);
  const args = [
    parameters.length > 0 ? `params: { ${parameters.join(', ')} }` : '',
    // A body without named fields may hold anything.
    fields.length > 0 || bodySchema({ route })
      ? `body: ${fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'}`
      : '',
  ].filter(Boolean);
  return `const answer = await client.${name}(${args.length > 0 ? `{ ${args.join(', ')} }` : ''});`;
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function bodySchema({ route }: Pick<Operation, 'route'>): Json | undefined {
  const schema = 'body' in route ? (route.body as Partial<ZodTypeAny> | undefined) : undefined;
  const isUpload = 'contentType' in route;
  return schema?.safeParse && !isUpload ? resolved(toSchema(schema as ZodTypeAny)) : undefined;
}

function bodyNote({ route, meta }: Operation): string {
  if (meta.reads === 'nothing') return 'nobody reads the body';
  if (meta.reads !== 'json') return `the body is read as ${meta.reads}`;
  const type = typeOf(toSchema(route.responses[meta.success] as ZodTypeAny));
  return `the body is JSON: ${type.replace(/[A-Z]\w+/, (name) => `[${name}](#${anchor(name)})`)}`;
}

function answerEntry(name: string, schema: Json): string {
  const fields = fieldTable(schema);
  return fields && `### ${name}\n\n${schema.description}\n\n${fields}`;
}
