/** Starts the second backend. */

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from './database.ts';
import { answerRequests } from './server.ts';
import { type ReadingName, readings } from './world.ts';

interface SecondBackendOptions {
  /** Which of the specification's readings it speaks. Default: `alternate`. */
  reading?: ReadingName;
  /** Default 0: a free one. */
  port?: number;
  /** Where the mailed links lead. */
  siteOrigin?: string;
  /** SQL that is run on the tables first: see databases.ts. */
  sql?: string;
}

/** Starts the backend on 127.0.0.1, with nobody registered. @throws the system's error when the port can't be had */
export async function startSecondBackend(
  options: SecondBackendOptions = {},
): Promise<{ url: string; applicants(): Promise<number>; close(): Promise<void> }> {
  const db = await openDatabase();
  if (options.sql) await db.exec(options.sql);
  const world = {
    reading: readings[options.reading ?? 'alternate'],
    siteOrigin: options.siteOrigin ?? 'https://admissions.example.com',
    examMinutes: 20,
    secret: randomBytes(32),
    db,
  };
  const server = createServer(answerRequests(world));
  // A busy machine may take longer than the usual 5 s to send the next request.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    applicants: async () =>
      (await db.sql<{ count: number }>`select count(*) from applicants`).rows[0]?.count ?? 0,
    async close() {
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
      await db.close();
    },
  };
}
