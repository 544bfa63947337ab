import { renderCountries } from './countries.ts';
import { renderOpenApi } from './openapi.ts';
import { renderReference } from './reference.ts';
import { renderRoutes } from './routes.ts';

/** Everything made from the contract: the file's path from the project's root, and what makes its text. */
export const outputs: Readonly<Record<string, () => string>> = {
  'contract/src/generated/countries.ts': renderCountries,
  'sdk/src/generated/routes.ts': renderRoutes,
  'sdk/openapi.json': renderOpenApi,
  'sdk/REFERENCE.md': renderReference,
};
