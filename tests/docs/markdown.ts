/** Reads a Markdown page: its code blocks, its links and its anchors. */

/** A fenced block. */
export interface Block {
  /** What follows the opening fence, e.g. `ts sdk/examples/login.ts`. */
  info: string;
  text: string;
}

const fenced = /^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2 *$\n?/gms;

export function blocks(page: string): Block[] {
  return Array.from(page.matchAll(fenced), ([, , , info = '', text = '']) => ({
    info: info.trim(),
    text,
  }));
}

/** @returns the targets of its links and pictures, except those outside the project */
export function links(page: string): string[] {
  const prose = withoutCode(page);
  const found = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g),
    ...prose.matchAll(/^\[[^\]]+\]: *(\S+)/gm),
  ].map(([, link = '']) => link);
  return found.filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** @returns the anchors of its headings, as GitHub makes them */
export function anchors(page: string): Set<string> {
  const seen = new Map<string, number>();
  const made = Array.from(
    page.replace(fenced, '').matchAll(/^#{1,6} +(.+?) *#* *$/gm),
    ([, heading = '']) => {
      const anchor = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    },
  );
  return new Set(made);
}

/** Links in code are not links. */
function withoutCode(page: string): string {
  return page.replace(fenced, '').replace(/(`+)(?:(?!\1).)+\1/gs, '');
}
