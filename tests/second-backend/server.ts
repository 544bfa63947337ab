/** The HTTP side: bodies, tokens, CORS and errors, in one place for every operation. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { accountRoutes } from './accounts.ts';
import { parseJson, readBody } from './body.ts';
import { catalogueRoutes } from './catalogue.ts';
import { examRoutes } from './exam.ts';
import { fileRoutes, largestUpload } from './files.ts';
import { opsRoutes } from './ops.ts';
import { paymentRoutes } from './payment.ts';
import { Problem, problemBody } from './problem.ts';
import { profileRoutes } from './profile.ts';
import { empty, json, type Reply } from './reply.ts';
import { findRoute, type Route } from './routing.ts';
import { sessionRoutes } from './sessions.ts';
import { stepRoutes } from './steps.ts';
import { bearerOf } from './tokens.ts';
import type { World } from './world.ts';

const routesOf = (world: World) => [
  ...accountRoutes(world.reading),
  ...sessionRoutes,
  ...profileRoutes,
  ...examRoutes,
  ...paymentRoutes,
  ...stepRoutes,
  ...fileRoutes,
  ...catalogueRoutes,
  ...opsRoutes,
];

const largestJson = 256 * 1024;

export function answerRequests(world: World): RequestListener {
  const routes = routesOf(world);
  return async (request, response) => {
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
    for (const [name, value] of corsHeaders(request)) response.setHeader(name, value);
    try {
      send(response, await answer({ world, routes }, request, path, query));
    } catch (error) {
      // The client went away in the middle of its body.
      if (request.destroyed && !request.complete) return;
      const problem = error instanceof Problem ? error : new Problem(500, 'Unexpected error');
      for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
      send(response, json(problemBody(problem, path), problem.status));
    }
  };
}

async function answer(
  { world, routes }: { world: World; routes: readonly Route[] },
  request: IncomingMessage,
  path: string,
  query: string,
) {
  const sent = await readBody(request, largestUpload);
  if (request.method === 'OPTIONS') return empty(204);
  const { route, param } = findRoute(routes, request.method ?? 'GET', path);
  const person = bearerOf(world, request.headers.authorization);
  if (route.applicantsOnly && !person) {
    throw new Problem(401, 'Full authentication is required to access this resource', {
      'WWW-Authenticate': 'Bearer realm="admissions", error="invalid_token"',
    });
  }
  const takesJson = route.takes === 'json';
  if (!sent || (takesJson && sent.length > largestJson)) {
    throw new Problem(413, 'The request is too large');
  }
  const call = {
    world,
    headers: request.headers,
    query: new URLSearchParams(query),
    bytes: sent,
    json: takesJson ? parseJson(sent, request.headers['content-type']) : undefined,
    param,
  };
  if (!route.applicantsOnly) return route.handle({ ...call, person });
  // Told apart above; the compiler can't carry it from there.
  return route.handle({ ...call, person: person as NonNullable<typeof person> });
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  if (type) response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Request-Id', randomUUID());
  response.statusCode = status;
  response.end(body);
}

function corsHeaders({ method, headers }: IncomingMessage): [string, string][] {
  const always: [string, string][] = [
    ['Access-Control-Allow-Origin', headers.origin ?? '*'],
    ['Access-Control-Expose-Headers', 'WWW-Authenticate, X-Request-Id'],
    ['Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ];
  if (method !== 'OPTIONS') return always;
  const asked = headers['access-control-request-headers'];
  return [
    ...always,
    ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, OPTIONS'],
    ['Access-Control-Allow-Headers', asked ?? 'Authorization, Content-Type'],
    ['Access-Control-Max-Age', '1800'],
  ];
}
