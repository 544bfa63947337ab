import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Compress, chooseEncoding, readCompressed } from './encoding.ts';

/** A file as it was when it was found. */
export interface FoundFile {
  path: string;
  size: number;
  mtimeMs: number;
}

/** What is answered with status 200. */
export interface Content {
  type: string;
  /** A text's bytes, or the file they are in. */
  body: Buffer | FoundFile;
  /** Whether it never changes under its address. */
  immutable: boolean;
  /** The file of a text that never changes: what is compressed beside it is of the same text. */
  file?: string;
}

/** Below this compression saves nothing: the answer fits into one packet as it is. */
const worthCompressing = 1000;

/** Answers GET and HEAD with the same headers, and 304 to a client that has the content already. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { type, body, immutable, file }: Content,
  compress: Compress,
): Promise<void> {
  const hash = Buffer.isBuffer(body) ? hashOf(body) : `${body.size}-${body.mtimeMs}`;
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
  const beforehand = file && encoding ? await readCompressed(file, encoding) : undefined;
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

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
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
export function contentType(extension: string): string | undefined {
  return types[extension.toLowerCase()];
}

/** Whether a type is worth compressing: pictures, fonts and films are compressed in themselves. */
export function isText(type: string): boolean {
  return /^text\/|^application\/(json|xml|manifest)|svg/.test(type);
}
