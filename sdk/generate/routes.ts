import { errorStatusMeanings, operations } from '@one-planet/contract';
import { findBodySchema } from './example-call.ts';

const commonRefusalStatuses = Object.keys(errorStatusMeanings).map(Number);

/** Makes the route table without schemas: what a browser needs for a call, with the types of the contract. */
export function renderRoutes(): string {
  const linesByResource = new Map<string, string[]>();
  for (const { name, route, meta } of operations) {
    const [resource = '', key = ''] = name.split('.');
    const statuses = Object.keys(route.responses).map(Number);
    const preferredStatuses = statuses.filter((status) => !commonRefusalStatuses.includes(status));
    if (preferredStatuses.length + commonRefusalStatuses.length !== statuses.length) {
      throw new Error(`${name} does not declare every tolerated refusal`);
    }
    const isMultipart = 'contentType' in route && route.contentType === 'multipart/form-data';
    // What a token opens, and receipts, which some backends show to everybody who has the code.
    const isPersonal = meta.auth === 'bearer' || (meta.personalFields ?? []).length > 0;
    const args = [
      JSON.stringify(name),
      JSON.stringify(route.method),
      JSON.stringify(route.path),
      `[${preferredStatuses.join(', ')}]`,
      JSON.stringify(meta.auth),
      JSON.stringify(meta.readsBodyAs),
      String(meta.safeToRepeat),
      ...(isMultipart || isPersonal ? [String(isPersonal)] : []),
      ...(isMultipart ? ['true'] : []),
    ];
    const resourceLines = linesByResource.get(resource) ?? [];
    resourceLines.push(`    ${key}: route(${args.join(', ')}),`);
    linesByResource.set(resource, resourceLines);
  }
  const tableLines = [...linesByResource].map(
    ([resource, lines]) => `  ${resource}: {\n${lines.join('\n')}\n  },`,
  );
  return `/** Written by \`npm run generate\` from the contract. */
import type { contract, OperationMeta, OperationName } from '@one-planet/contract';

/** Every operation may be refused with any of these. */
const refusals = [${commonRefusalStatuses.join(', ')}];

/** An operation as the fetcher reads it. */
export interface GeneratedMeta extends Pick<OperationMeta, 'auth' | 'readsBodyAs' | 'safeToRepeat'> {
  operation: OperationName;
  /** True if only the person who is logged in may see what it answers. */
  isPersonal: boolean;
}

function route(
  operation: OperationName,
  method: string,
  path: string,
  successes: readonly number[],
  auth: GeneratedMeta['auth'],
  readsBodyAs: GeneratedMeta['readsBodyAs'],
  safeToRepeat: boolean,
  isPersonal = false,
  isMultipart = false,
) {
  return {
    method,
    path,
    responses: Object.fromEntries([...successes, ...refusals].map((status) => [status, null])),
    metadata: { operation, auth, readsBodyAs, safeToRepeat, isPersonal } satisfies GeneratedMeta,
    ...(isMultipart ? { contentType: 'multipart/form-data' } : {}),
  };
}

/** The contract's routes, without its schemas. */
export const routes = {
${tableLines.join('\n')}
} as unknown as typeof contract;

/** Fields that are secret, in every dialect. */
export const secretFields: readonly string[] = ${fieldNamesAsJson('secretFields')};

/** Fields that hold personal data, in every dialect. */
export const personalFields: readonly string[] = ${fieldNamesAsJson('personalFields')};
`;
}

/** Makes the list of the operations that need a body, apart from the routes, because a page's production build checks nothing. */
export function renderRequestBodies(): string {
  const names = operations
    .filter((operation) => findBodySchema(operation)?.isOptional() === false)
    .map(({ name }) => `  '${name}',`);
  return `/** Written by \`npm run generate\` from the contract. */

/** The operations that cannot be called without a body. */
export const operationsWithBody: readonly string[] = [
${names.join('\n')}
];
`;
}

/** @returns the names of secret or personal fields, in every dialect */
function fieldNamesAsJson(metaKey: 'secretFields' | 'personalFields'): string {
  const names = operations.flatMap(({ meta }) =>
    (meta[metaKey] ?? []).flatMap((fieldName) => [
      fieldName,
      meta.otherReadings?.alternate?.body?.[fieldName] ?? fieldName,
      meta.otherReadings?.unnamedDialects?.body?.[fieldName] ?? fieldName,
    ]),
  );
  return JSON.stringify([...new Set(names)].sort());
}
