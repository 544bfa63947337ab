/** Which files a page or a script of the site refers to, and which responses may be cached. */

/** @returns the scripts that a built page loads first, in order; `undefined` if the HTML is not a page of the site */
export function filePathsOf(html: string): string[] | undefined {
  return / data-files="([^"]+)"/.exec(html)?.[1]?.split(' ');
}

/** @returns the files that a built page asks to cache ahead: scripts of pages that are likely opened next, and a picture */
export function prefetchPathsOf(html: string): string[] {
  return / data-next="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
}

/**
 * @param shellFiles the files of a shell (shell.html) @param pageFiles those of a page, or of another shell
 * @returns whether both are of the same build: a page loads all files of its shell. A single common file proves nothing,
 *   because some, e.g. React's, do not change between builds
 */
export function isSameBuild(shellFiles: readonly string[], pageFiles: readonly string[]): boolean {
  return shellFiles.every((file) => pageFiles.includes(file));
}

/**
 * @returns all files of the build that a text refers to, except for a rarely needed one: pages write `/assets/…`,
 *   scripts write `./…` for each other and `assets/…` for their styles
 */
export function filesNamedIn(text: string): string[] {
  const nameMatches = text.matchAll(/(?:["'`/]assets|["'`]\.)\/([\w.-]+\.(?:js|css|svg|woff2))\b/g);
  return Array.from(nameMatches, ([, name]) => `/assets/${name}`).filter(
    (file) => !rarelyNeededFilePattern.test(file),
  );
}

/** The script that writes PDFs (offline/write-pdf.ts) is as large as all of an applicant's pages, and few need it. */
const rarelyNeededFilePattern = /\/write-pdf-/;

/**
 * @returns whether the response to a request for anything but a page may be cached. HTML is not what was requested: the
 *   host no longer has the file, or a captive portal responded. Photographs are larger than the rest of the site, and
 *   left to the browser's own cache.
 */
export function isCacheable({ ok, headers }: Response): boolean {
  return ok && !/^(text\/html|image\/(?!svg))/.test(headers.get('content-type') ?? '');
}

/**
 * @returns whether the policy that a page came with allows the page's inline style and script. While a new build is
 *   deployed, a host may send new pages with the policy of the old ones: cached, such a page would stay blank.
 */
export async function isAllowedByPolicy(html: string, { headers }: Response): Promise<boolean> {
  const policies = headers.get('content-security-policy') ?? '';
  for (const [element, directive] of [
    ['style', 'style-src'],
    ['script', 'script-src'],
  ] as const) {
    const [, text = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    const sourceLists = policies.match(new RegExp(`${directive} [^;,]*`, 'g')) ?? [];
    if (!sourceLists.every((sources) => sources.includes(`'sha256-${hash}'`))) return false;
  }
  return true;
}

/**
 * Whether a response is the page for maintenance (docs/hosting.md): it is shown, although its status is that of a host that
 * is down.
 */
export const isMaintenance = ({ status, headers }: Response): boolean =>
  status === 503 &&
  headers.has('retry-after') &&
  /^text\/html\b/.test(headers.get('content-type') ?? '');
