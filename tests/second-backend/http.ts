/** Reads requests and writes answers: bodies, forms, refusals, and the way from a path to its handler. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';
import type { Person, World } from './world.ts';

export class Decimal {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

function toJson(value: unknown): string {
  if (value instanceof Decimal) {
    return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  }
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, of]) => `${JSON.stringify(key)}:${toJson(of)}`);
    return `{${pairs.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

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

export async function readMultipart(
  sent: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
  field: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  if (!contentType || !/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new Problem(415, 'Content type must be multipart/form-data');
  }
  const headers = { 'content-type': contentType };
  const form = await new Response(sent, { headers }).formData().catch(() => {
    throw new Problem(400, 'The multipart body is not readable');
  });
  const file = form.get(field);
  if (file === null || typeof file === 'string') {
    throw new Problem(400, `Required part '${field}' is not present`);
  }
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** @returns the bytes, or `undefined` when there are more than `limit` */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Read to the end also when it is too much: a client that is cut off never sees the 413.
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > limit ? undefined : Buffer.concat(chunks);
}

/** @returns the value, or `undefined` when nothing was sent */
export function parseJson(bytes: Buffer, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined;
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '')) {
    throw new Problem(415, 'Content type must be application/json');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, 'The request body is not readable JSON');
  }
}

export interface Call {
  world: World;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  bytes: Buffer<ArrayBuffer>;
  /** The parsed body; `undefined` when it is empty. */
  json: unknown;
  param(name: string): string;
  /** Whose token it is. */
  person: Person | undefined;
}

export interface ApplicantCall extends Call {
  person: Person;
}

interface Shape {
  method: 'GET' | 'POST' | 'PUT';
  segments: string[];
  /** `multipart` takes a file in place of JSON. */
  takes: 'json' | 'multipart';
}

export type Route = Shape &
  (
    | { applicantsOnly: false; handle(call: Call): Reply | Promise<Reply> }
    | { applicantsOnly: true; handle(call: ApplicantCall): Reply | Promise<Reply> }
  );

type Options = Partial<Pick<Shape, 'takes'>>;

function shape(wire: string, { takes = 'json' }: Options = {}): Shape {
  const [method, path = ''] = wire.split(' ');
  return { method: method as Shape['method'], segments: path.split('/'), takes };
}

/** @param wire such as `GET /api/programs/private` */
export function open(wire: string, handle: (call: Call) => Reply | Promise<Reply>): Route {
  return { ...shape(wire), applicantsOnly: false, handle };
}

/** Behind a bearer token. */
export function guarded(
  wire: string,
  handle: (call: ApplicantCall) => Reply | Promise<Reply>,
  options?: Options,
): Route {
  return { ...shape(wire, options), applicantsOnly: true, handle };
}

/** @throws {Problem} 404 for an unknown path, 405 for another method, 400 for broken percent-encoding */
export function findRoute(routes: readonly Route[], method: string, path: string) {
  const given = path.split('/');
  const onPath = routes.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, at) =>
        segment.startsWith('{') ? given[at] !== '' : segment === given[at],
      ),
  );
  if (onPath.length === 0) throw new Problem(404, 'No such resource');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = onPath.find((one) => one.method === wanted);
  if (!route) {
    const allow = [...new Set(onPath.map((one) => one.method)), 'OPTIONS'].join(', ');
    throw new Problem(405, `Request method '${method}' is not supported`, { Allow: allow });
  }
  const params = new Map<string, string>();
  route.segments.forEach((segment, at) => {
    if (segment.startsWith('{')) params.set(segment.slice(1, -1), decode(given[at] ?? ''));
  });
  return { route, param: (name: string) => params.get(name) ?? '' };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem(400, 'The address is not well encoded');
  }
}
