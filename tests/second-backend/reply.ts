/** What a handler answers. */
import { toJson } from './json.ts';

export interface Reply {
  status: number;
  type: string | undefined;
  body: string | Uint8Array;
}

export function json(value: unknown, status = 200): Reply {
  return { status, type: 'application/json', body: toJson(value) };
}

export function text(body: string, status = 200): Reply {
  return { status, type: 'text/plain;charset=UTF-8', body };
}

export function empty(status = 200): Reply {
  return { status, type: undefined, body: '' };
}

export const success = (status = 200) => json({ success: true }, status);
