/** The list of pages in nginx.conf and Caddyfile, which match paths in any case: neither host can lower-case a path. */
import { type Route, routes } from '../../web/src/site/routes.ts';

/** @returns nginx.conf with a line for each page that the build renders, except the home page */
export function renderNginx(currentText: string): string {
  const maxPathLength = Math.max(...pagePaths.map(({ length }) => length));
  return replacePages(
    currentText,
    /(map \$uri \$route \{\n {2}default \$uri;\n)[^}]*/,
    (pagePath) =>
      `  ~*^(?<language>/..)?${`${pagePath}/?$`.padEnd(maxPathLength + 3)} $language${pagePath};\n`,
  );
}

/** @returns Caddyfile with the same pages, as `caddy fmt` writes them */
export function renderCaddy(currentText: string): string {
  return replacePages(
    currentText,
    /(map \{path\} \{route\} \{\n\t\tdefault \{path\}\n)(?:\t\t.*\n)*/,
    (page) => `\t\t~(?i)^(/..)?${page}/?$ $\{1}${page}\n`,
  );
}

const pagePaths = Object.values<Route>(routes)
  .filter(({ path, isClientOnly }) => !isClientOnly && path !== '/')
  .map(({ path }) => path.toLowerCase())
  .sort();

/** Writes a line for each page. @param mapPattern matches the map; its first group stays, the rest is replaced */
function replacePages(
  currentText: string,
  mapPattern: RegExp,
  renderPathLine: (pagePath: string) => string,
): string {
  const lines = pagePaths.map(renderPathLine);
  const updatedText = currentText.replace(mapPattern, (_, head: string) => head + lines.join(''));
  if (!lines.every((line) => updatedText.includes(line))) {
    throw new Error('there is no map of routes to write the pages into');
  }
  return updatedText;
}
