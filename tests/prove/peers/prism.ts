import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';
import { methodOf, pathOf } from './call.ts';
import { documentFile, operationsIn, readDocument } from './document.ts';
import { freePort, type Heard, startFront } from './front.ts';
import type { Found, Peer, Surroundings } from './peer.ts';
import { runScript, startScript } from './program.ts';

const admissions = fileURLToPath(new URL('../../../cli/bin/admissions.js', import.meta.url));

export const prism: Peer = {
  name: 'Prism',
  package: '@stoplight/prism-cli',
  version: '5.14.2',
  bin: 'node_modules/@stoplight/prism-cli/dist/index.js',
  run,
};

async function run({ url, folder, script, calls }: Surroundings): Promise<Found> {
  const findings = new Set<string>();
  const started = performance.now();
  const port = await freePort();
  const proxy = startScript(
    script,
    ['proxy', fileURLToPath(documentFile), `${url}/api`, '--port', String(port)],
    { folder },
  );
  let walking = true;
  const front = await startFront(
    {
      api: `http://127.0.0.1:${port}`,
      rest: url,
      // Prism 5.14 passes bodies on as text, which the journey's picture does not survive.
      past: (path) => walking && path.startsWith('/api/files/'),
    },
    await listener(findings),
  );
  try {
    await until(() => proxy.output().includes('Prism is listening'));
    const journey = await runScript(admissions, ['journey', '--target', front.url], { folder });
    if (journey.output.includes('is not built')) throw new Error(journey.output.trim());
    walking = false;
    for (const call of calls) await ask(front.url, methodOf(call), `/api${pathOf(call)}`, call);
  } finally {
    front.close();
    proxy.stop();
    await proxy.end;
  }
  return { findings: [...findings].sort(), seconds: (performance.now() - started) / 1000 };
}

/** Puts down the violations Prism tells of answers; those of requests are ours, and meant. */
async function listener(findings: Set<string>): Promise<Heard> {
  const routes = operationsIn(await readDocument()).map(({ path, method, operation }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    name: operation.operationId,
  }));
  return ({ method, path }, { headers, statusCode }) => {
    const route = routes.find((one) => one.method === method && one.pattern.test(path));
    const told = headers['sl-violations'];
    if (typeof told !== 'string') {
      const isOwn = statusCode === 500 && headers['content-type'] === 'application/problem+json';
      if (isOwn) findings.add(`${route?.name ?? path}: Prism could not read the answer`);
      return;
    }
    // A long list is cut off in the middle, and then no JSON: each violation is read by itself.
    for (const [, message = ''] of told.matchAll(
      /"response"[^{}]*?"message":"((?:[^"\\]|\\.)*)"/g,
    )) {
      const what = message.replace(/\b\d+\b/g, 'N');
      findings.add(`${route?.name ?? path} ${statusCode}: ${what}`);
    }
  };
}

async function until(ready: () => boolean): Promise<void> {
  for (let waited = 0; !ready(); waited += 50) {
    if (waited > 20_000) throw new Error('Prism did not start.');
    await sleep(50);
  }
}
