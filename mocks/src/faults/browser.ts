/** Faults that only a browser notices. */
import { changed, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

/** An answer without its CORS headers. */
function closed(response: Response): Response {
  const copy = changed(response, {});
  for (const name of [...copy.headers.keys()]) {
    if (name.startsWith('access-control-')) copy.headers.delete(name);
  }
  return copy;
}

/** Changes the answer to a preflight. */
function preflights(
  name: string,
  sentence: string,
  change: (response: Response) => Response,
): Fault {
  return {
    name,
    sentence,
    cors: (response, { method }) => (method === 'OPTIONS' ? change(response) : response),
  };
}

export const browser: readonly Fault[] = [
  {
    name: 'cors-missing',
    sentence: 'No answer allows another origin.',
    cors: closed,
  },
  {
    name: 'cors-on-success-only',
    sentence: 'Refusals do not allow another origin.',
    cors: (response) => (response.status >= 400 ? closed(response) : response),
  },
  preflights('preflight-401', 'A preflight without a token is refused.', (response) =>
    changed(response, { status: 401 }),
  ),
  preflights(
    'preflight-no-authorization',
    'A preflight does not allow the header authorization.',
    (response) =>
      changed(response, { headers: { 'access-control-allow-headers': 'content-type' } }),
  ),
  preflights('preflight-no-put', 'A preflight does not allow the method PUT.', (response) => {
    const allowed = response.headers.get('access-control-allow-methods') ?? '';
    const others = allowed.split(', ').filter((method) => method !== 'PUT');
    return changed(response, { headers: { 'access-control-allow-methods': others.join(', ') } });
  }),
  changesBody(
    'redirect-http',
    "The provider's address of an online payment is not https.",
    'payments.payOnline',
    ({ redirect }) => ({ redirect: `http://pay.example.com/${redirect.split('/').at(-1)}` }),
  ),
];
