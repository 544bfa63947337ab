/** One process of `npm run prove`: proves what it is sent, one backend after the other. */
import { type Case, prove } from './cases.ts';
import { generated } from './generated/all-faults.ts';
import { proveGenerated, type Task } from './generated/prove.ts';

const byName = new Map(generated.map((one) => [one.name, one]));
// The mock's own complaints about a generated fault are no news here.
console.error = () => {};

process.on('message', async (one: Case | Task) => {
  process.send?.('trace' in one ? await proveTask(one) : await prove(one));
});

async function proveTask({ name, trace }: Task) {
  const one = byName.get(name);
  if (!one) throw new Error(`There is no generated fault ${name}`);
  return await proveGenerated(one, trace);
}
