/** A small file server for the built site. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, posix, resolve } from 'node:path';
import { type Listening, listen } from '../process/listen.ts';
import { type Compress, createCompressor } from './encoding.ts';
import { findFile } from './find-file.ts';
import { type Content, contentType, isText, send } from './send.ts';

interface StaticOptions {
  /** The folder that is served; nothing outside of it is. */
  folder: string;
  port: number;
  /** Makes the JSON some paths answer instead of a file, e.g. `/config.json`. */
  generated?: Readonly<Record<string, () => unknown>>;
  /** Makes the headers every answer has beside its own. */
  headers?: () => Readonly<Record<string, string>>;
}

/**
 * Serves a single-page app: files as they are, a folder's `index.html`, and for any other address of the app
 * `shell.html`, or `index.html` where there is none.
 * @throws the system's error when the port cannot be had
 */
export async function serveStatic({
  folder,
  port,
  generated = {},
  headers = () => ({}),
}: StaticOptions): Promise<Listening> {
  const site = { root: resolve(folder), generated, headers, compress: createCompressor() };
  const server = createServer((request, response) => {
    answer(request, response, site).catch(() => response.destroy());
  });
  return listen(server, port);
}

interface Site extends Required<Pick<StaticOptions, 'generated' | 'headers'>> {
  root: string;
  compress: Compress;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
): Promise<void> {
  response.setHeader('x-content-type-options', 'nosniff');
  for (const [name, value] of Object.entries(site.headers())) response.setHeader(name, value);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET and HEAD are offered here.');
  }
  const path = decodePath(request.url ?? '/');
  if (path === undefined) return refuse(response, 400, 'The address is not encoded correctly.');
  const content = await findContent(path, site);
  if (!content) return refuse(response, 404, 'There is no such file.');
  await send(request, response, content, site.compress);
}

/** @returns the path without `..`; `undefined` for one that cannot be meant: badly encoded, or with a NUL */
function decodePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return path.includes('\0') ? undefined : posix.normalize(path);
  } catch {
    return undefined;
  }
}

async function findContent(path: string, site: Site): Promise<Content | undefined> {
  const make = Object.hasOwn(site.generated, path) ? site.generated[path] : undefined;
  if (make) {
    const body = Buffer.from(JSON.stringify(make()));
    return { type: contentType('.json') as string, body, immutable: false };
  }
  const file = await findFile(site.root, path);
  if (!file) return undefined;
  const type = contentType(extname(file.path)) ?? 'application/octet-stream';
  // The builder writes a hash into the names under /assets/: what is there never changes.
  const immutable = path.startsWith('/assets/');
  const body = isText(type) ? await readFile(file.path) : file;
  return { type, body, immutable, ...(immutable && { file: file.path }) };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache',
  });
  response.end(text);
}
