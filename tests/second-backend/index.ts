/** A second admissions backend: the specification as another team reads it, sharing no code with the mock. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ReadingName, readings } from './reading.ts';
import { answerRequests } from './server.ts';
import { createWorld } from './world.ts';

interface SecondBackendOptions {
  /** Which of the specification's readings it speaks. Default: `alternate`. */
  reading?: ReadingName;
  /** Default 0: a free one. */
  port?: number;
  /** Where the mailed links lead. */
  siteOrigin?: string;
  /** How long a Digital Literacy Test lasts; fractions are fine. */
  examMinutes?: number;
}

/** Starts the backend on 127.0.0.1, with nobody registered. @throws the system's error when the port can't be had */
export async function startSecondBackend(
  options: SecondBackendOptions = {},
): Promise<{ url: string; applicants(): number; close(): Promise<void> }> {
  const world = createWorld(
    readings[options.reading ?? 'alternate'],
    options.siteOrigin ?? 'https://admissions.example.com',
    options.examMinutes ?? 20,
  );
  const server = createServer(answerRequests(world));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    applicants: () => world.people.size,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
