/** Sends a body by XMLHttpRequest, which alone reports progress. Loaded with the first upload that wants to know it. */
import type { Incoming, UploadOptions } from './options.ts';

/**
 * @param onProgress called with the bytes that were sent so far, and their total, first with 0; it never throws
 * @returns the response; rejects like `fetch` when the connection drops or the signal is aborted
 */
export function sendByXhr(
  url: string,
  init: RequestInit & {
    headers: Record<string, string>;
    signal: AbortSignal;
    body: FormData | Uint8Array<ArrayBuffer>;
  },
  onProgress: NonNullable<UploadOptions['onProgress']>,
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
    const reportProgress = ({ loaded, total }: ProgressEvent) =>
      onProgress({ sent: loaded, total });
    xhr.upload.onloadstart = reportProgress;
    xhr.upload.onprogress = reportProgress;
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
