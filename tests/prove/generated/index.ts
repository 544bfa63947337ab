/** All generated faults, and samples of them. */
import { accessFaults } from './access.ts';
import { answerFaults, listFaults } from './answers.ts';
import type { Generated } from './generated.ts';
import { ruleFaults } from './rules.ts';
import { secretFaults } from './secrets.ts';
import { gateFaults, stateFaults } from './states.ts';

export const generated: readonly Generated[] = [
  ...answerFaults,
  ...listFaults,
  ...ruleFaults,
  ...gateFaults,
  ...stateFaults,
  ...accessFaults,
  ...secretFaults,
];

/** The same for the same seed, whatever the order of the list. */
export function sampleOf<T extends { name: string }>(
  all: readonly T[],
  count: number,
  seed: number,
): T[] {
  const rank = new Map(all.map(({ name }) => [name, hash(`${seed} ${name}`)]));
  return [...all].sort((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0)).slice(0, count);
}

/** FNV-1a, mixed once more: names that differ in their end only must not lie side by side. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}
