/** One process of the generated proof. */
import { generated } from './index.ts';
import { proveGenerated } from './prove.ts';
import type { Trace } from './trace.ts';

export interface Task {
  name: string;
  trace: Trace;
}

const byName = new Map(generated.map((one) => [one.name, one]));
// What a fault does to the mock's own code is no news here.
console.error = () => {};

process.on('message', async ({ name, trace }: Task) => {
  const one = byName.get(name);
  if (!one) throw new Error(`There is no generated fault ${name}`);
  process.send?.(await proveGenerated(one, trace));
});
