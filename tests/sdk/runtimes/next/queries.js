/** For the server and the browser. */
import { createClient } from '@one-planet/sdk';
import { createQueries } from '@one-planet/sdk/query';

export const client = createClient({ baseUrl: process.env.NEXT_PUBLIC_API });
export const queries = createQueries(client);
