/** Serves the built site on this machine. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { type Listening, listen } from '../core/server-ports.ts';
import { scriptedPagePattern } from './scripted-pages.ts';

interface StaticSiteOptions {
  /**
   * The folder to serve, or a link to it, which may lead to another folder at any time. It is read at each request;
   * nothing outside of it is served.
   */
  folder: string;
  port: number;
  /** Functions that make the JSON of some paths, which are served instead of files, e.g. `/config.json`. */
  jsonMakers?: Readonly<Record<string, () => unknown>>;
  makeHeaders?: () => Readonly<Record<string, string>>;
  /** Whether a request to an address is for this server, which listens on that port. Default: every request is. */
  isAddressedHere?: (address: string, port: number) => boolean;
}

/**
 * Serves a single-page app: its files, the page of a folder whatever the letter case of the path, and for any other
 * address of the app its shell, with the status 404 unless the script has a page for it. A text is sent compressed if the build left a compressed copy beside it.
 * @throws the system's error when the port is not available
 */
export async function serveStatic({
  folder,
  port,
  jsonMakers = {},
  makeHeaders = () => ({}),
  isAddressedHere = () => true,
}: StaticSiteOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    const handleFile = makeFileHandler(folder);
    // A file may be gone before it is opened. Its headers are written by then, and nobody else listens for the error.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    response.setHeader('x-content-type-options', 'nosniff');
    for (const [name, value] of Object.entries(makeHeaders())) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405, 'Only GET and HEAD are offered here.');
    }
    if (!isAddressedHere(`http://${request.headers.host}`, request.socket.localPort ?? 0))
      return refuse(
        response,
        421,
        'This server is for its own machine: use the address that it printed.',
      );
    const path = (request.url ?? '/').replace(/[?#].*$/s, '');
    if (isStrangePath(path)) return void sendUnknownPage(request, response, { folder, path });
    const makeJson = Object.hasOwn(jsonMakers, path) ? jsonMakers[path] : undefined;
    if (makeJson) return sendJson(request, response, makeJson());
    const shellPaths = scriptedPagePattern.test(path) ? makeShellPaths(path) : [];
    const candidatePaths = [path, path.toLowerCase(), ...shellPaths];
    const tryNext = () => {
      const nextPath = candidatePaths.shift();
      request.url = nextPath;
      if (nextPath === undefined) void sendUnknownPage(request, response, { folder, path });
      else handleFile(request, response, tryNext);
    };
    tryNext();
  });
  return listen(server, port);
}

/** Makes the handler of one request, which reads all of it from one build even if the link is changed meanwhile. */
function makeFileHandler(folder: string): ReturnType<typeof sirv> {
  return sirv(resolveLink(folder), {
    // A new build may replace the files while they are served.
    dev: true,
    ...{ brotli: true, gzip: true, etag: true, extensions: ['html'] },
    setHeaders: (response, path) => {
      // File names under /assets/ contain a hash, so their content never changes.
      const isImmutable = path.startsWith('/assets/');
      response.setHeader(
        'cache-control',
        isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}

/** @returns the folder to which a link leads; the path itself where nothing is there yet */
function resolveLink(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/**
 * Whether browsers or pages may read a path in another way than this server: `//host` is another site for a link, and so
 * is a backslash in place of a slash. No page has such an address, nor one that is not UTF-8.
 */
function isStrangePath(path: string): boolean {
  try {
    return /\/\/|\\/.test(decodeURI(path.replace(/%5c/gi, '\\')));
  } catch {
    return true;
  }
}

/**
 * The shells for a path, the most specific first: `/am/shell.html` for a path under `/am/`, if that language has a
 * folder. A site without shells uses its home page.
 */
function makeShellPaths(path: string): string[] {
  if (isFilePath(path)) return [];
  const [, language] = /^\/([a-z]{2})(?:\/|$)/i.exec(path) ?? [];
  return [...(language ? [`/${language.toLowerCase()}/shell.html`] : []), '/shell.html', '/'];
}

/** Sends the shell of a path's language, which says that there is no such page, or one line for a missing file. */
async function sendUnknownPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  { folder, path }: { folder: string; path: string },
): Promise<void> {
  for (const shellPath of makeShellPaths(path)) {
    const file = join(folder, shellPath === '/' ? 'index.html' : shellPath);
    const html = await readFile(file).catch(() => undefined);
    if (html) {
      const contentType = 'text/html; charset=utf-8';
      response.writeHead(404, { 'content-type': contentType, 'cache-control': 'no-cache' });
      return void response.end(method === 'HEAD' ? '' : html);
    }
  }
  refuse(response, 404, 'There is no such file.');
}

const fileExtensionPattern =
  /\.(html|m?js|css|json|map|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|webmanifest|woff2|pdf|mp4)$/i;

/** A dot alone does not make a file name: activation tokens may contain dots. */
function isFilePath(path: string): boolean {
  return path.startsWith('/assets/') || fileExtensionPattern.test(path);
}

function sendJson(request: IncomingMessage, response: ServerResponse, jsonValue: unknown): void {
  const jsonBody = JSON.stringify(jsonValue);
  const etag = `W/"${createHash('sha256').update(jsonBody).digest('base64url')}"`;
  const status = request.headers['if-none-match'] === etag ? 304 : 200;
  const contentType = 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-cache', etag });
  response.end(status === 200 ? jsonBody : '');
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.end(text);
}
