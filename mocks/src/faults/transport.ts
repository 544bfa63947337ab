/** Faults between the backend and its clients. */
import { findOperation, wireTemplate } from '@one-planet/contract';
import { jsonResponse, RefusalError } from '../server/responses.ts';
import {
  changesResponse,
  type Fault,
  faultsOf,
  htmlHeaders,
  makeBrokenOffBody,
  wrapsHandler,
} from './fault.ts';

const callsPerFault = 3;

export const transportFaults: readonly Fault[] = faultsOf({
  'html-502': {
    sentence: 'Every third call meets a proxy that answers 502 with an HTML page.',
    intercept: ({ number }) =>
      number % callsPerFault === 0
        ? new Response(
            '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n',
            { status: 502, headers: htmlHeaders },
          )
        : undefined,
  },
  hangs: {
    sentence: 'Reading the biography is never answered.',
    ...wrapsHandler('applicants.getBioData', async ({ request: { signal } }, next) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
      return await next();
    }),
  },
  'drops-connection': changesResponse(
    'Reading the biography breaks off in the middle of the answer.',
    ({ operation }, { ok }) => operation.name === 'applicants.getBioData' && ok,
    () => ({ body: makeBrokenOffBody(), headers: { 'transfer-encoding': 'chunked' } }),
  ),
  'limit-without-time': {
    sentence: 'Every seventh call is answered with 429, which does not say when to ask again.',
    intercept: ({ number }) =>
      number % 7 === 0 ? jsonResponse(429, { message: 'Too many requests.' }) : undefined,
  },
  'limit-too-late': changesResponse(
    'Every third registration is answered with 429, and she is registered all the same.',
    ({ operation, world }, { ok }) => {
      if (operation.name !== 'applicants.register' || !ok) return false;
      return world.people.count() % callsPerFault === 0;
    },
    () => ({ status: 429, headers: { 'retry-after': '0' } }),
  ),
  'wrong-method-accepted': {
    sentence: 'PATCH on the list of programs is answered with 200.',
    intercept: ({ world, request }) => {
      const { dialect } = world.settings;
      const path = findOperation('programs.list')?.route.path ?? '';
      const isProgramListUrl = request.url.endsWith(
        `/api${wireTemplate(dialect, 'programs.list', path)}`,
      );
      return request.method === 'PATCH' && isProgramListUrl ? jsonResponse(200, []) : undefined;
    },
  },
  'oversized-500': {
    sentence: 'A JSON body of more than 1 MB is answered with 500.',
    wrapReading: async ({ operation }, next) => {
      try {
        return await next();
      } catch (error) {
        const isTooLarge = error instanceof RefusalError && error.status === 413;
        if (isTooLarge && operation.name !== 'files.upload') {
          throw new RefusalError(500, 'Internal Server Error');
        }
        throw error;
      }
    },
  },
});
