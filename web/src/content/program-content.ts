import { programSlug } from '@one-planet/contract/program-slug';
import type { Content } from './content.ts';
import { useContent } from './use-content.ts';

type ProgramContent = NonNullable<Content['programs']>[string];

/** What the college tells of a program; however its name is written, as in the address of its page. */
export function useProgramContent(name: string): ProgramContent {
  return programContentOf(useContent(), name);
}

/** @returns the same for the build, which tells its questions to search engines */
export function programContentOf({ programs = {} }: Content, name: string): ProgramContent {
  const slug = programSlug(name);
  return Object.entries(programs).find(([key]) => programSlug(key) === slug)?.[1] ?? {};
}
