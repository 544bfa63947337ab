/** What no client sends and every server receives. Only silence and 5xx are wrong answers to it. */
import { findOperation, type OperationName, pathParameters } from '@one-planet/contract';
import type { CheckContext } from '../context.ts';
import { Blocked } from '../outcome.ts';
import type { Call } from '../wire/request.ts';

const MB = 1024 * 1024;
const huge = JSON.stringify({ email: 'a'.repeat(1.1 * MB) });
const depth = 5000;
const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
const oddParams = [
  '%00',
  '%C3%28',
  "'%20OR%20'1'%3D'1",
  '-1',
  '9'.repeat(30),
  `${'x'.repeat(2000)}`,
  '%E1%8A%A0',
];

/** Sends all of them to one operation, with a valid token where it takes one. */
export async function sendMalformedRequests(
  context: CheckContext,
  name: OperationName,
): Promise<void> {
  const operation = findOperation(name);
  if (!operation || operation.meta.mayBeMissing) return;
  const { route, meta } = operation;
  const person = meta.auth === 'none' ? undefined : await context.person();
  const own = { token: person?.token, by: person?.number, about: person?.number };
  for (const call of [...oddAddresses(route.path), ...oddBodies(route)]) {
    try {
      await context.send(name, { ...own, mayBreak: true, ...call });
    } catch (error) {
      // The check itself reports it, or the one about silence.
      if (!(error instanceof Blocked)) throw error;
    }
  }
}

function oddAddresses(path: string): Call[] {
  if (pathParameters(path).length === 0) return [];
  return oddParams.map((rawParam) => ({ rawParam, rawBody: '{}' }));
}

function oddBodies(route: { method: string; path: string }): Call[] {
  if (route.method === 'GET') return [];
  const rawParam = 'none';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  if ('contentType' in route) {
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    return [
      { rawBody: '{}' },
      { rawBody: '--x\r\nbroken', headers: multipart },
      {
        rawBody: '--x\r\ncontent-disposition: form-data; name="other"\r\n\r\ntext\r\n--x--\r\n',
        headers: multipart,
      },
    ];
  }
  return [
    { rawParam, rawBody: huge },
    { rawParam, rawBody: deep },
    { rawParam, rawBody: '{"__proto__":{"a":1},"constructor":1,"email":"\\u0000\\ud800"}' },
    { rawParam, rawBody: '\u0000\ufeff{}' },
    { rawParam, rawBody: 'email=a&password=b', headers: form },
  ];
}
