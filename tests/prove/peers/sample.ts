import { faultList, harmlessList } from '@one-planet/mocks';

/** A server to stand beside the healthy one. */
export interface Case {
  kind: 'fault' | 'harmless';
  name: string;
  /** The class of a fault. */
  class: string;
}

const harmless: readonly Case[] = harmlessList.map(({ name }) => ({
  kind: 'harmless',
  name,
  class: 'harmless',
}));
const faults: readonly Case[] = faultList.map((fault) => ({
  kind: 'fault',
  name: fault.name,
  class: fault.class,
}));

/**
 * The same every time: every fourth fault, the first of each class that would have none, and eight harmless
 * variations spread over the list.
 */
export const cases: readonly Case[] = takeSample();

function takeSample(): Case[] {
  const fourth = faults.filter((_, index) => index % 4 === 0);
  const has = new Set(fourth.map((fault) => fault.class));
  const firsts = faults.filter((fault) => !has.has(fault.class) && has.add(fault.class));
  const some = harmless.filter((_, index) => index % Math.ceil(harmless.length / 8) === 0);
  return [...fourth, ...firsts, ...some];
}
