/** A small file server for the built site. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Listening, listen } from './listen.ts';

interface StaticOptions {
  /** The folder that is served; nothing outside of it is. */
  folder: string;
  port: number;
  /** Makes the JSON some paths answer instead of a file, e.g. `/config.json`. */
  generated?: Readonly<Record<string, () => unknown>>;
}

/**
 * Serves a single-page app: files as they are, `index.html` for every other path without a file extension.
 * @throws the system's error when the port can't be had
 */
export async function serveStatic({
  folder,
  port,
  generated = {},
}: StaticOptions): Promise<Listening> {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    answer(request, response, { root, generated }).catch(() => response.destroy());
  });
  return listen(server, port);
}

interface Site {
  root: string;
  generated: Readonly<Record<string, () => unknown>>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET and HEAD are offered here.');
  }
  const path = decodePath(request.url ?? '/');
  if (path === undefined) return refuse(response, 400, 'The address is not encoded correctly.');
  const head = request.method === 'HEAD';
  const make = Object.hasOwn(site.generated, path) ? site.generated[path] : undefined;
  if (make) {
    const json = JSON.stringify(make());
    response.writeHead(200, headersOf('.json', Buffer.byteLength(json), 'no-cache'));
    response.end(head ? undefined : json);
    return;
  }
  const file = await findFile(site.root, path);
  if (!file) return refuse(response, 404, 'There is no such file.');
  // The builder writes a hash into the names under /assets/: what is there never changes.
  const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  response.writeHead(200, headersOf(extname(file.path), file.size, caching));
  if (head) response.end();
  else await pipeline(createReadStream(file.path), response);
}

/** @returns `undefined` for a path that can't be meant: badly encoded, or with a NUL */
function decodePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

async function findFile(
  root: string,
  path: string,
): Promise<{ path: string; size: number } | undefined> {
  const wanted = join(root, path);
  if (wanted !== root && !wanted.startsWith(root + sep)) return undefined;
  const candidates = [wanted, join(wanted, 'index.html')];
  if (extname(wanted) === '') candidates.push(join(root, 'index.html'));
  for (const candidate of candidates) {
    const facts = await stat(candidate).catch(() => undefined);
    if (facts?.isFile()) return { path: candidate, size: facts.size };
  }
  return undefined;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, headersOf('.txt', Buffer.byteLength(text), 'no-cache'));
  response.end(text);
}

function headersOf(extension: string, size: number, caching: string) {
  return {
    'content-type': types[extension.toLowerCase()] ?? 'application/octet-stream',
    'content-length': size,
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
};
