/** Makes variations in answers. */
import { asJson, changesResponse } from '../faults/answers.ts';
import type { Call, Fault } from '../faults/fault.ts';

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** Every successful JSON answer is written in another way. */
export function writes(
  name: string,
  sentence: string,
  write: (body: Json, call: Call) => string,
): Fault {
  return changesResponse(
    name,
    sentence,
    (_call, response) => response.ok && isJson(response),
    async (response, call) => ({ body: write(JSON.parse(await response.text()), call) }),
  );
}

/** Changes every object and list of a body, the inner ones first. */
export function deeply(body: Json, change: (part: Json) => Json): Json {
  if (Array.isArray(body)) return change(body.map((part) => deeply(part, change)));
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([field, part]) => [field, deeply(part, change)]);
  return change(Object.fromEntries(entries));
}

/** @returns the fields of an object, `undefined` for what is none */
export function fieldsOf(part: Json): [string, Json][] | undefined {
  const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
  return isObject ? Object.entries(part) : undefined;
}

/** Changes the form of every refusal, not its meaning. */
export function refusesIn(
  name: string,
  sentence: string,
  write: (message: string, status: number) => string,
  headers: Readonly<Record<string, string>> = asJson,
): Fault {
  return changesResponse(
    name,
    sentence,
    (_call, { status }) => status >= 400,
    async (response) => {
      const text = await response.text();
      const message = isJson(response) ? (JSON.parse(text) as { message: string }).message : text;
      return { body: write(message, response.status), headers };
    },
  );
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true;
}
