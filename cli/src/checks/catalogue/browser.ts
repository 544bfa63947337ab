/** What a site in a browser needs: it runs on another origin than the backend (decisions §3). */
import { type Operation, operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { Failed, Skipped } from '../outcome.ts';
import { describeReply, type Reply } from '../wire/reply.ts';

const common = { level: 'must', rule: 'access#the-sites-origin' } as const;

export const browser: readonly Check[] = operations
  .filter(({ meta }) => !meta.mayBeMissing)
  .flatMap((operation) => [preflight(operation), answersCors(operation)]);

/** @throws {Skipped} where the site and the backend share an origin, or the site's is not known */
function originOf({ helpers, run: runContext }: CheckContext): string {
  const origin =
    helpers.siteOrigin ??
    (runContext.settings.target === 'mock' ? 'http://127.0.0.1:5173' : undefined);
  if (!origin)
    throw new Skipped('the site’s origin is not known: give it with --site-origin', 'site-origin');
  const { origin: site } = new URL(origin);
  if (site === new URL(runContext.base).origin)
    throw new Skipped('site and backend share an origin');
  return site;
}

function preflight({ name, route, meta }: Operation): Check {
  const isSimple = meta.auth === 'none' && route.method === 'GET';
  return {
    ...common,
    id: `${name}/preflight`,
    operation: name,
    sentence: `${name} MUST let the site's origin call it: the preflight is answered without a token.`,
    proves:
      'OPTIONS with the headers a browser sends succeeds, and allows origin, method and headers.',
    leavesOpen: 'How long browsers cache the answer.',
    run: async (context) => {
      const origin = originOf(context);
      const headers = [
        ...(meta.auth === 'none' ? [] : ['authorization']),
        ...(route.method === 'GET' || 'contentType' in route ? [] : ['content-type']),
      ];
      if (isSimple || (headers.length === 0 && route.method !== 'PUT')) {
        throw new Skipped('a browser sends no preflight for it');
      }
      const reply = await context.send(name, {
        method: 'OPTIONS',
        rawParam: '1',
        headers: {
          origin,
          'access-control-request-method': route.method,
          'access-control-request-headers': headers.join(', '),
        },
      });
      if (reply.status >= 300) throw new Failed('a success', describeReply(reply), reply);
      expectOrigin(reply, origin);
      expectListed(reply, 'access-control-allow-headers', headers);
      if (!['GET', 'POST', 'HEAD'].includes(route.method)) {
        expectListed(reply, 'access-control-allow-methods', [route.method]);
      }
    },
  };
}

function answersCors({ name }: Operation): Check {
  return {
    ...common,
    id: `${name}/cors`,
    operation: name,
    sentence: `${name} MUST let the site read its answers, including refusals.`,
    proves:
      'An answer to a call from the site’s origin has access-control-allow-origin; without it the site sees a network error.',
    leavesOpen: 'Answers from proxies in front of the backend.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const origin = originOf(context);
      const person = await context.person();
      const call = { params: (await context.call(name, person)).params, headers: { origin } };
      // Without a token and a body most operations refuse; the lists answer.
      const reply = await context.send(name, {
        ...call,
        rawBody: '{}',
        by: person.number,
        about: person.number,
      });
      expectOrigin(reply, origin);
    },
  };
}

function expectOrigin(reply: Reply, origin: string): void {
  const allowed = reply.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return;
  throw new Failed(
    `access-control-allow-origin for ${origin}`,
    `${allowed ?? 'none'} (status ${reply.status})`,
    reply,
  );
}

function expectListed(reply: Reply, name: string, wanted: readonly string[]): void {
  const listed = (reply.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
  // A star does not stand for authorization.
  const missing = wanted.filter(
    (one) =>
      !listed.includes(one.toLowerCase()) && (one === 'authorization' || !listed.includes('*')),
  );
  if (missing.length > 0) {
    throw new Failed(
      `${name} with ${missing.join(', ')}`,
      reply.headers.get(name) ?? 'none',
      reply,
    );
  }
}
