/** The backends whose source is mutated. */
import { fileURLToPath } from 'node:url';
import { readsOtherwise } from '../../second-backend/checked.ts';

export interface Target {
  /** What is copied, and in it the folders whose files are mutated. */
  source: string;
  mutated: RegExp;
  /** Its place in the copy. */
  place: string;
  /** Checks that fail without any mutant: what the specification leaves open, read its own way. */
  fails: readonly string[];
}

const repository = new URL('../../../', import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, repository));

export const repositoryPath = path('.');

export const targets = {
  /** What it offers and asks is data; how it decides is not. */
  mock: {
    source: path('mocks'),
    place: 'mocks',
    fails: [],
    mutated: /^src\/(api|http|resources|rules|data)\/(?!questions\/)(?!.*\.test\.ts$).*\.ts$/,
  },
  /** Its ways in: `main` starts it, `ops` is its outbox and its staff, beside the API. */
  second: {
    source: path('tests/second-backend'),
    place: 'second-backend',
    fails: readsOtherwise,
    mutated: /^(?!main|index|ops|check|questions|countries)[\w-]+\.ts$/,
  },
} as const satisfies Record<string, Target>;
export type TargetName = keyof typeof targets;
