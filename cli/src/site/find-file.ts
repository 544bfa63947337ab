import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentType, type FoundFile } from './send.ts';

/**
 * Finds the file that answers a path: the file itself, a folder's page (whatever the path's case), and for any
 * other address of the app its frame, `shell.html`, or `index.html` where a site has none. A language in a folder of
 * its own has its own frame: `/am/shell.html` answers what begins with `/am/`.
 * @param root the folder, absolute; nothing outside of it is found
 * @param path decoded, with its first slash
 */
export async function findFile(root: string, path: string): Promise<FoundFile | undefined> {
  const wanted = join(root, path);
  if (wanted !== root && !wanted.startsWith(root + sep)) return undefined;
  const candidates = [
    wanted,
    join(wanted, 'index.html'),
    join(root, path.toLowerCase(), 'index.html'),
    ...(isRoute(path) ? framesOf(path).map((frame) => join(root, frame)) : []),
  ];
  for (const candidate of candidates) {
    const facts = await stat(candidate).catch(() => undefined);
    if (facts?.isFile()) return { path: candidate, size: facts.size, mtimeMs: facts.mtimeMs };
  }
  return undefined;
}

function framesOf(path: string): string[] {
  const [, language] = /^\/([a-z]{2})(?:\/|$)/i.exec(path) ?? [];
  const own = language ? [`${language.toLowerCase()}/shell.html`] : [];
  return [...own, 'shell.html', 'index.html'];
}

/** A dot alone makes no file: tokens in activation links may hold some. */
function isRoute(path: string): boolean {
  return !path.startsWith('/assets/') && contentType(extname(path)) === undefined;
}
