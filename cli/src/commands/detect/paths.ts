/** Which of several paths a backend offers (decisions, section 1: the other readings). */
import { alternate, contract, type OperationName } from '@one-planet/contract';
import type { Prober, Reading } from './probe.ts';

const token = 'unknown-token-of-admissions-detect';
const nowhere = 'no_such_thing_9z';

const candidates: Partial<Record<OperationName, readonly string[]>> = {
  'applicants.activate': both('applicants.activate', contract.applicants.activate.path),
  'applicants.createPassword': both(
    'applicants.createPassword',
    contract.applicants.createPassword.path,
  ),
};

function both(name: string, canonical: string): string[] {
  return [canonical, alternate.operations[name]?.path ?? canonical];
}

/** Compares each path with one beside it that cannot be there. */
export async function detectPaths(prober: Prober): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const [name, paths] of Object.entries(candidates)) {
    const offered: string[] = [];
    for (const path of paths) if (await isOffered(prober, path)) offered.push(path);
    readings.push(toReading(name as OperationName, paths, offered));
  }
  return readings;
}

/** Asks with the operation's method and, because an unknown token may look like an unknown path, with another. */
async function isOffered(prober: Prober, template: string): Promise<boolean> {
  const path = template.replace(/:\w+/, token);
  const beside = template.replace(/[^/]+(\/:\w+)?$/, `${nowhere}$1`).replace(/:\w+/, token);
  for (const method of ['POST', 'DELETE']) {
    if ((await prober.ask(path, { method })) !== (await prober.ask(beside, { method })))
      return true;
  }
  return false;
}

function toReading(
  operation: OperationName,
  paths: readonly string[],
  offered: readonly string[],
): Reading {
  const common = { operation, part: 'path' };
  const [first = '', ...others] = offered;
  if (first && others.length === 0) {
    const why = 'it is answered differently from a path that does not exist; the other path is not';
    return { ...common, found: first, certainty: 'sure', why };
  }
  const why = first ? 'both paths exist' : 'neither path can be told from one that does not exist';
  return {
    ...common,
    found: first || (paths[0] ?? ''),
    certainty: first ? 'sure' : 'assumed',
    why,
  };
}
