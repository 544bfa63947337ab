/** One process of `npm run prove`: proves what it is sent, one case after the other. */
import type { Case } from './cases.ts';
import { prove } from './proof.ts';

process.on('message', async (one: Case) => {
  process.send?.(await prove(one));
});
