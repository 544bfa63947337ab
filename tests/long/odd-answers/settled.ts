import { getConfig } from '@testing-library/react';
import type { Network } from '../../../web/src/testing/network.ts';

let changes = 0;
new MutationObserver(() => {
  changes += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** In milliseconds. */
const turn = 1;

/**
 * Waits until nothing is under way: every request is answered, and the page has not changed for some turns.
 * @param turns how many in a row
 */
export async function settled(network: Network, turns = 4): Promise<void> {
  await getConfig().asyncWrapper(async () => {
    for (let quiet = 0; quiet < turns; ) {
      const before = changes;
      const { length } = network.sent;
      await new Promise((resolve) => setTimeout(resolve, turn));
      const isQuiet =
        network.underway === 0 && changes === before && network.sent.length === length;
      quiet = isQuiet ? quiet + 1 : 0;
    }
  });
}
