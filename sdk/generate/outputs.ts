import { readFileSync } from 'node:fs';
import { alternate } from '@one-planet/contract';
import { renderClient, renderOperations } from './client-types.ts';
import { renderOpenApi } from './openapi.ts';
import { renderReference } from './reference.ts';
import { renderRequestBodies, renderRoutes } from './routes.ts';

/**
 * Everything that is generated from the contract and the examples: the path of a file from the root, and the function
 * that renders it.
 */
export const renderersByPath: Readonly<Record<string, () => string>> = {
  'sdk/src/generated/routes.ts': renderRoutes,
  'sdk/src/generated/request-bodies.ts': renderRequestBodies,
  'sdk/src/generated/operations.ts': renderOperations,
  'sdk/src/generated/client.ts': renderClient,
  'sdk/src/generated/dialects.ts': renderDialects,
  'sdk/openapi.json': renderOpenApi,
  'sdk/REFERENCE.md': renderReference,
  'docs/sdk.md': renderGuide,
};

/** The dialect `alternate` as plain data, because the contract makes it from schemas. */
function renderDialects(): string {
  return `/** Written by \`npm run generate\` from the contract. */
import type { Dialect } from '@one-planet/contract/wire';

/** The second reading of the specification, which some backends follow. */
export const alternate: Dialect = ${JSON.stringify(alternate, null, 2)};
`;
}

const rootUrl = new URL('../../', import.meta.url);
const exampleBlockPattern = /^```(tsx?) (sdk\/examples\/[\w-]+\.tsx?)\n.*?^```$/gms;

/**
 * The SDK's guide, with the code of every example it names inserted: blocks that open with ```` ```ts sdk/examples/…
 * ````.
 */
function renderGuide(): string {
  const guideText = readFileSync(new URL('docs/sdk.md', rootUrl), 'utf8');
  return guideText.replace(exampleBlockPattern, (_, language: string, path: string) => {
    const exampleCode = readFileSync(new URL(path, rootUrl), 'utf8');
    return `\`\`\`${language} ${path}\n${exampleCode}\`\`\``;
  });
}
