import { type Operation, type OperationName, readMessage } from '@one-planet/contract';

/** What a handler answers, without its types. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Operations whose refusals are text; the others refuse with JSON `{message}` (decisions, section 1). */
const refusesInText: ReadonlySet<OperationName> = new Set<OperationName>([
  'applicants.register',
  'applicants.activate',
  'applicants.createPassword',
  'auth.forgotPassword',
  'auth.changePassword',
  'payments.makeOffline',
  'payments.payOnline',
  'files.upload',
]);

/** From a handler's answer to HTTP. */
export function toResponse(operation: Operation | undefined, answer: Answer): Response {
  const { status, body } = answer;
  if (status >= 400) return refusal(operation, status, readMessage(body));
  if (body instanceof Blob) return new Response(body, { status, headers: bodyHeaders(body.type) });
  if (operation?.meta.reads === 'text') return text(status, String(body));
  return body === undefined ? new Response(null, { status }) : json(status, body);
}

/** A refusal in the form of its operation, `undefined` when the call reached none. */
export function refusal(
  operation: Operation | undefined,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return operation && refusesInText.has(operation.name)
    ? text(status, message, headers)
    : json(status, { message }, headers);
}

/** JSON that nobody may cache. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...bodyHeaders('application/json'), ...headers },
  });
}

function text(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: { ...bodyHeaders('text/plain; charset=utf-8'), ...headers },
  });
}

function bodyHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
