import { callQuietly } from './observe.ts';
import type { CallOptions, UploadFile } from './options.ts';

type Progress = NonNullable<CallOptions['onProgress']>;

/** Sends a file as the multipart field `file`, and reports progress to `onProgress`. */
export function sendUpload(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  file: UploadFile,
  onProgress: Progress | undefined,
): Promise<Response> {
  const formInit = { ...init, body: toFormData(file) };
  return onProgress ? sendWithProgress(fetch, url, formInit, onProgress) : fetch(url, formInit);
}

function toFormData({ name, data }: UploadFile): FormData {
  const form = new FormData();
  form.append('file', data, name);
  return form;
}

/**
 * Sends a form and reports the progress. Browsers report it only through XMLHttpRequest; in Node the encoded form is
 * sent as a stream that counts its bytes.
 */
async function sendWithProgress(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { body: FormData },
  onProgress: Progress,
): Promise<Response> {
  if (typeof XMLHttpRequest === 'function') return sendByXhr(url, init, onProgress);
  const encodedForm = new Response(init.body);
  const bytes = new Uint8Array(await encodedForm.arrayBuffer());
  const headers = {
    ...(init.headers as object),
    'content-type': encodedForm.headers.get('content-type') ?? '',
    // Set in advance, because some servers refuse a chunked upload.
    'content-length': String(bytes.length),
  };
  const body = makeCountedStream(bytes, onProgress);
  return fetch(url, { ...init, headers, body, duplex: 'half' } as RequestInit);
}

const maxChunkBytes = 64 * 1024;

function makeCountedStream(bytes: Uint8Array, onProgress: Progress): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return new ReadableStream({
    pull(controller) {
      if (sentBytes >= bytes.length) return controller.close();
      const chunk = bytes.subarray(sentBytes, sentBytes + maxChunkBytes);
      controller.enqueue(chunk);
      sentBytes += chunk.length;
      callQuietly(() => onProgress({ sent: sentBytes, total: bytes.length }));
    },
  });
}

function sendByXhr(
  url: string,
  init: RequestInit & { body: FormData },
  onProgress: Progress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const { signal } = init;
    const finish = (settle: () => void) => {
      signal?.removeEventListener('abort', abort);
      settle();
    };
    xhr.open(init.method ?? 'POST', url);
    xhr.responseType = 'blob';
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) {
      xhr.setRequestHeader(name, value);
    }
    xhr.upload.onprogress = ({ loaded, total }) =>
      callQuietly(() => onProgress({ sent: loaded, total }));
    xhr.onload = () => finish(() => resolve(toResponse(xhr, url)));
    xhr.onerror = () => finish(() => reject(new TypeError('Failed to fetch')));
    xhr.onabort = () =>
      finish(() => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError')));
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(init.body);
  });
}

function toResponse(xhr: XMLHttpRequest, url: string): Response {
  // XMLHttpRequest follows redirects silently; only the address of the response shows it.
  if (xhr.responseURL && xhr.responseURL !== new URL(url, globalThis.location?.href).href) {
    return new Response(null, { status: 302, headers: { location: xhr.responseURL } });
  }
  const headers = new Headers();
  for (const headerLine of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colonIndex = headerLine.indexOf(':');
    if (colonIndex > 0)
      headers.append(headerLine.slice(0, colonIndex), headerLine.slice(colonIndex + 1).trim());
  }
  const isBodyless = [204, 205, 304].includes(xhr.status);
  return new Response(isBodyless ? null : (xhr.response as Blob), { status: xhr.status, headers });
}
