import { createClient } from '@one-planet/sdk';
import type { Network } from '../../../web/src/testing/network.ts';

/** The API, asked as whoever is logged in on the page. */
export const apiOf = ({ backend }: Network) =>
  createClient({
    baseUrl: 'http://mock.test/api',
    fetch: (input, init) => backend.fetch(new Request(input, init)),
    session: { token: () => sessionStorage.getItem('token') ?? undefined },
  });

/** What the mock tells its testers. @param path below `/_mock/` */
export async function fromMock<T>({ backend }: Network, path: string): Promise<T> {
  const answer = await backend.fetch(new Request(`http://mock.test/_mock/${path}`));
  return (await answer.json()) as T;
}
