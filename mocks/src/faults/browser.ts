/** What only a browser minds. */
import { changed, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

/** An answer without the headers that open it to other origins. */
function closed(response: Response): Response {
  const copy = changed(response, {});
  for (const name of [...copy.headers.keys()]) {
    if (name.startsWith('access-control-')) copy.headers.delete(name);
  }
  return copy;
}

/** The answer to a preflight is another one. */
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
    sentence: 'No answer is open to another origin.',
    cors: closed,
  },
  {
    name: 'cors-on-success-only',
    sentence: 'Refusals are not open to another origin.',
    cors: (response) => (response.status >= 400 ? closed(response) : response),
  },
  preflights('preflight-401', 'A preflight is refused for want of a token.', (response) =>
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
