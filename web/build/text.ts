/** Escapes a text for an attribute or an element of HTML or XML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON for inside a script element, which a `<` could end. */
export function toJsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const maxExcerptLength = 160;

/** @returns the beginning of a text, cut between words, as long as search engines show descriptions */
export function makeExcerpt(text: string): string {
  const singleLine = text.replace(/\s+/g, ' ').trim();
  if (singleLine.length <= maxExcerptLength) return singleLine;
  const cutLine = singleLine.slice(0, maxExcerptLength - 1);
  return `${cutLine.slice(0, Math.max(cutLine.lastIndexOf(' '), maxExcerptLength / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** The plain text of HTML that React has escaped. */
export function unescapeHtml(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

// Files for search engines.

/** @returns robots.txt, which excludes the pages of applicants */
export function makeRobotsTxt(origin: string | undefined): string {
  const lines = ['User-agent: *', 'Disallow: /applicant/', 'Disallow: /receipt/'];
  if (origin) lines.push('', `Sitemap: ${origin}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

/** @returns sitemap.xml. @param paths the paths of the pages that may be listed */
export function makeSitemap(origin: string, paths: readonly string[]): string {
  const urlElements = paths.map((path) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urlElements.join('')}</urlset>
`;
}
