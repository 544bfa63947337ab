/** Public data, each fetched once. */

import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { programSlug } from './addresses.ts';
import { builtAtom } from './atoms.ts';
import { useSite } from './client.ts';
import { coursesOf, fingerprint, type Program, programsOf, textsOf } from './records.ts';
import { dropFromDevice, keepOnDevice, readFromDevice } from './storages.ts';

/** Programs, and how they came here. */
interface Offer {
  data: readonly Program[] | undefined;
  /** There are none to show: they could not be fetched. */
  isError: boolean;
  /** They are those of the build, because what changed since could not be fetched. */
  isOld: boolean;
  refetch: () => unknown;
}

/**
 * The programs that have a name, with their pictures; until they are fetched, those of the build.
 * @param wanted false: not to be fetched yet
 */
export function usePrograms(wanted = true): Offer {
  const { programs } = useAtomValue(builtAtom);
  const built = useMemo(() => programs && programsOf(programs), [programs]);
  return useOffer(built, wanted);
}

/** The programs at the address of a page: usually one, and none where there is no such program. */
export function useProgramsAt(field: string): Offer {
  const { page } = useAtomValue(builtAtom);
  const slug = programSlug(field);
  const isHere = ({ name }: Program) => programSlug(name) === slug;
  const built = useMemo(() => page && programsOf(page), [page]);
  const { data, ...rest } = useOffer(built?.some(isHere) ? built : undefined, true);
  return { data: data?.filter(isHere), ...rest };
}

function useOffer(built: readonly Program[] | undefined, wanted: boolean): Offer {
  const { hooks } = useSite();
  const { pictures } = useAtomValue(builtAtom);
  const { data, isError, refetch } = hooks.programs.list.useQuery({
    queryKey: ['programs.list'],
    queryData: { isUsable: isListOf(programsOf) },
    select: ({ body }) => programsOf(body),
    enabled: wanted,
  });
  const fetched = useMemo(() => data && withPictures(data, pictures), [data, pictures]);
  const failed = isError && !fetched;
  return {
    data: fetched ?? built,
    isError: failed && !built,
    isOld: failed && built !== undefined,
    refetch,
  };
}

/** A picture that the build made a file of keeps its address, so that the browser does not show it anew. */
function withPictures(
  programs: readonly Program[],
  pictures: Readonly<Record<string, string>> = {},
): readonly Program[] {
  if (Object.keys(pictures).length === 0) return programs;
  return programs.map((program) => {
    const file = pictures[fingerprint(program.base64String)];
    return file ? { ...program, base64String: file } : program;
  });
}

const wantedKey = 'wanted-program';

/** Remembers the program whose page she applied from, until she has applied: days later, after the test and the fee. */
export function keepWanted(program: string): void {
  keepOnDevice(wantedKey, programSlug(program));
}

export function dropWanted(): void {
  dropFromDevice(wantedKey);
}

/** @returns whether that is the one */
export function isWanted(program: string): boolean {
  return readFromDevice(wantedKey) === programSlug(program);
}

/** The courses of one program. */
export function useCourses(programId: string) {
  return useSite().hooks.programs.courses.useQuery({
    queryKey: ['programs.courses', programId],
    queryData: { params: { programId }, isUsable: isListOf(coursesOf) },
    select: ({ body }) => coursesOf(body),
  });
}

/** The texts that staff can change, by their id. */
export function useContents() {
  return useSite().hooks.contents.list.useQuery({
    queryKey: ['contents.list'],
    queryData: { isUsable: Array.isArray },
    select: ({ body }) => textsOf(body),
  });
}

/** Some backends send null for an empty list, or records without any use: the page then offers a retry. */
export function isListOf(read: (list: readonly unknown[]) => readonly unknown[]) {
  return (body: unknown): body is readonly unknown[] =>
    Array.isArray(body) && (body.length === 0 || read(body).length > 0);
}
