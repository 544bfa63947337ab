/** The OpenAPI document in other people's tools, with the commands of docs/openapi.md. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { applicantStates } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { type Served, serve } from '@one-planet/mocks/node';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installOnDemand } from '../on-demand.ts';
import type { Connect } from './generated-clients/client.ts';
import { type Command, commands, files, packages } from './generated-clients/documented.ts';
import { walk } from './generated-clients/journey.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const names = ['openapi-fetch', 'orval-fetch', 'orval-axios', 'orval-zod', 'hey-api'] as const;

let installed: string;
let folder: string;
beforeAll(async () => {
  installed = await installOnDemand(...packages);
  // Within the installation, so that generated code finds its libraries, and the adapters the contract.
  folder = await mkdtemp(join(installed, 'work-'));
  await cp(join(root, 'sdk/openapi.json'), join(folder, 'openapi.json'));
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the guide as `npx` would. @returns what it wrote */
async function runDocumented({ spec, arguments: args }: Command): Promise<string> {
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const manifest = await readFile(join(installed, 'node_modules', name, 'package.json'), 'utf8');
  const { bin } = JSON.parse(manifest) as { bin: string | Record<string, string> };
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
  const script = join(installed, 'node_modules', name, file ?? '');
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const { stdout, stderr } = await run(process.execPath, [script, ...args], { cwd: folder, env });
  return `${stdout}${stderr}`;
}

const commandsOf = (name: string) => commands.filter(({ spec }) => spec.startsWith(`${name}@`));

test('Redoc makes a page of the OpenAPI document', async () => {
  const [build] = commandsOf('@redocly/cli').filter(({ arguments: [what] }) => what !== 'lint');
  await runDocumented(build as Command);
  expect(await readFile(join(folder, 'reference.html'), 'utf8')).toContain(
    'Mail another activation link',
  );
});

describe('linters find nothing in the OpenAPI document', () => {
  test('Redocly, with its recommended rules', async () => {
    const [lint] = commandsOf('@redocly/cli').filter(({ arguments: [what] }) => what === 'lint');
    const told = await runDocumented(lint as Command);
    expect(told).toContain('Your API description is valid');
    expect(told).not.toMatch(/warning(?!: Node)|error/i);
  });

  test('Spectral, with its rules for OpenAPI', async () => {
    const [lint] = commandsOf('@stoplight/spectral-cli');
    expect(await runDocumented(lint as Command)).toContain('No results');
  });
});

describe('clients made from the OpenAPI document', () => {
  let backend: Served;
  beforeAll(async () => {
    backend = await serve(await createBackend());
    for (const name of ['openapi-typescript', 'orval', '@hey-api/openapi-ts'])
      for (const command of commandsOf(name)) await runDocumented(command);
    await writeFile(join(folder, 'src/api.ts'), "export const api = { base: '' };\n");
    const here = join(root, 'tests/long/generated-clients');
    await cp(join(here, 'client.ts'), join(folder, 'client.ts'));
    await cp(join(here, 'adapters'), join(folder, 'adapters'), { recursive: true });
  }, 120_000);
  afterAll(() => backend.close());

  test('compile under strict', async () => {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strict));
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  test.each(names)('%s walks the journey, to APPLIED', async (name) => {
    const connect = await built(name);
    const email = `${name}+client@example.com`;
    const { states, ...read } = await walk(connect(`${backend.url}/api`), { ask }, email);
    expect(states).toEqual(statesOnTheWay);
    expect(read).toEqual({ isSamePicture: true, isOwnReceipt: true });
  });

  test.each(names)('%s shows why it is refused', async (name) => {
    const connect = await built(name);
    const client = connect(`${backend.url}/api`);
    const login = client.login({ email: 'nobody@example.com', password: 'Selam2025' });
    await expect(login).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/\w/),
    });
  });

  /** Reads one of the mock's own pages, or posts to it. */
  async function ask(path: string, body?: object): Promise<unknown> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await fetch(`${backend.url}/_mock/${path}`, { headers, ...sent })).json();
  }
});

const statesOnTheWay = applicantStates.slice(1, applicantStates.indexOf('APPLIED') + 1);

/** What TypeScript's own `strict` asks, in a project that a bundler builds. */
const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['@one-planet/source'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['adapters', 'src'],
};

/** @returns what the adapter exports, bundled: Node has no way to import generated TypeScript as it is */
async function built(name: string): Promise<Connect> {
  const bundle = await rolldown({
    input: join(folder, 'adapters', `${name}.ts`),
    platform: 'node',
    logLevel: 'silent',
  });
  const file = join(folder, 'built', `${name}.mjs`);
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const { connect } = (await import(pathToFileURL(file).href)) as { connect: Connect };
  return connect;
}
