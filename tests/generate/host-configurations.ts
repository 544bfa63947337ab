/**
 * The lists of pages in nginx.conf and Caddyfile, which match paths in any case: neither host can lower-case a path. And
 * the pages without a file, for the site's own server.
 */
import { type Route, routes } from '../../web/src/site/routes.ts';
import { keysOf } from '../../web/src/site/unchecked.ts';
import { type LanguageCode, languages, pathPrefixOf } from '../../web/src/texts/languages.ts';

/** @returns nginx.conf with a line for each page that the build renders, except the home page, and for the others */
export function renderNginx(currentText: string): string {
  const maxPathLength = Math.max(...pagePaths.map(({ length }) => length));
  const renderPathLine = (pagePath: string) =>
    `  ~*^(?<language>/..)?${`${pagePath}/?$`.padEnd(maxPathLength + 3)} $language${pagePath};\n`;
  return replaceMaps(
    currentText,
    [/(map \$uri \$route \{\n {2}default \$uri;\n)[^}]*/, pagePaths.map(renderPathLine)],
    [
      /(map \$uri \$scripted_page \{\n {2}default "";\n)[^}]*/,
      languageCodes.map((code) => `  ~*${scriptedPathsOf(code)} ${shellOf(code)};\n`),
    ],
  );
}

/** @returns Caddyfile with the same pages, as `caddy fmt` writes them */
export function renderCaddy(currentText: string): string {
  const renderPathLine = (page: string) => `\t\t~(?i)^(/..)?${page}/?$ $\{1}${page}\n`;
  return replaceMaps(
    currentText,
    [
      /(map \{path\} \{route\} \{\n\t\tdefault \{path\}\n)(?:\t\t.*\n)*/,
      pagePaths.map(renderPathLine),
    ],
    [
      /(map \{path\} \{scripted_page\} \{\n\t\tdefault ""\n)(?:\t\t.*\n)*/,
      languageCodes.map((code) => `\t\t~(?i)${scriptedPathsOf(code)} ${shellOf(code)}\n`),
    ],
  );
}

/** @returns the module with the same pattern for the site's own server */
export function renderScriptedPages(): string {
  return `/** Made from web/src/site/routes.ts by \`npm run generate\`. */

/** The paths of the site's pages that have no file, because only its script can show them. */
export const scriptedPagePattern =
  /^(${languageCodes.map((code) => escapeSlashes(pathPrefixOf(code))).join('|')})\\/(${escapeSlashes(scriptedPathStarts)})\\/.+/i;
`;
}

const escapeSlashes = (source: string) => source.replaceAll('/', '\\/');

const routeList = Object.values<Route>(routes);

const pagePaths = routeList
  .filter(({ path, isClientOnly }) => !isClientOnly && path !== '/')
  .map(({ path }) => path.toLowerCase())
  .sort();

const languageCodes = keysOf(languages);

const shellOf = (code: LanguageCode) => `${pathPrefixOf(code)}/shell.html`;

/** In a regular expression: the beginnings of the paths of pages without a file. */
const scriptedPathStarts = routeList
  .filter(({ path, isClientOnly }) => isClientOnly && path.startsWith('/'))
  .map(({ path }) => path.replace(/^\/|\/:\w+$/g, ''))
  .sort()
  .join('|');

/** @returns a regular expression. A parameter has any characters, because a host decodes the slashes in it */
const scriptedPathsOf = (code: LanguageCode) => `^${pathPrefixOf(code)}/(${scriptedPathStarts})/.+`;

/** Writes the lines of maps. @param maps a pattern, whose first group stays while the rest is replaced, and the lines */
function replaceMaps(
  currentText: string,
  ...maps: readonly [mapPattern: RegExp, lines: readonly string[]][]
): string {
  let updatedText = currentText;
  for (const [mapPattern, lines] of maps) {
    updatedText = updatedText.replace(mapPattern, (_, head: string) => head + lines.join(''));
    if (!lines.every((line) => updatedText.includes(line)))
      throw new Error('there is no map of routes to write the pages into');
  }
  return updatedText;
}
