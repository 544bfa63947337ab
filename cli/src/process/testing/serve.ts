import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../listen.ts';

/** Serves a test's own answers; closed after the test. @returns the address */
export async function serveTest(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(answer), 0);
  onTestFinished(close);
  return url;
}
