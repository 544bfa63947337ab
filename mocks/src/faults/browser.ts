/** Faults that only a browser notices. */

import { type Behaviour, changesBody, type Fault, faultsOf, withChanges } from './fault.ts';

/** Removes the CORS headers from a response. */
function withoutCors(response: Response): Response {
  const copy = withChanges(response, {});
  for (const name of [...copy.headers.keys()]) {
    if (name.startsWith('access-control-')) copy.headers.delete(name);
  }
  return copy;
}

/** Changes the response to a preflight. */
function changesPreflight(sentence: string, change: (response: Response) => Response): Behaviour {
  return {
    sentence,
    cors: (response, { method }) => (method === 'OPTIONS' ? change(response) : response),
  };
}

export const browserFaults: readonly Fault[] = faultsOf({
  'cors-missing': {
    sentence: 'No answer allows another origin.',
    cors: withoutCors,
  },
  'cors-on-success-only': {
    sentence: 'Refusals do not allow another origin.',
    cors: (response) => (response.status >= 400 ? withoutCors(response) : response),
  },
  'preflight-401': changesPreflight('A preflight without a token is refused.', (response) =>
    withChanges(response, { status: 401 }),
  ),
  'preflight-no-authorization': changesPreflight(
    'A preflight does not allow the header authorization.',
    (response) =>
      withChanges(response, { headers: { 'access-control-allow-headers': 'content-type' } }),
  ),
  'preflight-no-put': changesPreflight('A preflight does not allow the method PUT.', (response) => {
    const allowedMethodsText = response.headers.get('access-control-allow-methods') ?? '';
    const otherMethods = allowedMethodsText.split(', ').filter((method) => method !== 'PUT');
    return withChanges(response, {
      headers: { 'access-control-allow-methods': otherMethods.join(', ') },
    });
  }),
  'redirect-http': changesBody(
    "The provider's address of an online payment is not https.",
    'payments.payOnline',
    ({ redirect }) => ({ redirect: `http://pay.example.com/${redirect.split('/').at(-1)}` }),
  ),
});
