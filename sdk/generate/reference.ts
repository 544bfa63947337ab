import {
  allowedStates,
  bodyFields,
  type Operation,
  operations,
  pathParameters,
  transitions,
} from '@one-planet/contract';

/** The reference of all operations for people: one table, then an entry each. */
export function renderReference(): string {
  const rows = operations.map(
    ({ name, route, meta }) =>
      `| [\`${name}\`](#${anchor(name)}) | ${route.method} | \`${route.path}\` | ${meta.auth} | ${meta.success} |`,
  );
  return `# Operations

Written by \`npm run generate\` from the contract. The wire is the canonical one; a dialect may change paths and field names.
Paths follow the API's base, which ends in \`/api\`. Every operation also tolerates other 4xx refusals with readable text.

| Operation | Method | Path | Auth | Success |
|---|---|---|---|---|
${rows.join('\n')}

${operations.map(entry).join('\n\n')}
`;
}

function entry(operation: Operation): string {
  const { name, route, meta } = operation;
  const states = allowedStates(name);
  const moves = transitions.filter(({ by }) => by === name);
  const successes = Object.keys(route.responses).filter((status) => Number(status) < 400);
  const bearer = meta.auth === 'bearer' ? [401, 403] : [];
  const lines = [
    `Specification: ${meta.spec}`,
    `Answers: ${successes.map((status) => (Number(status) === meta.success ? `**${status}**` : status)).join(', ')}; refuses with ${[...new Set([...bearer, ...meta.refuses])].join(', ') || 'nothing'}; ${bodyNote(meta.reads)}`,
    states ? `Allowed in: ${states.join(', ')}` : '',
    ...moves.map(
      ({ from, to, when }) =>
        `Moves: ${from ?? '(registered)'} to ${to}${when ? `, when ${when}` : ''}`,
    ),
    meta.safeToRepeat
      ? 'Repeated by the SDK when a connection fails'
      : 'Never repeated by the SDK on its own',
    meta.mayBeMissing ? 'A backend may leave it out' : '',
  ];
  return `### ${name}

${route.summary}.

${lines
  .filter(Boolean)
  .map((line) => `- ${line}`)
  .join('\n')}

\`\`\`ts
${example(operation)}
\`\`\``;
}

function example({ name, route }: Operation): string {
  const parameters = pathParameters(route.path);
  const fields = name === 'files.upload' ? ['file'] : bodyFields(route);
  const args = [
    parameters.length > 0 ? `params: { ${parameters.join(', ')} }` : '',
    fields.length > 0 ? `body: { ${fields.join(', ')} }` : '',
  ].filter(Boolean);
  return `const answer = await client.${name}(${args.length > 0 ? `{ ${args.join(', ')} }` : ''});`;
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function bodyNote(reads: Operation['meta']['reads']): string {
  return reads === 'nothing' ? 'nobody reads the body' : `the body is read as ${reads}`;
}
