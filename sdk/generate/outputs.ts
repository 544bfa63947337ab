import { renderGuide } from './guide.ts';
import { renderOpenApi } from './openapi.ts';
import { renderReference } from './reference.ts';
import { renderRoutes } from './routes.ts';

/** Everything generated from the contract and the examples: the file's path from the root, and what renders it. */
export const outputs: Readonly<Record<string, () => string>> = {
  'sdk/src/generated/routes.ts': renderRoutes,
  'sdk/openapi.json': renderOpenApi,
  'sdk/REFERENCE.md': renderReference,
  'docs/sdk.md': renderGuide,
};
