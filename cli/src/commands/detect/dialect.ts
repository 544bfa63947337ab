/** From readings to the dialect file that writes them. */
import {
  alternate,
  canonical,
  contract,
  type Dialect,
  type OperationName,
} from '@one-planet/contract';
import type { Reading } from './probe.ts';

export interface Detected {
  /** `canonical`, `alternate`, or `a mixture`. */
  name: string;
  dialect: Dialect;
  readings: readonly Reading[];
}

type Own = NonNullable<Dialect['operations'][string]>;

/** What no harmless request reveals is assumed to fit the rest. */
export function toDialect(readings: readonly Reading[]): Detected {
  const sure = readings.filter(({ certainty }) => certainty === 'sure');
  const differing = sure.filter((reading) => differs(reading));
  const isAlternate =
    sure.length > 0 && sure.every((reading) => reading.found === inAlternate(reading));
  if (isAlternate) return { name: 'alternate', dialect: alternate, readings };
  if (differing.length === 0) return { name: 'canonical', dialect: canonical, readings };
  return { name: 'a mix of both', dialect: mixture(differing), readings };
}

function mixture(differing: readonly Reading[]): Dialect {
  const operations: Record<string, Own> = {};
  for (const { operation, part, found } of differing) {
    const own = operations[operation] ?? {};
    operations[operation] =
      part === 'path' ? { ...own, path: found } : { ...own, body: { ...own.body, [part]: found } };
  }
  return { operations };
}

function differs({ operation, part, found }: Reading): boolean {
  return found !== (part === 'path' ? pathOf(operation) : part);
}

function inAlternate({ operation, part }: Reading): string | null {
  const own = alternate.operations[operation];
  return part === 'path' ? (own?.path ?? pathOf(operation)) : (own?.body?.[part] ?? part);
}

function pathOf(operation: OperationName): string {
  return operation === 'applicants.activate'
    ? contract.applicants.activate.path
    : contract.applicants.createPassword.path;
}
