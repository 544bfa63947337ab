/** Faults that only a browser notices. */

import { type Behaviour, changed, changesBody, type Fault, faultsOf } from './fault.ts';

/** Removes the CORS headers from a response. */
function closed(response: Response): Response {
  const copy = changed(response, {});
  for (const name of [...copy.headers.keys()]) {
    if (name.startsWith('access-control-')) copy.headers.delete(name);
  }
  return copy;
}

/** Changes the response to a preflight. */
function preflights(sentence: string, change: (response: Response) => Response): Behaviour {
  return {
    sentence,
    cors: (response, { method }) => (method === 'OPTIONS' ? change(response) : response),
  };
}

export const browser: readonly Fault[] = faultsOf({
  'cors-missing': {
    sentence: 'No answer allows another origin.',
    cors: closed,
  },
  'cors-on-success-only': {
    sentence: 'Refusals do not allow another origin.',
    cors: (response) => (response.status >= 400 ? closed(response) : response),
  },
  'preflight-401': preflights('A preflight without a token is refused.', (response) =>
    changed(response, { status: 401 }),
  ),
  'preflight-no-authorization': preflights(
    'A preflight does not allow the header authorization.',
    (response) =>
      changed(response, { headers: { 'access-control-allow-headers': 'content-type' } }),
  ),
  'preflight-no-put': preflights('A preflight does not allow the method PUT.', (response) => {
    const allowed = response.headers.get('access-control-allow-methods') ?? '';
    const otherMethods = allowed.split(', ').filter((method) => method !== 'PUT');
    return changed(response, {
      headers: { 'access-control-allow-methods': otherMethods.join(', ') },
    });
  }),
  'redirect-http': changesBody(
    "The provider's address of an online payment is not https.",
    'payments.payOnline',
    ({ redirect }) => ({ redirect: `http://pay.example.com/${redirect.split('/').at(-1)}` }),
  ),
});
