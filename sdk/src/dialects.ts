/** Dialects: how a backend names its paths and fields. The validation library is loaded only to parse one. */
import type { Dialect } from '@one-planet/contract/wire';

export {
  canonical,
  type Dialect,
  type OperationDialect,
  type ValueStyle,
} from '@one-planet/contract/wire';
export { alternate } from './generated/dialects.ts';

/**
 * Reads a dialect.
 * @param setting a name (`canonical`, `alternate`), or the parsed JSON of a dialect file
 * @throws {Error} naming every mistake in it
 */
export async function parseDialect(setting: unknown): Promise<Dialect> {
  const contract = await import('@one-planet/contract');
  return contract.parseDialect(setting);
}
