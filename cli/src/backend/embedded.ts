import type { Dialect } from '@one-planet/contract';

/** The mock backend in this process. */
export interface Embedded {
  /** Its address, without `/api`. */
  url: string;
  close: () => Promise<void>;
}

/** Starts a mock backend on a free port of this machine. The mock is loaded only now. */
export async function startEmbedded(options: {
  dialect: Dialect;
  seed?: number | undefined;
  siteOrigin?: string | undefined;
}): Promise<Embedded> {
  const [{ createBackend }, { serve }] = await Promise.all([
    import('@one-planet/mocks'),
    import('@one-planet/mocks/node'),
  ]);
  return serve(await createBackend(options), { port: 0, host: '127.0.0.1' });
}
