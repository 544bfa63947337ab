/** `npm run dev`: the site with hot reload, and a mock backend for it; further flags go to the mock. */
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { MockEnded, startMock } from './dev/mock-process.ts';
import { dialectFlag, readSettings, settingsFor } from './dev/settings.ts';

const flags = process.argv.slice(2);
let announce: (mock: string) => void;
/** Resolves to the mock's origin. A page left open from before asks for its settings at once, and has to wait for it. */
const mock = new Promise<string>((resolve) => {
  announce = resolve;
});

const settings: Plugin = {
  name: 'settings-for-the-mock',
  enforce: 'pre',
  configureServer: (server) => {
    server.middlewares.use('/config.json', async (_request, response) => {
      response.setHeader('cache-control', 'no-cache');
      try {
        const own = (await readSettings()) ?? {};
        const json = JSON.stringify(await settingsFor(await mock, own, flags));
        response.setHeader('content-type', 'application/json').end(json);
      } catch (error) {
        server.config.logger.error(String(error));
        response.writeHead(500).end(String(error));
      }
    });
  },
};

async function serve(): Promise<void> {
  const own = await readSettings();
  if (!own) console.error('web/config.json is missing: the site gets no settings but the API.');
  const site = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    plugins: [settings],
    // Where 5173 is taken, vite goes on to the next port that is free.
    server: { host: '127.0.0.1', port: 5173 },
  });
  await site.listen();
  const end = async (code: number) => {
    await site.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end(0));
  }
  const url = site.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  const args = ['--port', '0', '--site-origin', url, ...dialectFlag(own ?? {}), ...flags];
  const { origin, ended } = await startMock(args);
  announce(origin);
  console.log(`Site        ${url}`);
  console.log(`API         ${origin}/api`);
  console.log(`Outbox      ${origin}/_mock/outbox`);
  console.log(`Staff page  ${origin}/_mock/staff`);
  console.error('Everything typed there stays on this machine, until Ctrl-C ends it.');
  await end(await ended);
}

serve().catch((error: Error) => {
  if (!(error instanceof MockEnded)) console.error(error.message);
  process.exit(error instanceof MockEnded ? error.exitCode : 1);
});
