/** The backend as a whole: which origins it allows, and how it responds to unknown paths. */
import {
  isHtmlDocument,
  type Operation,
  type OperationName,
  operations,
} from '@one-planet/contract';
import { describeResponse } from '../../checks/evidence.ts';
import { findBlock, makeFailure, makeSkip } from '../../checks/outcome.ts';
import { makeRandomText } from '../../core/text.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  makeScenarioChecks,
} from '../check.ts';
import { requestFieldsOf } from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';

/** An unrelated origin, and the origin that sandboxed pages send. */
const foreignOrigins = ['https://stranger.example', 'null'] as const;

export const serverChecks: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: 'server/other-origins',
    sentence: 'The backend MUST NOT let other origins than the site’s in with credentials.',
    rule: 'access#other-origins',
    leavesOpen: 'Origins without credentials: a token is sent by the site alone.',
    runFor: async (context, person) => {
      const { siteOrigin } = context.runContext.settings;
      const { origin: site, protocol, host } = new URL(siteOrigin ?? 'https://college.example');
      const similarOrigins = [
        `${site}.stranger.example`,
        `${protocol}//stranger-${host}`,
        `${protocol === 'https:' ? 'http:' : 'https:'}//${host}`,
      ];
      for (const { name, meta } of operations) {
        if (meta.mayBeMissing) continue;
        for (const origin of [...foreignOrigins, ...similarOrigins]) {
          await expectOriginRefused(context, name, origin, person.number);
        }
      }
    },
  },
  {
    id: 'server/unknown-path',
    sentence: 'An unknown path under /api MUST be answered with a refusal.',
    rule: 'refusals#unknown-paths',
    run: async (context) => {
      for (const path of ['', 'applicants/', 'payments/private/']) {
        const unknownPath = `/${path}${makeRandomText('abcdefghijklmnop', 12)}`;
        const response = await sendToUnknownPath(context, unknownPath);
        if (response.status >= 400) continue;
        const responseText = isHtmlDocument(response.text) ? 'a page' : describeResponse(response);
        const observedText = `status ${response.status} with ${responseText}`;
        throw makeFailure('a refusal (4xx)', observedText, response);
      }
    },
  },
]);

async function sendToUnknownPath(context: CheckContext, rawPath: string): Promise<ApiResponse> {
  try {
    return await context.send('contents.list', { rawPath });
  } catch (error) {
    const { reason, response } = findBlock(error) ?? {};
    if (reason === undefined || !response) throw error;
    throw makeFailure('a refusal (4xx)', reason, response);
  }
}

async function expectOriginRefused(
  context: CheckContext,
  operationName: OperationName,
  origin: string,
  senderNumber: number,
): Promise<void> {
  const call = { rawParam: 'none', rawBody: '{}', headers: { origin }, senderNumber };
  const response = await context.send(operationName, call);
  const allowedOrigin = response.headers.get('access-control-allow-origin');
  const credentialsHeader = response.headers.get('access-control-allow-credentials');
  const observedText = `${operationName} lets it in with them`;
  if (allowedOrigin === origin && credentialsHeader?.toLowerCase() === 'true')
    throw makeFailure(`no credentials for ${origin}`, observedText, response);
}

/* The rules of browsers: the site has another origin than the backend (specification/decisions §3). */

export const browserChecks: readonly BackendCheck[] = operations
  .filter(({ meta }) => !meta.mayBeMissing)
  .flatMap((operation) => [makePreflightCheck(operation), makeCorsCheck(operation)]);

/** @throws {OutcomeError} where the site and the backend have the same origin, or the settings do not name the site's */
function findSiteOrigin({ runContext }: CheckContext): string {
  const { siteOrigin, target } = runContext.settings;
  const origin = siteOrigin ?? (target === 'mock' ? 'http://127.0.0.1:5173' : undefined);
  if (!origin)
    throw makeSkip('the site’s origin is not known: give it with --site-origin', 'site-origin');
  const { origin: site } = new URL(origin);
  if (site === new URL(runContext.baseUrl).origin)
    throw makeSkip('site and backend share an origin');
  return site;
}

function makePreflightCheck({ name, route, meta }: Operation): BackendCheck {
  const requestHeaderNames = [
    ...(meta.auth === 'none' ? [] : ['authorization']),
    ...(route.method === 'GET' || 'contentType' in route ? [] : ['content-type']),
  ];
  return makeScenarioCheck({
    id: `${name}/preflight`,
    sentence: `${name} MUST let the site's origin call it: the preflight is answered without a token.`,
    rule: 'access#the-sites-origin',
    run: async (context) => {
      const origin = findSiteOrigin(context);
      if (requestHeaderNames.length === 0 && route.method !== 'PUT')
        throw makeSkip('a browser sends no preflight for it');
      const response = await context.send(name, {
        method: 'OPTIONS',
        rawParam: '1',
        headers: {
          origin,
          'access-control-request-method': route.method,
          'access-control-request-headers': requestHeaderNames.join(', '),
        },
      });
      if (response.status >= 300) throw makeFailure('a success', response);
      expectOriginAllowed(response, origin);
      expectAllowedNames(response, 'access-control-allow-headers', requestHeaderNames);
      if (!['GET', 'POST', 'HEAD'].includes(route.method))
        expectAllowedNames(response, 'access-control-allow-methods', [route.method]);
    },
  });
}

function makeCorsCheck({ name, route, meta }: Operation): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/cors`,
    sentence: `${name} MUST let the site read its answers, including refusals.`,
    rule: 'access#the-sites-origin',
    runFor: async (context, person) => {
      const origin = findSiteOrigin(context);
      const { params, senderNumber } = await context.makeCall(name, person);
      // Without a token and a body most operations refuse. Only the public lists succeed.
      const call = { params, senderNumber, rawBody: '{}', headers: { origin } };
      expectOriginAllowed(await context.send(name, call), origin);
      const changesNothing =
        route.method === 'GET' || requestFieldsOf(name).some(({ level }) => level === 'must');
      // With her token another part of the backend answers: what it reads, or that fields are missing.
      if (changesNothing && meta.auth === 'bearer')
        expectOriginAllowed(await context.send(name, { ...call, token: person.token }), origin);
    },
  });
}

function expectOriginAllowed(response: ApiResponse, origin: string): void {
  const allowedOrigin = response.headers.get('access-control-allow-origin') ?? 'none';
  if (allowedOrigin === '*' || allowedOrigin === origin) return;
  const observedText = `${allowedOrigin} (status ${response.status})`;
  throw makeFailure(`access-control-allow-origin for ${origin}`, observedText, response);
}

function expectAllowedNames(
  response: ApiResponse,
  responseHeaderName: string,
  expectedNames: readonly string[],
): void {
  const headerValue = response.headers.get(responseHeaderName) ?? 'none';
  const allowedNames = headerValue
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  // The wildcard `*` does not cover the Authorization header (Fetch standard).
  const missingNames = expectedNames.filter(
    (expectedName) =>
      !allowedNames.includes(expectedName.toLowerCase()) &&
      (expectedName === 'authorization' || !allowedNames.includes('*')),
  );
  const expectedText = `${responseHeaderName} with ${missingNames.join(', ')}`;
  if (missingNames.length > 0) throw makeFailure(expectedText, headerValue, response);
}
