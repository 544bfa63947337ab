/** The request listener: the API and, below `/ops`, the outbox, the staff, the payment provider and the exam key. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { accountRoutes, findBearerPerson, sessionRoutes } from './accounts.ts';
import { profileRoutes, stepRoutes } from './application.ts';
import { examRoutes } from './exam.ts';
import { fileRoutes, maxUploadBytes } from './files.ts';
import {
  type Call,
  emptyResponse,
  findRoute,
  type HttpResponse,
  jsonResponse,
  parseJson,
  publicRoute,
  type Route,
  readBody,
  successResponse,
} from './http.ts';
import { catalogueRoutes, paymentRoutes, resetPayment, takeOnlinePayment } from './payment.ts';
import { findRefusal, makeProblemBody, Problem } from './problem.ts';
import { changeStatus, findPerson, type Person, type Status, type World } from './world.ts';

/** Reads an email address from the query. A plus sign that was not encoded arrives as a space, which no address has. */
const readEmailParameter = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '').replaceAll(' ', '+');

async function listMails({ world, query }: Call) {
  const person = await findPerson(world.db, readEmailParameter(query, 'to'));
  const { rows } = await world.db.sql`
    select kind, iso(sent_at) as "sentAt", text from mails
    where applicant_id = ${person?.id} order by id desc`;
  return jsonResponse(rows);
}

async function findPersonOfCall({ world, query }: Call): Promise<Person> {
  const person = await findPerson(world.db, readEmailParameter(query, 'email'));
  if (!person) throw new Problem(404, 'No applicant has this email address.');
  return person;
}

const movesByDecision = new Map<string, { fromStatus: Status; toStatus: Status }>([
  ['verify', { fromStatus: 'ACTIVATION_PAID', toStatus: 'BIOGRAPHIC_APPLICANT' }],
  ['reject', { fromStatus: 'ACTIVATION_PAID', toStatus: 'TOOK_EXAM' }],
  ['admit', { fromStatus: 'APPLIED', toStatus: 'ADMITTED' }],
]);

async function decide(call: Call) {
  const decision = call.param('decision');
  const statusMove = movesByDecision.get(decision);
  if (!statusMove) throw new Problem(404, 'Staff can verify, reject or admit.');
  const person = await findPersonOfCall(call);
  await call.world.db.transaction(async (db) => {
    await changeStatus(db, person, statusMove.fromStatus, statusMove.toStatus);
    if (decision === 'reject') await resetPayment(db, person);
  });
  return successResponse();
}

async function reportProviderPayment(call: Call) {
  await takeOnlinePayment(call.world, call.param('checkout'));
  return successResponse();
}

async function getExamKey({ world }: Call) {
  const { rows } = await world.db.sql<{ questionText: string; rightChoice: string }>`
    select questions.text as "questionText", choices.text as "rightChoice"
    from questions join choices on question_id = questions.id and is_right`;
  return jsonResponse(
    Object.fromEntries(rows.map(({ questionText, rightChoice }) => [questionText, rightChoice])),
  );
}

const opsRoutes = [
  publicRoute('GET /ops/mail', listMails),
  publicRoute('POST /ops/staff/{decision}', decide),
  publicRoute('POST /ops/provider/paid/{checkout}', reportProviderPayment),
  publicRoute('GET /ops/exam-key.json', getExamKey),
];

const createRoutes = (world: World) => [
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

const maxJsonBytes = 256 * 1024;

export function createRequestListener(world: World): RequestListener {
  const routes = createRoutes(world);
  return async (request, response) => {
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
    for (const [name, value] of corsHeaders(request)) response.setHeader(name, value);
    try {
      sendResponse(response, await handleRequest({ world, routes }, request, path, query));
    } catch (error) {
      // The client closed the connection before the end of its body.
      if (request.destroyed && !request.complete) return;
      const problem =
        error instanceof Problem
          ? error
          : (findRefusal(error) ?? new Problem(500, 'Unexpected error'));
      for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
      sendResponse(response, jsonResponse(makeProblemBody(problem, path), problem.status));
    }
  };
}

async function handleRequest(
  { world, routes }: { world: World; routes: readonly Route[] },
  request: IncomingMessage,
  path: string,
  query: string,
) {
  const bodyBytes = await readBody(request, maxUploadBytes);
  if (request.method === 'OPTIONS') return emptyResponse(204);
  const { route, param } = findRoute(routes, request.method ?? 'GET', path);
  const person = await findBearerPerson(world, request.headers.authorization);
  if (route.isApplicantsOnly && !person) {
    throw new Problem(401, 'Full authentication is required to access this resource', {
      'WWW-Authenticate': 'Bearer realm="admissions", error="invalid_token"',
    });
  }
  const acceptsJson = route.bodyType === 'json';
  if (!bodyBytes || (acceptsJson && bodyBytes.length > maxJsonBytes)) {
    throw new Problem(413, 'The request is too large');
  }
  const call = {
    world,
    headers: request.headers,
    query: new URLSearchParams(query),
    bodyBytes,
    parsedBody: acceptsJson ? parseJson(bodyBytes, request.headers['content-type']) : undefined,
    param,
  };
  if (!route.isApplicantsOnly) return route.handle({ ...call, person });
  // Checked above, but the compiler cannot know.
  return route.handle({ ...call, person: person as NonNullable<typeof person> });
}

function sendResponse(response: ServerResponse, { status, contentType, body }: HttpResponse): void {
  if (contentType) response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Request-Id', randomUUID());
  response.statusCode = status;
  response.end(body);
}

function corsHeaders({ method, headers }: IncomingMessage): [string, string][] {
  const commonHeaders: [string, string][] = [
    ['Access-Control-Allow-Origin', headers.origin ?? '*'],
    ['Access-Control-Expose-Headers', 'WWW-Authenticate, X-Request-Id'],
    ['Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ];
  if (method !== 'OPTIONS') return commonHeaders;
  const requestedHeaders = headers['access-control-request-headers'];
  return [
    ...commonHeaders,
    ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, OPTIONS'],
    ['Access-Control-Allow-Headers', requestedHeaders ?? 'Authorization, Content-Type'],
    ['Access-Control-Max-Age', '1800'],
  ];
}
