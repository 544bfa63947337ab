/** `npm run dev`: the site with hot reload and a mock backend, which gets all further flags. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const flags = process.argv.slice(2);
const mockOrigin = 'http://127.0.0.1:8080';
const siteServerOptions = { host: '127.0.0.1', port: 5173, strictPort: true };

/** @returns the current web/config.json, with the address of the mock, and the dialect that the flags name */
async function readSettings(): Promise<Record<string, unknown>> {
  const settings = JSON.parse(await readFile(pathOf('config.json'), 'utf8'));
  const flagOptions = { dialect: { type: 'string' } } as const;
  const { dialect = settings.dialect } = parseArgs({
    args: flags,
    options: flagOptions,
    strict: false,
  }).values;
  return {
    ...settings,
    // The site knows the built-in dialects by name; any other is passed as an object.
    dialect: String(dialect).endsWith('.json')
      ? JSON.parse(await readFile(dialect, 'utf8'))
      : dialect,
    apiBase: `${mockOrigin}/api`,
    redirectOrigins: [...settings.redirectOrigins, mockOrigin],
  };
}

const settingsPlugin: Plugin = {
  name: 'settings-for-the-mock',
  enforce: 'pre',
  configureServer: ({ middlewares }) => {
    middlewares.use('/config.json', (_request, response, next) => {
      readSettings().then((mockSettings) => {
        response.setHeader('cache-control', 'no-cache');
        response.setHeader('content-type', 'application/json').end(JSON.stringify(mockSettings));
      }, next);
    });
  },
};

const server = await createServer({
  configFile: pathOf('vite.config.ts'),
  plugins: [settingsPlugin],
  server: siteServerOptions,
});
await server.listen();
server.printUrls();
const origin = `http://${siteServerOptions.host}:${siteServerOptions.port}`;
const { dialect } = await readSettings();
const dialectFlags = typeof dialect === 'string' ? ['--dialect', dialect] : [];
const mockArguments = [
  '--port',
  new URL(mockOrigin).port,
  '--site-origin',
  origin,
  ...dialectFlags,
  ...flags,
];
// `npm run mock`, whose process ends with this one.
const tsxFlags = ['--conditions=@one-planet/source', '--import', 'tsx'];
const mockFile = pathOf('../tests/prove/mock.ts');
const backend = spawn(process.execPath, [...tsxFlags, mockFile, ...mockArguments], {
  stdio: 'inherit',
});
process.once('exit', () => backend.kill());
backend.once('close', (exitCode) => process.exit(exitCode ?? 1));
