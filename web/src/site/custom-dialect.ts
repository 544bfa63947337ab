import { type Dialect, DialectError, parseDialect } from '@one-planet/contract';
import { SettingsError } from './config.ts';

/** @throws {SettingsError} naming every mistake in the dialect */
export function readCustomDialect(dialect: unknown): Dialect {
  try {
    return parseDialect(dialect);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    throw new SettingsError(error.problems.map((problem) => `dialect: ${problem}`));
  }
}
