/** The paths of the API's public lists, as patterns; the build puts them here (build/worker.ts). */
declare const PUBLIC_LISTS: readonly string[];

/** @returns true for what everybody may read: programs, courses and texts, never anything of one person */
export function isPublicList(pathname: string): boolean {
  return PUBLIC_LISTS.some((pattern) => new RegExp(pattern).test(pathname));
}
