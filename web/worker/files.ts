/** Which files a page or a script of the site names. */

/** @returns the scripts that a built page begins with, in their order; nothing for what is no page of the site */
export function filesOf(html: string): string[] | undefined {
  return / data-files="([^"]+)"/.exec(html)?.[1]?.split(' ');
}

/**
 * @returns all files of the build that a text names: pages name `/assets/…`, scripts each other `./…` and their styles
 *   `assets/…`
 */
export function named(text: string): string[] {
  const names = text.matchAll(/(?:["'`/]assets|["'`]\.)\/([\w.-]+\.(?:js|css|svg|woff2))\b/g);
  return Array.from(names, ([, name]) => `/assets/${name}`);
}
