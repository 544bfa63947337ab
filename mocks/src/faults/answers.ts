/** Makes faults in answers. */
import type { OperationName, RouteOf } from '@one-planet/contract';
import type { ClientInferResponses } from '@ts-rest/core';
import type { Answer } from '../http/answers.ts';
import type { Around, Call, Fault } from './fault.ts';

type SuccessOf<N extends OperationName> = Extract<
  ClientInferResponses<RouteOf<N>>,
  { status: 200 | 201 | 202 }
>['body'];

/** The parts of an answer to change; the rest stays. */
interface Change {
  status?: number;
  body?: BodyInit | null;
  headers?: Readonly<Record<string, string>>;
}

/** Wraps the handler of one operation. */
export function around(operation: OperationName, handle: Around<Answer>): Pick<Fault, 'handle'> {
  return {
    handle: (call, next) => (call.operation.name === operation ? handle(call, next) : next()),
  };
}

/** Changes what one operation answers on success. `change` is given the world's own records and must copy them. */
export function changesBody<N extends OperationName>(
  name: string,
  sentence: string,
  operation: N,
  change: (body: SuccessOf<N>, call: Call) => unknown,
): Fault {
  const handle: Around<Answer> = async (call, next) => {
    const answer = await next();
    if (answer.status >= 300) return answer;
    return { ...answer, body: change(answer.body as SuccessOf<N>, call) };
  };
  return { name, sentence, ...around(operation, handle) };
}

/** Changes one status of one operation, success or refusal. */
export function changesStatus(
  name: string,
  sentence: string,
  operation: OperationName,
  from: number,
  to: number,
): Fault {
  const handle: Around<Answer> = async (_call, next) => {
    const answer = await next();
    return answer.status === from ? { ...answer, status: to } : answer;
  };
  return { name, sentence, ...around(operation, handle) };
}

/** Changes the form of some answers; `change` returns what differs, or nothing. */
export function changesResponse(
  name: string,
  sentence: string,
  applies: (call: Call, response: Response) => boolean,
  change: (response: Response, call: Call) => Change | Promise<Change>,
): Fault {
  return {
    name,
    sentence,
    answer: async (call, response) =>
      applies(call, response) ? changed(response, await change(response, call)) : response,
  };
}

/** @returns a copy with another status, body or headers */
export function changed(
  response: Response,
  { status = response.status, body = response.body, headers = {} }: Change,
): Response {
  const copy = new Response(body, { status, headers: response.headers });
  if (body === null) copy.headers.delete('content-type');
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value);
  return copy;
}

export const asJson = { 'content-type': 'application/json' } as const;
export const asHtml = { 'content-type': 'text/html; charset=utf-8' } as const;
export const asText = { 'content-type': 'text/plain; charset=utf-8' } as const;
