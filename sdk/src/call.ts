import type { CallOptions } from './options.ts';
import type { RouteFacts } from './routes.ts';
import type { UploadFile } from './upload-file.ts';

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** What a typed call passes along, besides its route. */
export interface CallInput extends CallOptions {
  params?: Readonly<Record<string, string | number>>;
  body?: unknown;
  headers?: Readonly<Record<string, string | undefined>>;
  fetchOptions?: { signal?: AbortSignal | null };
}

/** A call as it goes over the wire, the same for every attempt. */
export interface WireCall {
  facts: RouteFacts;
  url: string;
  params: Record<string, string>;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  upload: UploadFile | undefined;
  timeoutMs: number;
  /** Any of them ends the call. */
  signals: readonly AbortSignal[];
  onProgress: CallOptions['onProgress'];
}
