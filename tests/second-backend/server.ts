/** The server, with its outbox and its staff beside the API. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { accountRoutes, bearerOf, sessionRoutes } from './accounts.ts';
import { profileRoutes, stepRoutes } from './application.ts';
import { examRoutes } from './exam.ts';
import { fileRoutes, largestUpload } from './files.ts';
import {
  type Call,
  empty,
  findRoute,
  json,
  open,
  parseJson,
  type Reply,
  type Route,
  readBody,
  success,
} from './http.ts';
import { catalogueRoutes, paymentRoutes, takeOnlinePayment, unpay } from './payment.ts';
import { Problem, problemBody, refusalOf } from './problem.ts';
import { findPerson, moveOn, type Person, type Status, type World } from './world.ts';

/** A plus that somebody forgot to encode arrives as a space, which no address has. */
const emailIn = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '').replaceAll(' ', '+');

async function mail({ world, query }: Call) {
  const person = await findPerson(world.db, emailIn(query, 'to'));
  const { rows } = await world.db.sql`
    select kind, iso(sent_at) as "sentAt", text from mails
    where applicant_id = ${person?.id} order by id desc`;
  return json(rows);
}

async function personIn({ world, query }: Call): Promise<Person> {
  const person = await findPerson(world.db, emailIn(query, 'email'));
  if (!person) throw new Problem(404, 'No applicant has this email address.');
  return person;
}

const decisions = new Map<string, { from: Status; to: Status }>([
  ['verify', { from: 'ACTIVATION_PAID', to: 'BIOGRAPHIC_APPLICANT' }],
  ['reject', { from: 'ACTIVATION_PAID', to: 'TOOK_EXAM' }],
  ['admit', { from: 'APPLIED', to: 'ADMITTED' }],
]);

async function decide(call: Call) {
  const decision = call.param('decision');
  const step = decisions.get(decision);
  if (!step) throw new Problem(404, 'Staff can verify, reject or admit.');
  const person = await personIn(call);
  await call.world.db.transaction(async (db) => {
    await moveOn(db, person, step.from, step.to);
    if (decision === 'reject') await unpay(db, person);
  });
  return success();
}

async function providerReports(call: Call) {
  await takeOnlinePayment(call.world, call.param('checkout'));
  return success();
}

async function examKey({ world }: Call) {
  const { rows } = await world.db.sql<{ question: string; choice: string }>`
    select questions.text as question, choices.text as choice
    from questions join choices on question_id = questions.id and is_right`;
  return json(Object.fromEntries(rows.map(({ question, choice }) => [question, choice])));
}

const opsRoutes = [
  open('GET /ops/mail', mail),
  open('POST /ops/staff/{decision}', decide),
  open('POST /ops/provider/paid/{checkout}', providerReports),
  open('GET /ops/exam-key.json', examKey),
];

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
      const problem =
        error instanceof Problem
          ? error
          : (refusalOf(error) ?? new Problem(500, 'Unexpected error'));
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
  const person = await bearerOf(world, request.headers.authorization);
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
  // Checked above; the compiler can't carry it from there.
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
