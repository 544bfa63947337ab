import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from './database.ts';
import { createRequestListener } from './server.ts';
import { type ReadingName, readings } from './world.ts';

interface SecondBackendOptions {
  /** How it reads the specification. Default: `alternate`. */
  reading?: ReadingName;
  /** Default: a free port. */
  port?: number;
  /** The origin of the mailed links. */
  siteOrigin?: string;
  /** SQL that changes the database before the start: see databases.ts. */
  sql?: string;
}

/**
 * Starts the second backend on 127.0.0.1, without applicants.
 * @returns its address, and functions that count the applicants and stop it
 * @throws the system's error when the port is not free
 */
export async function startSecondBackend(
  options: SecondBackendOptions = {},
): Promise<{ url: string; countApplicants(): Promise<number>; close(): Promise<void> }> {
  const db = await openDatabase();
  if (options.sql) await db.exec(options.sql);
  const world = {
    reading: readings[options.reading ?? 'alternate'],
    siteOrigin: options.siteOrigin ?? 'https://admissions.example.com',
    examMinutes: 20,
    tokenKey: randomBytes(32),
    db,
  };
  const server = createServer(createRequestListener(world));
  // A busy machine can take longer than Node's default of 5 s to send the next request.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    countApplicants: async () =>
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
