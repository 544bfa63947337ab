/** Sends a file as the multipart field `file`, with progress where the platform reports it. */
import type { Incoming, UploadFile, UploadOptions } from './options.ts';
import { readBytes } from './upload-file.ts';

type OnProgress = NonNullable<UploadOptions['onProgress']>;

/** A body and the headers that belong to it. */
interface Multipart {
  body: FormData | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Sends a file, and reports progress to `onProgress`, which never throws. Only XMLHttpRequest reports it, so elsewhere it
 * is reported once, when the response is there.
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
  if (onProgress && typeof XMLHttpRequest === 'function') {
    // A new deployment may have removed the file: then the upload goes on without its progress.
    const progressModule = await import('./upload-progress.ts').catch(() => undefined);
    if (progressModule) return progressModule.sendByXhr(url, uploadInit, onProgress);
  }
  const response = await fetch(url, uploadInit);
  const { size } = file.data;
  onProgress?.({ sent: size, total: size });
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
