/** `npm run dev`: the site with hot reload, and a mock backend for it; further flags go to the mock. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const flags = process.argv.slice(2);
const mock = 'http://127.0.0.1:8080';
const site = { host: '127.0.0.1', port: 5173, strictPort: true };

/** web/config.json as it stands, for the mock; a dialect that the flags name is the site's, too. */
async function readSettings(): Promise<Record<string, unknown>> {
  const settings = JSON.parse(await readFile(here('config.json'), 'utf8'));
  const options = { dialect: { type: 'string' } } as const;
  const { dialect = settings.dialect } = parseArgs({ args: flags, options, strict: false }).values;
  return {
    ...settings,
    // The site knows the dialects that ship by name; any other is passed as a whole.
    dialect: String(dialect).endsWith('.json')
      ? JSON.parse(await readFile(dialect, 'utf8'))
      : dialect,
    apiBase: `${mock}/api`,
    redirectOrigins: [...settings.redirectOrigins, mock],
  };
}

const settings: Plugin = {
  name: 'settings-for-the-mock',
  enforce: 'pre',
  configureServer: ({ middlewares }) => {
    middlewares.use('/config.json', (_request, response, next) => {
      readSettings().then((json) => {
        response.setHeader('cache-control', 'no-cache');
        response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
      }, next);
    });
  },
};

const server = await createServer({
  configFile: here('vite.config.ts'),
  plugins: [settings],
  server: site,
});
await server.listen();
server.printUrls();
const origin = `http://${site.host}:${site.port}`;
const { dialect } = await readSettings();
const spoken = typeof dialect === 'string' ? ['--dialect', dialect] : [];
const args = ['mock', '--port', new URL(mock).port, '--site-origin', origin, ...spoken, ...flags];
const backend = spawn(process.execPath, [here('../cli/bin/admissions.js'), ...args], {
  stdio: 'inherit',
});
process.once('exit', () => backend.kill());
backend.once('close', (code) => process.exit(code ?? 1));
