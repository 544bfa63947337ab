/** Sends a file as the multipart field `file`, with progress where the platform reports it. */
import { callQuietly } from './observe.ts';
import type { Incoming, UploadFile, UploadOptions } from './options.ts';
import { readBytes } from './upload-file.ts';

type OnProgress = NonNullable<UploadOptions['onProgress']>;

/** A body and the headers that belong to it. */
interface Multipart {
  body: FormData | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Sends a file, and reports progress to `onProgress`. Only XMLHttpRequest reports it, so elsewhere it is reported once,
 * when the response is there.
 */
export async function sendUpload(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { headers: Record<string, string>; signal: AbortSignal },
  file: UploadFile,
  onProgress: OnProgress | undefined,
): Promise<Incoming> {
  const { body, headers } = await encodeMultipart(file);
  const uploadInit = { ...init, body, headers: { ...init.headers, ...headers } };
  if (onProgress && typeof XMLHttpRequest === 'function')
    return sendByXhr(url, uploadInit, onProgress);
  const response = await fetch(url, uploadInit);
  const { size } = file.data;
  if (onProgress) callQuietly(() => onProgress({ sent: size, total: size }));
  return response;
}

/**
 * Leaves the encoding to the platform, which reads the file while it is sent. Where its files or its `FormData` are of
 * another maker than its `fetch` (jsdom on Node), `fetch` waits for ever, or sends the text "[object FormData]": there
 * the form is encoded here.
 */
async function encodeMultipart({ name, data }: UploadFile): Promise<Multipart> {
  if (typeof data.stream === 'function') {
    const form = new FormData();
    form.append('file', data, name);
    const type = new Response(form).headers.get('content-type');
    if (type?.startsWith('multipart/')) return { body: form, headers: {} };
  }
  const boundary = `----${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  // As browsers write a name: https://html.spec.whatwg.org/#multipart-form-data
  const escapedName = name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escapedName}"\r\ncontent-type: ${data.type || 'application/octet-stream'}\r\n\r\n`;
  const encoder = new TextEncoder();
  const parts = [
    encoder.encode(head),
    await readBytes(data),
    encoder.encode(`\r\n--${boundary}--\r\n`),
  ];
  const body = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.length;
  }
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

function sendByXhr(
  url: string,
  init: RequestInit & {
    headers: Record<string, string>;
    signal: AbortSignal;
    body: Multipart['body'];
  },
  onProgress: OnProgress,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const { signal, method = 'POST', credentials, headers, body } = init;
    const abort = () => xhr.abort();
    const finish = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    xhr.open(method, url);
    xhr.responseType = 'arraybuffer';
    xhr.withCredentials = credentials === 'include';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) =>
      callQuietly(() => onProgress({ sent: loaded, total }));
    xhr.onload = () => finish(() => resolve(toIncoming(xhr, url)));
    xhr.onerror = () => finish(() => reject(new TypeError('Failed to fetch')));
    xhr.onabort = () =>
      finish(() => reject(signal.reason ?? new DOMException('Aborted', 'AbortError')));
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    xhr.send(body);
  });
}

function toIncoming(xhr: XMLHttpRequest, url: string): Incoming {
  const headers = new Headers();
  for (const headerLine of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colonIndex = headerLine.indexOf(':');
    if (colonIndex > 0)
      headers.append(headerLine.slice(0, colonIndex), headerLine.slice(colonIndex + 1).trim());
  }
  // XMLHttpRequest follows redirects silently; only the address of the response shows it.
  if (xhr.responseURL && xhr.responseURL !== new URL(url, globalThis.location?.href).href) {
    headers.set('location', xhr.responseURL);
    return { status: 302, headers, body: null };
  }
  const { status } = xhr;
  const chunks = xhr.response ? [new Uint8Array(xhr.response as ArrayBuffer)] : [];
  return { status, headers, body: { getReader: () => makeReader(chunks) } };
}

/** Reads chunks that are all there, as a response's body is read. */
function makeReader(
  chunks: Uint8Array[],
): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> {
  return {
    read: async () => {
      const value = chunks.shift();
      return value ? { done: false, value } : { done: true, value };
    },
    cancel: async () => {},
  };
}
