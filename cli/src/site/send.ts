import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isText } from './content-type.ts';
import { type Compress, chooseEncoding, readCompressed } from './encoding.ts';
import type { FoundFile } from './find-file.ts';

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
