/** A worker process of `npm run prove`: each message names a backend, and the process answers with the proof of it. */
import { type Case, prove } from './cases.ts';
import { generatedFaults } from './generated/all-faults.ts';
import { proveGenerated, type Task } from './generated/prove.ts';

const faultsByName = new Map(generatedFaults.map((fault) => [fault.name, fault]));
// The mock logs errors that a generated fault causes: they are expected here.
console.error = () => {};

process.on('message', async (work: Case | Task) => {
  process.send?.('trace' in work ? await proveTask(work) : await prove(work));
});

async function proveTask({ name, trace }: Task) {
  const fault = faultsByName.get(name);
  if (!fault) throw new Error(`There is no generated fault ${name}`);
  return await proveGenerated(fault, trace);
}
