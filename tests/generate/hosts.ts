/** The pages in the configuration of each host: none of them can lower-case a path. */
import { type Route, routes } from '../../web/src/site/routes.ts';

/** @returns nginx.conf with a line for each page that the build renders, but for the home page */
export function renderNginx(before: string): string {
  const width = Math.max(...pages.map(({ length }) => length));
  return withPages(
    before,
    /(map \$uri \$route \{\n {2}default \$uri;\n)[^}]*/,
    (page) => `  ~*^(?<language>/..)?${`${page}/?$`.padEnd(width + 3)} $language${page};\n`,
  );
}

/** @returns Caddyfile with the same pages, as `caddy fmt` writes them */
export function renderCaddy(before: string): string {
  return withPages(
    before,
    /(map \{path\} \{route\} \{\n\t\tdefault \{path\}\n)(?:\t\t.*\n)*/,
    (page) => `\t\t~(?i)^(/..)?${page}/?$ $\{1}${page}\n`,
  );
}

const pages = Object.values<Route>(routes)
  .filter(({ path, isClientOnly }) => !isClientOnly && path !== '/')
  .map(({ path }) => path.toLowerCase())
  .sort();

/** @param map the first group stays, what follows it is written anew */
function withPages(before: string, map: RegExp, line: (page: string) => string): string {
  const lines = pages.map(line);
  const written = before.replace(map, (_, head: string) => head + lines.join(''));
  if (!lines.every((one) => written.includes(one))) {
    throw new Error('there is no map of routes to write the pages into');
  }
  return written;
}
