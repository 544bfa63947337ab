/** Queries for public data: programs, courses and texts. Each is fetched once. */

import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { makeProgramSlug } from './addresses.ts';
import { builtDataAtom } from './atoms.ts';
import { useSite } from './client.ts';
import {
  coursesOf,
  makeFingerprint,
  type Program,
  programsOf,
  readContentTextsById,
} from './records.ts';

/** The programs, and whether they could be fetched. */
interface ProgramsQuery {
  data: readonly Program[] | undefined;
  /** They could not be fetched, and the build has none either. */
  isError: boolean;
  /** They could not be fetched, so they are those of the build. */
  isOutdated: boolean;
  refetch: () => unknown;
}

/**
 * The programs that have a name, with their pictures; until they are fetched, those of the build.
 * @param isEnabled false if they are not to be fetched yet
 */
export function usePrograms(isEnabled = true): ProgramsQuery {
  const { programs } = useAtomValue(builtDataAtom);
  const builtPrograms = useMemo(() => programs && programsOf(programs), [programs]);
  return useProgramsQuery(builtPrograms, isEnabled);
}

/** The programs whose page has this address: usually one, more if their names are spelt alike, or none. */
export function useProgramsWithSlug(nameOrSlug: string): ProgramsQuery {
  const { page } = useAtomValue(builtDataAtom);
  const slug = makeProgramSlug(nameOrSlug);
  const hasSlug = ({ name }: Program) => makeProgramSlug(name) === slug;
  const builtPrograms = useMemo(() => page && programsOf(page), [page]);
  const { data, ...rest } = useProgramsQuery(
    builtPrograms?.some(hasSlug) ? builtPrograms : undefined,
    true,
  );
  return { data: data?.filter(hasSlug), ...rest };
}

function useProgramsQuery(
  builtPrograms: readonly Program[] | undefined,
  isEnabled: boolean,
): ProgramsQuery {
  const { hooks } = useSite();
  const { pictures } = useAtomValue(builtDataAtom);
  const { data, isError, refetch } = hooks.programs.list.useQuery({
    call: { isUsable: makeListCheck(programsOf) },
    select: programsOf,
    enabled: isEnabled,
  });
  const fetchedPrograms = useMemo(() => data && withPictures(data, pictures), [data, pictures]);
  const hasFailed = isError && !fetchedPrograms;
  return {
    data: fetchedPrograms ?? builtPrograms,
    isError: hasFailed && !builtPrograms,
    isOutdated: hasFailed && builtPrograms !== undefined,
    refetch,
  };
}

/** Replaces each picture that the build wrote to a file by that file's address, so that the browser does not reload it. */
function withPictures(
  programs: readonly Program[],
  pictureAddresses: Readonly<Record<string, string>> = {},
): readonly Program[] {
  if (Object.keys(pictureAddresses).length === 0) return programs;
  return programs.map((program) => {
    const pictureAddress = pictureAddresses[makeFingerprint(program.base64String)];
    return pictureAddress ? { ...program, base64String: pictureAddress } : program;
  });
}

/** The courses of one program. */
export function useCourses(programId: string) {
  return useSite().hooks.programs.courses.useQuery(
    { programId },
    { call: { isUsable: makeListCheck(coursesOf) }, select: coursesOf },
  );
}

/** The texts that staff can change, by id. */
export function useContents() {
  return useSite().hooks.contents.list.useQuery({
    call: { isUsable: Array.isArray },
    select: readContentTextsById,
  });
}

/** For `isUsable`: some backends send null, or only records that can't be read; the page then offers a retry. */
export function makeListCheck(readRecords: (list: readonly unknown[]) => readonly unknown[]) {
  return (body: unknown): body is readonly unknown[] =>
    Array.isArray(body) && (body.length === 0 || readRecords(body).length > 0);
}
