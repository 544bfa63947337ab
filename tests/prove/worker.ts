/** One process of `npm run prove`: proves what it is sent, one backend after the other. */
import { type Case, prove } from './cases.ts';
import { generated } from './generated/all-faults.ts';
import { proveGenerated, type Task } from './generated/prove.ts';

const faultsByName = new Map(generated.map((fault) => [fault.name, fault]));
// The mock's own complaints about a generated fault are no news here.
console.error = () => {};

process.on('message', async (work: Case | Task) => {
  process.send?.('trace' in work ? await proveTask(work) : await prove(work));
});

async function proveTask({ name, trace }: Task) {
  const fault = faultsByName.get(name);
  if (!fault) throw new Error(`There is no generated fault ${name}`);
  return await proveGenerated(fault, trace);
}
