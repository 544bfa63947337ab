/** Reading what a client sends, without ever holding more than is allowed. */
import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';

/** @returns the bytes, or `undefined` when there are more than `limit` */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Read to the end also when it is too much: a client that is cut off never sees the 413.
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > limit ? undefined : Buffer.concat(chunks);
}

/** @returns the value, or `undefined` when nothing was sent */
export function parseJson(bytes: Buffer, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined;
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '')) {
    throw new Problem(415, 'Content type must be application/json');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, 'The request body is not readable JSON');
  }
}
