/** Which files a page or a script of the site names, and which answers may be kept. */

/** @returns the scripts that a built page begins with, in their order; nothing for what is no page of the site */
export function filesOf(html: string): string[] | undefined {
  return / data-files="([^"]+)"/.exec(html)?.[1]?.split(' ');
}

/** @returns what a built page would have kept ahead of it: the part of the site that is opened next, and a picture */
export function nextOf(html: string): string[] {
  return / data-next="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
}

/**
 * @param frame the files of a frame @param page those of a page, or of another frame
 * @returns whether both are of one build: a page begins with all that its frame begins with, but one file that did not
 *   change between two builds, e.g. React's, proves nothing
 */
export function isSameBuild(frame: readonly string[], page: readonly string[]): boolean {
  return frame.every((file) => page.includes(file));
}

/**
 * @returns all files of the build that a text names, but for what is seldom needed: pages name `/assets/…`, scripts each other `./…` and their styles
 *   `assets/…`
 */
export function named(text: string): string[] {
  const names = text.matchAll(/(?:["'`/]assets|["'`]\.)\/([\w.-]+\.(?:js|css|svg|woff2))\b/g);
  return Array.from(names, ([, name]) => `/assets/${name}`).filter((file) => !seldom.test(file));
}

/** Makes a PDF of photos: as much as all of an applicant's pages together, for those who need it once. */
const seldom = /\/write-pdf-/;

/**
 * @returns whether an answer to anything but a page may be kept. A page in its place is another's: of a host that has
 *   the file no more, or of a network that wants to be paid first. Photographs weigh more than the rest of the site; the
 *   browser's own cache may hold them.
 */
export function isWorthKeeping({ ok, headers }: Response): boolean {
  return ok && !/^(text\/html|image\/(?!svg))/.test(headers.get('content-type') ?? '');
}
