/** Reads the body of a request, whatever the client sent. */
import { maxRequestBytes } from '@one-planet/contract';
import { RefusalError } from './responses.ts';

const bytesPerMegabyte = 1024 * 1024;
/** Far more than any payload of the contract needs. */
const maxJsonBytes = bytesPerMegabyte;

/**
 * Reads a JSON body.
 * @returns `undefined` for an empty body, whatever its content type says
 * @throws {RefusalError} 413 too large, 415 not JSON by its content type, 400 malformed or not an object
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, maxJsonBytes);
  if (bytes.length === 0) return undefined;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(readContentType(request))) {
    throw new RefusalError(415, 'Please send JSON with the content type application/json.');
  }
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RefusalError(400, 'The body must be a JSON object.');
  }
  return body;
}

/**
 * Reads a multipart body with its one field `file`.
 * @throws {RefusalError} 413 too large, 415 not multipart, 400 malformed or without the file
 */
export async function readUpload(request: Request): Promise<{ file: Blob }> {
  if (!/^multipart\/form-data\s*;/i.test(readContentType(request))) {
    throw new RefusalError(415, 'Please send the file as multipart/form-data.');
  }
  const bytes = await readBytes(request, maxRequestBytes);
  const form = await new Response(bytes, { headers: { 'content-type': readContentType(request) } })
    .formData()
    .catch(() => {
      throw new RefusalError(400, 'The multipart body could not be read.');
    });
  const file = form.get('file');
  if (file === null) throw new RefusalError(400, 'Please attach the file in the field "file".');
  if (typeof file === 'string')
    throw new RefusalError(400, 'The field "file" holds text, not a file.');
  return { file };
}

function readContentType(request: Request): string {
  return request.headers.get('content-type') ?? '';
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RefusalError(400, 'The body is not valid JSON.');
  }
}

/** Counts the bytes, because a chunked body has no Content-Length. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLargeRefusal = () =>
    new RefusalError(
      413,
      `The body is too large; at most ${Math.floor(limit / bytesPerMegabyte)} MB are read.`,
    );
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLargeRefusal();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    byteCount += value.length;
    // The rest is left unread and is not cancelled, because Node 24 would still write to the stream of a form and
    // throw.
    if (byteCount > limit) throw tooLargeRefusal();
    chunks.push(value);
  }
  return joinChunks(chunks, byteCount);
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
