import { createTransport } from '../transport.ts';

/** Makes the requests of tests; its connections end with the servers. */
export const { request } = createTransport();
