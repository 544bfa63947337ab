/** What is to be seen at once waits for no file of its own: the college's mark and a page's first drawing. */

/** A larger one would hold up the words around it. */
const mostBytes = 6000;

/**
 * @param html of a page's body
 * @param read gives the text of a drawing by its address
 * @returns the page with them in itself
 */
export async function withDrawings(
  html: string,
  read: (address: string) => Promise<string>,
): Promise<string> {
  const main = html.indexOf('<main');
  const [first = ''] = /<img[^>]*>/.exec(html.slice(main)) ?? [];
  const [, found] = / src="(\/assets\/[^"]+\.svg)"/.exec(first) ?? [];
  const atOnce = found && !first.includes('loading="lazy"') ? [found] : [];
  let written = html;
  for (const address of ['/mark.svg', ...atOnce]) {
    const drawing = await read(address);
    if (drawing.length > mostBytes) continue;
    const inside = `src="${dataAddress(drawing)}"`;
    written = written.replaceAll(`src="${address}"`, () => inside);
  }
  return written;
}

/** In an attribute, as short as it may be. */
function dataAddress(svg: string): string {
  const text = svg.trim().replace(/%/g, '%25').replace(/#/g, '%23').replace(/&/g, '&amp;');
  return `data:image/svg+xml,${text.replace(/"/g, /'/.test(text) ? '&quot;' : "'")}`;
}
