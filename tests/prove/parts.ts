/** Shares the cases out among processes: a run keeps a core busy, and one that crashes must not end the others. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.ts';
import type { Proof } from './proof.ts';

/** @param onDone told how many cases are done */
export async function proveInParts(
  parts: number,
  cases: readonly Case[],
  onDone: (done: number) => void,
): Promise<Proof[]> {
  const proofs: Proof[] = [];
  const waiting = [...cases];
  await Promise.all(
    Array.from({ length: parts }, async () => {
      const child = fork(fileURLToPath(new URL('part.ts', import.meta.url)), {
        execArgv: process.execArgv,
      });
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        proofs.push(await ask(child, one));
        onDone(proofs.length);
      }
      child.disconnect();
    }),
  );
  const rank = new Map(cases.map(({ name }, at) => [name, at]));
  return proofs.sort((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0));
}

function ask(child: ReturnType<typeof fork>, one: Case): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`the process that proved ${one.name} ended`));
    child.once('exit', onExit);
    child.once('message', (proof) => {
      child.off('exit', onExit);
      resolve(proof as Proof);
    });
    child.send(one);
  });
}
