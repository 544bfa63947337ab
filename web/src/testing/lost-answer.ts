import type { Network } from './network.ts';

/** From now on requests to a path reach the backend, but the answers are lost. */
export function loseAnswers(network: Network, path: string): void {
  network.answerWith(path, async () => {
    const sent = network.sent.at(-1);
    const { method, body, authorization } = sent ?? {};
    await network.backend.fetch(
      new Request(`http://mock.test/api${sent?.path}`, {
        method: method ?? 'POST',
        headers: { 'content-type': 'application/json', authorization: authorization ?? '' },
        body: JSON.stringify(body),
      }),
    );
    throw new TypeError('Failed to fetch');
  });
}
