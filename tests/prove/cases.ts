/** Every backend the checks are proved on: broken in one way, or correct in another. */
import { faultList, harmlessList } from '@one-planet/mocks';
import type { Difference } from './broken-server.ts';
import { fronts } from './fronts.ts';

export interface Case extends Difference {
  name: string;
  kind: 'fault' | 'healthy';
  /** What is different, in words. */
  sentence: string;
  /** Of a fault. */
  class?: string;
}

/** Short enough for a run to be late. */
const shortExam = 0.01;

/** Two minutes are two seconds there: a run is longer, and a check can wait for the end. */
const shortSessions = {
  harmless: ['sessions-of-two-minutes'],
  clockSpeed: 60,
  sessionMinutes: 2 / 60,
};

const faults: Case[] = faultList.map(({ name, sentence, class: kind }) => ({
  name,
  kind: 'fault',
  class: kind,
  sentence,
  faults: [name],
  ...(name === 'exam-late-accepted' ? { examMinutes: shortExam } : {}),
  ...(name === 'hangs' ? { timeoutMs: 3000 } : {}),
  ...(name === 'sessions-endless' ? shortSessions : {}),
}));

/** Dialects of our own and some that are made of both (decisions, section 1). */
const dialects: Case[] = [
  { name: 'canonical', kind: 'healthy', sentence: 'The dialect canonical.' },
  { name: 'alternate', kind: 'healthy', sentence: 'The dialect alternate.', dialect: 'alternate' },
  {
    name: 'mixture-fields',
    kind: 'healthy',
    sentence: 'The field names of alternate at the paths of canonical.',
    dialect: 'mixtures/fields.json',
  },
  {
    name: 'mixture-paths',
    kind: 'healthy',
    sentence:
      'The paths of alternate with the field names of canonical, and activation with the password.',
    dialect: 'mixtures/paths.json',
  },
  {
    name: 'mixture-values',
    kind: 'healthy',
    sentence: 'The values of alternate, and a registration with the third reading of its fields.',
    dialect: 'mixtures/values.json',
  },
  {
    name: 'another-seed',
    kind: 'healthy',
    sentence: 'Other data: names, codes, questions.',
    seed: 7,
  },
];

const variations: Case[] = harmlessList.map(({ name, sentence }) => ({
  name,
  kind: 'healthy',
  sentence,
  harmless: [name],
  ...(name === 'sessions-of-two-minutes' ? shortSessions : {}),
}));

/** What stands between many backends and the world. */
const proxied: Case[] = fronts.map(({ name, sentence }) => ({
  name,
  kind: 'healthy',
  sentence,
  front: name,
}));

/** How often a failed exam may be taken again. */
const attempts: Case[] = [0, 1, 3].map((retakes) => ({
  name: `retakes-${retakes}`,
  kind: 'healthy',
  sentence: `A failed exam can be taken again ${['never', 'once', '', '3 times'][retakes]}.`,
  retakes,
}));

export const cases: readonly Case[] = [
  ...faults,
  ...dialects,
  ...variations,
  ...attempts,
  ...proxied,
];
