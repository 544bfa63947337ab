/** Answers that others may keep, and others who are let in. */
import { asHtml, changesResponse } from './answers.ts';
import type { Fault } from './fault.ts';

export const privacy: readonly Fault[] = [
  changesResponse(
    'answers-cacheable',
    'Shared caches may keep every answer for a minute.',
    (_call, { ok }) => ok,
    () => ({ headers: { 'cache-control': 'public, max-age=60' } }),
  ),
  {
    name: 'cors-everybody',
    sentence: 'Every origin is let in, with credentials.',
    cors: (response, request) => {
      const origin = request.headers.get('origin');
      if (origin === null) return response;
      response.headers.set('access-control-allow-origin', origin);
      response.headers.set('access-control-allow-credentials', 'true');
      return response;
    },
  },
  {
    name: 'unknown-path-page',
    sentence: 'What is not found under /api is answered with the start page of the site.',
    cors: (response, { method }) =>
      response.status === 404 && method === 'GET' && response.headers.get('x-operation') === null
        ? new Response('<!DOCTYPE html><title>One Planet College</title>', {
            status: 200,
            headers: { ...Object.fromEntries(response.headers), ...asHtml },
          })
        : response,
    answer: (_call, response) => {
      const headers = new Headers(response.headers);
      headers.set('x-operation', 'known');
      return new Response(response.body, { status: response.status, headers });
    },
  },
];
