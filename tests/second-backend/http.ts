/** Reads requests, creates responses, and finds the route of a path. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';
import type { Person, World } from './world.ts';

/** A number that JSON has with a decimal point, as Java writes an amount: `500.0`. */
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
    const memberTexts = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`,
    );
    return `{${memberTexts.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

export interface HttpResponse {
  status: number;
  contentType: string | undefined;
  body: string | Uint8Array;
}

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  return { status, contentType: 'application/json', body: toJson(value) };
}

export function textResponse(body: string, status = 200): HttpResponse {
  return { status, contentType: 'text/plain;charset=UTF-8', body };
}

export function emptyResponse(status = 200): HttpResponse {
  return { status, contentType: undefined, body: '' };
}

export const successResponse = (status = 200) => jsonResponse({ success: true }, status);

/** @returns the file of a field of a multipart body @throws {Problem} 415 for another type, 400 without that file */
export async function readMultipart(
  requestBody: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
  field: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  if (!contentType || !/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new Problem(415, 'Content type must be multipart/form-data');
  }
  const headers = { 'content-type': contentType };
  const form = await new Response(requestBody, { headers }).formData().catch(() => {
    throw new Problem(400, 'The multipart body is not readable');
  });
  const file = form.get(field);
  if (file === null || typeof file === 'string') {
    throw new Problem(400, `Required part '${field}' is not present`);
  }
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** @returns the bytes of the body, or `undefined` when there are more than `limit` */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let totalBytes = 0;
  // A body that is too large is read to the end, too: a client that cannot send it all would not see the 413.
  for await (const chunk of request) {
    totalBytes += chunk.length;
    if (totalBytes <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return totalBytes > limit ? undefined : Buffer.concat(chunks);
}

/** @returns the value, or `undefined` for an empty body @throws {Problem} 415 for another type, 400 for invalid JSON */
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

/** A request, as its handler gets it. */
export interface Call {
  world: World;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  bodyBytes: Buffer<ArrayBuffer>;
  /** The parsed body; `undefined` when it is empty. */
  parsedBody: unknown;
  /** @returns the decoded value of a parameter of the path */
  param(name: string): string;
  /** The applicant of the bearer token, if there is a valid one. */
  person: Person | undefined;
}

export interface ApplicantCall extends Call {
  person: Person;
}

interface RouteShape {
  method: 'GET' | 'POST' | 'PUT';
  pathSegments: string[];
  /** The type of body: JSON, or multipart with a file. */
  bodyType: 'json' | 'multipart';
}

export type Route = RouteShape &
  (
    | { isApplicantsOnly: false; handle(call: Call): HttpResponse | Promise<HttpResponse> }
    | { isApplicantsOnly: true; handle(call: ApplicantCall): HttpResponse | Promise<HttpResponse> }
  );

type RouteOptions = Partial<Pick<RouteShape, 'bodyType'>>;

function createRouteShape(
  methodAndPath: string,
  { bodyType = 'json' }: RouteOptions = {},
): RouteShape {
  const [method, path = ''] = methodAndPath.split(' ');
  return { method: method as RouteShape['method'], pathSegments: path.split('/'), bodyType };
}

/** A route that needs no token. @param methodAndPath such as `GET /api/programs/private` */
export function publicRoute(
  methodAndPath: string,
  handle: (call: Call) => HttpResponse | Promise<HttpResponse>,
): Route {
  return { ...createRouteShape(methodAndPath), isApplicantsOnly: false, handle };
}

/** A route that needs the bearer token of an applicant. */
export function applicantRoute(
  methodAndPath: string,
  handle: (call: ApplicantCall) => HttpResponse | Promise<HttpResponse>,
  options?: RouteOptions,
): Route {
  return { ...createRouteShape(methodAndPath, options), isApplicantsOnly: true, handle };
}

/** @throws {Problem} 404 for an unknown path, 405 for another method, 400 for broken percent-encoding */
export function findRoute(routes: readonly Route[], method: string, path: string) {
  const requestSegments = path.split('/');
  const matchingRoutes = routes.filter(
    ({ pathSegments }) =>
      pathSegments.length === requestSegments.length &&
      pathSegments.every((segment, index) =>
        segment.startsWith('{')
          ? requestSegments[index] !== ''
          : segment === requestSegments[index],
      ),
  );
  if (matchingRoutes.length === 0) throw new Problem(404, 'No such resource');
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  const route = matchingRoutes.find((candidate) => candidate.method === routeMethod);
  if (!route) {
    const allowedMethods = [
      ...new Set(matchingRoutes.map((candidate) => candidate.method)),
      'OPTIONS',
    ].join(', ');
    throw new Problem(405, `Request method '${method}' is not supported`, {
      Allow: allowedMethods,
    });
  }
  const params = new Map<string, string>();
  route.pathSegments.forEach((segment, index) => {
    if (segment.startsWith('{'))
      params.set(segment.slice(1, -1), decodeSegment(requestSegments[index] ?? ''));
  });
  return { route, param: (name: string) => params.get(name) ?? '' };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem(400, 'The address is not well encoded');
  }
}
