import type { Uploadable } from '@one-planet/contract';
import type { CallOptions } from './options.ts';
import { quietly } from './quietly.ts';

/** A file ready to be sent. */
export interface UploadFile {
  name: string;
  data: Blob;
}

/** @returns the bytes and the name of anything that can be uploaded; bytes without a name are called `file` */
export function toUploadFile(file: Uploadable): UploadFile {
  if (file instanceof Blob) return { name: (file as Partial<File>).name || 'file', data: file };
  if (file instanceof Uint8Array) return { name: 'file', data: toBlob(file) };
  return { name: file.name, data: file.data instanceof Blob ? file.data : toBlob(file.data) };
}

function toBlob(bytes: Uint8Array): Blob {
  // A view on shared memory is no BlobPart in the types; at run time a copy is taken either way.
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

export function toFormData({ name, data }: UploadFile): FormData {
  const form = new FormData();
  form.append('file', data, name);
  return form;
}

type Progress = NonNullable<CallOptions['onProgress']>;

/**
 * Sends a form and tells the progress. Browsers tell it through XMLHttpRequest only; elsewhere the encoded
 * form is sent as a stream that counts itself.
 */
export async function sendWithProgress(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { body: FormData },
  onProgress: Progress,
): Promise<Response> {
  if (typeof XMLHttpRequest === 'function') return sendByXhr(url, init, onProgress);
  const encoded = new Response(init.body);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const headers = {
    ...(init.headers as object),
    'content-type': encoded.headers.get('content-type') ?? '',
    // Known beforehand: some servers refuse an upload in chunks.
    'content-length': String(bytes.length),
  };
  const body = countedStream(bytes, onProgress);
  return fetch(url, { ...init, headers, body, duplex: 'half' } as RequestInit);
}

const chunkBytes = 64 * 1024;

function countedStream(bytes: Uint8Array, onProgress: Progress): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      const chunk = bytes.subarray(sent, sent + chunkBytes);
      controller.enqueue(chunk);
      sent += chunk.length;
      quietly(() => onProgress({ sent, total: bytes.length }));
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
    const done = (settle: () => void) => {
      signal?.removeEventListener('abort', abort);
      settle();
    };
    xhr.open(init.method ?? 'POST', url);
    xhr.responseType = 'blob';
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) {
      xhr.setRequestHeader(name, value);
    }
    xhr.upload.onprogress = ({ loaded, total }) =>
      quietly(() => onProgress({ sent: loaded, total }));
    xhr.onload = () => done(() => resolve(toResponse(xhr, url)));
    xhr.onerror = () => done(() => reject(new TypeError('Failed to fetch')));
    xhr.onabort = () =>
      done(() => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError')));
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(init.body);
  });
}

function toResponse(xhr: XMLHttpRequest, url: string): Response {
  // XMLHttpRequest follows redirects by itself; nothing else tells that it did.
  if (xhr.responseURL && xhr.responseURL !== new URL(url, globalThis.location?.href).href) {
    return new Response(null, { status: 302, headers: { location: xhr.responseURL } });
  }
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const bodyless = [204, 205, 304].includes(xhr.status);
  return new Response(bodyless ? null : (xhr.response as Blob), { status: xhr.status, headers });
}
