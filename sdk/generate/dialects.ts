import { alternate } from '@one-planet/contract';

/** Makes the dialect `alternate` as plain data, because the contract makes it from schemas. */
export function renderDialects(): string {
  return `/** Written by \`npm run generate\` from the contract. */
import type { Dialect } from '@one-planet/contract/wire';

/** The other reading of the specifications: see docs/decisions. */
export const alternate: Dialect = ${JSON.stringify(alternate, null, 2)};
`;
}
