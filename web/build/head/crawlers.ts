/** Files for search engines. */
import { escaped } from './text.ts';

/** @returns robots.txt: an applicant's own pages are nobody else's business */
export function robots(origin: string | undefined): string {
  const lines = ['User-agent: *', 'Disallow: /applicant/', 'Disallow: /receipt/'];
  if (origin) lines.push('', `Sitemap: ${origin}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

/** @returns sitemap.xml. @param paths of the pages that may be listed */
export function sitemap(origin: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escaped(origin + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}
