/** Refusals in every style. */
import { randomInt } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Style } from './cases.ts';

export interface Problem {
  /** As it is written on the wire. */
  field?: string;
  message: string;
}

let count = 0;

/**
 * @param problems in the order they were found
 * @param sent the body, for backends that repeat it
 */
export function refuse(
  { names, form, fields, extra }: Style,
  status: number,
  problems: readonly Problem[],
  { sent, allow }: { sent?: unknown; allow?: string } = {},
): Response {
  const headers = new Headers(allow === undefined ? {} : { allow });
  if (form === 'empty') return new Response(null, { status, headers });
  const title = STATUS_CODES[status] ?? 'Refused';
  const told = { one: problems.slice(0, 1), all: problems, none: [] }[names];
  const sentences = told.map(({ field, message }) =>
    field !== undefined && fields === 'quoted' ? `"${field}": ${message}` : message,
  );
  const said = sentences.join('; ') || title;
  count += 1;
  const more = {
    ...(extra === 'echo' ? { received: sent } : {}),
    ...(extra === 'changing'
      ? { timestamp: new Date().toUTCString(), requestId: crypto.randomUUID(), count }
      : {}),
    ...(extra === 'random' ? { reference: randomWord() } : {}),
  };
  if (form === 'text') {
    headers.set('content-type', 'text/plain');
    const tail = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
    return new Response(said + tail, { status, headers });
  }
  headers.set('content-type', form === 'problem' ? 'application/problem+json' : 'application/json');
  const body =
    form === 'message'
      ? { message: said, ...more }
      : {
          type: 'about:blank',
          title,
          status,
          errors: told.map(({ field, message }) =>
            fields === 'quoted' ? { field, message } : { message },
          ),
          ...more,
        };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Letters only: nothing shows that they are no word. */
function randomWord(): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}
