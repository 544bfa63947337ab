/** A small file server for the built site. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, posix, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type Listening, listen } from '../core/listen.ts';

/* Compression: which one a request takes, and each text compressed once, by the builder or here. */

const offered = ['br', 'gzip'] as const;
type Encoding = (typeof offered)[number];

/**
 * Chooses brotli where the client takes it, or else gzip.
 * @param header the request's Accept-Encoding
 * @returns `undefined` when the text is to be sent as it is
 */
export function chooseEncoding(header = ''): Encoding | undefined {
  const items = header.toLowerCase().split(',');
  const taken = items.flatMap(
    (item) => /^\s*([a-z]+)\b(?!\s*;\s*q=0(?:\.0*)?\s*$)/.exec(item)?.[1] ?? [],
  );
  return offered.find((encoding) => taken.includes(encoding));
}

/** Compresses a text that has this hash, or answers what it made of it before. */
type Compress = (text: Buffer, hash: string, encoding: Encoding) => Promise<Buffer>;

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const options = { br: {}, gzip: { level: 9 } };

/** @returns a compressor that keeps in memory what it made */
export function createCompressor(): Compress {
  const made = new Map<string, Promise<Buffer>>();
  return (text, hash, encoding) => {
    const key = `${encoding} ${hash}`;
    const known = made.get(key) ?? compressors[encoding](text, options[encoding]);
    made.set(key, known);
    return known;
  };
}

const endings = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>;

interface FoundFile {
  path: string;
  size: number;
  mtimeMs: number;
}

interface Content {
  type: string;
  body: Buffer | FoundFile;
  /** Whether it never changes under its address. */
  immutable: boolean;
  /** The file of a text that never changes: what is compressed beside it is of the same text. */
  file?: string;
}

/** Below this compression saves nothing: the answer fits into one packet as it is. */
const worthCompressing = 1000;

/** Answers GET and HEAD with the same headers, and 304 to a client that has the content already. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { type, body, immutable, file }: Content,
  compress: Compress,
): Promise<void> {
  const hash = Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('base64url').slice(0, 20)
    : `${body.size}-${body.mtimeMs}`;
  const text = Buffer.isBuffer(body) && isText(type) && body.length >= worthCompressing;
  const encoding = text ? chooseEncoding(request.headers['accept-encoding']) : undefined;
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  response.setHeader(
    'cache-control',
    immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  if (text) response.setHeader('vary', 'Accept-Encoding');
  if (!immutable) {
    response.setHeader('etag', etag);
    if (has(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end();
      return;
    }
  }
  // The builder compresses as much as it can, which takes a second.
  const ready = file && encoding ? file + endings[encoding] : undefined;
  const beforehand = ready ? await readFile(ready).catch(() => undefined) : undefined;
  const sent = beforehand ?? (text && encoding ? await compress(body, hash, encoding) : body);
  if (encoding) response.setHeader('content-encoding', encoding);
  response.writeHead(200, {
    'content-type': type,
    'content-length': Buffer.isBuffer(sent) ? sent.length : sent.size,
  });
  if (request.method === 'HEAD') response.end();
  else if (Buffer.isBuffer(sent)) response.end(sent);
  else await pipeline(createReadStream(sent.path), response);
}

function has(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
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
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
};

/** @param extension as `extname` gives it; `undefined` is answered for one no file of a site has */
function contentType(extension: string): string | undefined {
  return types[extension.toLowerCase()];
}

/** Whether a type is worth compressing: pictures, fonts and films are compressed in themselves. */
function isText(type: string): boolean {
  return /^text\/|^application\/(json|xml|manifest)|svg/.test(type);
}

/**
 * Finds the file that answers a path: the file itself, a folder's page (whatever the path's case), and for any
 * other address of the app its frame, `shell.html`, or `index.html` where a site has none. A language in a folder of
 * its own has its own frame: `/am/shell.html` answers what begins with `/am/`.
 * @param root the folder, absolute; nothing outside of it is found
 * @param path decoded, with its first slash
 */
async function findFile(root: string, path: string): Promise<FoundFile | undefined> {
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

interface StaticOptions {
  /** The folder that is served; nothing outside of it is. */
  folder: string;
  port: number;
  /** Makes the JSON some paths answer instead of a file, e.g. `/config.json`. */
  generated?: Readonly<Record<string, () => unknown>>;
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
