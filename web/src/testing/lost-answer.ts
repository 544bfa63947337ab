import type { Network } from './network.ts';

/** From now on requests to a path reach the backend, but the answers are lost. */
export function loseAnswers(network: Network, path: string): void {
  network.answerWith(path, async (_request, ask) => {
    await ask();
    throw new TypeError('Failed to fetch');
  });
}
