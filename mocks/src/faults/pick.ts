import type { Fault } from './fault.ts';

/**
 * @param kind what they are called in the message
 * @returns those of these names, in the order of the list
 * @throws {Error} naming an unknown one and all known ones
 */
export function pick(
  kind: string,
  all: readonly Fault[],
  names: readonly string[],
): readonly Fault[] {
  const known = all.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new Error(`There is no ${kind} "${name}". Known are ${known.join(', ')}.`);
  }
  return all.filter(({ name }) => names.includes(name));
}
