import { routes } from '../../web/src/routes.ts';

/** @returns nginx.conf with a line for each page that the build renders, but for the home page */
export function renderNginx(before: string): string {
  const pages = Object.values(routes)
    .filter(({ path, prerendered }) => prerendered && path !== '/')
    .map(({ path }) => path.toLowerCase())
    .sort();
  const patterns = pages.map((page) => `~*^(?<language>/..)?${page}/?$`);
  const width = Math.max(...patterns.map(({ length }) => length));
  const lines = pages.map((page, at) => `  ${patterns[at]?.padEnd(width)} $language${page};\n`);
  const written = before.replace(
    /(map \$uri \$route \{\n {2}default \$uri;\n)[^}]*/,
    (_, head: string) => head + lines.join(''),
  );
  if (!lines.every((line) => written.includes(line))) {
    throw new Error('web/nginx.conf has no map of routes to write the pages into');
  }
  return written;
}
