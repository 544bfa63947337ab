/** HTTP responses: JSON, text, refusals, and the CORS headers. */
import { type Operation, readMessage } from '@one-planet/contract';

/** Waits; ends early when the client is gone, so that it does not keep a closing server running. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A refusal outside a handler. A handler returns its refusals instead, so that they are typed by the contract. */
export class RefusalError extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A handler's refusal. The operation decides whether it is sent as text or as JSON. */
export function refuse<const S extends number>(
  status: S,
  body: string,
): { status: S; body: string } {
  return { status, body };
}

/** The result of a handler, without its types. */
export interface HandlerResult {
  status: number;
  body: unknown;
}

/** Makes an HTTP response from the result of a handler. */
export function toResponse(operation: Operation | undefined, result: HandlerResult): Response {
  const { status, body } = result;
  if (status >= 400) return refusalResponse(operation, status, readMessage(body));
  if (body instanceof Blob) return new Response(body, { status, headers: bodyHeaders(body.type) });
  if (operation?.meta.readsBodyAs === 'text') return textResponse(status, String(body));
  return body === undefined ? new Response(null, { status }) : jsonResponse(status, body);
}

/** Makes a refusal in the form of its operation. @param operation `undefined` when the call belongs to none */
export function refusalResponse(
  operation: Operation | undefined,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return operation?.meta.refusesIn === 'text'
    ? textResponse(status, message, headers)
    : jsonResponse(status, { message }, headers);
}

/** JSON that no cache may store. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...bodyHeaders('application/json'), ...headers },
  });
}

function textResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: { ...bodyHeaders('text/plain; charset=utf-8'), ...headers },
  });
}

function bodyHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/**
 * Lets the pages of one origin read a response (CORS).
 * @param allowedOrigin `undefined` lets none
 */
export function withCors(response: Response, allowedOrigin: string | undefined): Response {
  const { headers } = response;
  headers.append('vary', 'origin');
  headers.set('access-control-expose-headers', 'retry-after');
  if (allowedOrigin !== undefined) headers.set('access-control-allow-origin', allowedOrigin);
  return response;
}

/**
 * The response to OPTIONS, whether it is a preflight or not.
 * @param methods of the path; empty for an unknown path
 */
export function preflightResponse(methods: readonly string[]): Response {
  const allowHeader = [...methods, 'OPTIONS'].join(', ');
  return new Response(null, {
    status: methods.length > 0 ? 204 : 404,
    headers: {
      allow: allowHeader,
      'access-control-allow-methods': allowHeader,
      'access-control-allow-headers': 'authorization, content-type, x-request-id',
      'access-control-max-age': '600',
    },
  });
}

/** Markup whose parts are already escaped. */
export class Html {
  readonly text: string;
  constructor(markup: string) {
    this.text = markup;
  }
}

type Part = string | number | Html | readonly Part[] | undefined;

/** Makes markup; a value is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((piece, index) => piece + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
