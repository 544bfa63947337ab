/** From a method and a path to a handler. */
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './problem.ts';
import type { Reply } from './reply.ts';
import type { Person, World } from './world.ts';

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
export function open(wire: string, handle: (call: Call) => Reply): Route {
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
