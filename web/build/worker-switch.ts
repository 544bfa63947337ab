/** The off switch of the service worker (docs/hosting.md): a worker that removes itself and what it has cached. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileList } from './file-list.ts';
import type { Options } from './options.ts';
import { BuildProblem } from './problem.ts';

const offSwitch = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
`;

/**
 * Puts the switch in the place of the worker of a built site.
 * @throws {BuildProblem} where the folder holds no built site
 */
export async function switchWorkerOff({ out }: Options): Promise<void> {
  await readFile(join(out, 'shell.html')).catch(() => {
    throw new BuildProblem(`--off: ${out} holds no built site; name its folder with --out.`);
  });
  await writeFile(join(out, 'worker.js'), offSwitch);
  // Copies that an older build made would be sent in its place.
  for (const ending of ['br', 'gz']) await rm(join(out, `worker.js.${ending}`), { force: true });
  await writeFileList(out);
}
