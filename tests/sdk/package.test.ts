/** The SDK as its users get it: packed in a fresh clone, installed, compiled, bundled, and run in every runtime. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { createBackend, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { type RunningServer, serve } from '@one-planet/mocks/node';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { readProjectFile } from '../support/documents.ts';
import {
  expectUsefulPackage,
  findBinaryPath,
  installInNewProject,
  packSdk,
  root,
  runFile,
  runtimePackages,
} from '../support/packages.ts';
import { startProgram } from '../support/run-command.ts';
import { getSharedBrowser } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await makeTemporaryFolder();
let tarballPath: string;
let project: string;
let mock: RunningServer;
beforeAll(async () => {
  tarballPath = await packSdk(folder);
  project = await installInNewProject(join(folder, 'project'), [
    tarballPath,
    // Other major versions than the SDK's development dependencies have, which a user's program may have.
    ...['react@19', 'react-dom@19', '@types/react@19', '@types/node@20', 'zod@4'],
    ...['@tanstack/react-query@5', 'next@15', 'webpack@5', 'jsdom@26', 'msw@2'],
    ...Object.values(runtimePackages),
  ]);
  await cp(join(root, 'tests/sdk/runtimes'), project, { recursive: true });
  mock = await serve(await createBackend({ applicants: 11 }));
});
afterAll(() => mock?.close());

const credentials = { email: precreatedEmailIn('TOOK_EXAM'), password: precreatedPassword };

describe('the package', () => {
  test('has all that its users need, and no condition that cannot work there', async () => {
    await expectUsefulPackage(tarballPath);
    const manifest = await readFile(join(project, 'node_modules/@one-planet/sdk/package.json'));
    expect(String(manifest)).not.toMatch(/@one-planet\/(source|contract)/);
  });

  test('has types that are right in every module resolution that can import them', async () => {
    const tarball = new Uint8Array(await readFile(tarballPath));
    const result = await checkPackage(createPackageFromTarballData(tarball));
    const problems = result.types ? result.problems : ['no types'];
    // By design: an ES module cannot be required, and `node10`, the oldest resolution, ignores `exports`.
    const unexpectedProblems = problems.filter(
      (problem) => !/"node10"|"node16-cjs"|CJSResolvesToESM/.test(JSON.stringify(problem)),
    );
    expect(unexpectedProblems).toEqual([]);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'compiles with every example, its declaration files included: module %s',
    async (module, moduleResolution) => {
      const compilation = join(project, 'compilation');
      await cp(join(root, 'sdk/examples'), join(compilation, 'examples'), { recursive: true });
      const compilerOptions = {
        ...{ module, moduleResolution, target: 'es2022', jsx: 'react-jsx', types: ['node'] },
        ...{ lib: ['es2022', 'dom', 'dom.iterable'] },
        ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: false },
      };
      const tsconfigText = JSON.stringify({ compilerOptions, include: ['examples'] });
      await writeFile(join(compilation, 'tsconfig.json'), tsconfigText);
      const { stdout } = await runFile(findBinaryPath('tsc'), ['-p', compilation]).catch(
        (error) => error,
      );
      expect(stdout).toBe('');
    },
  );
});

test('the types of the client and the hooks need no types of the validation library', async () => {
  const dist = join(project, 'node_modules/@one-planet/sdk/dist');
  for (const entry of ['index.d.ts', 'query.d.ts', 'react.d.ts']) {
    const files = [join(dist, entry)];
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      expect(text, file).not.toMatch(/from ["']zod["']/);
      for (const [, name = ''] of text.matchAll(/from ["'](\.[^"']+)\.js["']/g)) {
        const path = join(dirname(file), `${name}.d.ts`);
        if (!files.includes(path)) files.push(path);
      }
    }
  }
});

describe('an editor', () => {
  const startEditor = (code: string) => {
    const path = join(project, 'editor.ts');
    const text = `import { createClient } from '@one-planet/sdk';\nconst client = createClient({ baseUrl: 'x' });\n${code}`;
    const service = ts.createLanguageService({
      getScriptFileNames: () => [path],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) => {
        const content = name === path ? text : ts.sys.readFile(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => project,
      getCompilationSettings: () => ({
        strict: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        types: [],
      }),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
    });
    return { service, path, text, cursor: text.length };
  };

  test('shows for every operation what it does, how it can end, and an example', async () => {
    const { paths } = JSON.parse(
      await readFile(join(project, 'node_modules/@one-planet/sdk/openapi.json'), 'utf8'),
    ) as { paths: Record<string, Record<string, { operationId: string; summary: string }>> };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(25);
    const lines = operations.map(({ operationId }) => `client.${operationId};`);
    const { service, path, text } = startEditor(lines.join('\n'));
    for (const { operationId, summary } of operations) {
      const position = text.indexOf(`client.${operationId};`) + `client.${operationId}`.length;
      const info = service.getQuickInfoAtPosition(path, position - 1);
      const documentation = ts.displayPartsToString(info?.documentation);
      expect(documentation).toContain(`${summary}.`);
      expect(documentation, operationId).toMatch(/Succeeds with 20\d/);
      expect(ts.displayPartsToString(info?.displayParts).length, operationId).toBeLessThan(400);
      expect(info?.tags?.map(({ name }) => name)).toContain('example');
    }
  });

  test('completes the statuses that an operation names, and no other', () => {
    const { service, path, cursor } = startEditor(
      "const answer = await client.auth.login({ body: { email: '', password: '' } });\nswitch (answer.status) { case ",
    );
    const completions = service.getCompletionsAtPosition(path, cursor, {})?.entries ?? [];
    const statuses = completions.map(({ name }) => name).filter((name) => /^\d+$/.test(name));
    expect(statuses).toEqual(['200', '401', '404', '417']);
  });

  test('completes the states of an applicant', () => {
    const { service, path, cursor } = startEditor(
      "const answer = await client.applicants.getByEmail({ params: { email: '' } });\nif (answer.ok && answer.body.status === '",
    );
    const completions = service.getCompletionsAtPosition(path, cursor, {})?.entries ?? [];
    expect(completions.map(({ name }) => name)).toContain('TOOK_EXAM');
  });
});

/** @returns the size of a script with everything that it imports at once, in KB after gzip, and its text */
async function weigh(path: string, texts = new Map<string, string>()) {
  if (!texts.has(path)) {
    texts.set(path, await readFile(path, 'utf8'));
    const imports = texts.get(path)?.matchAll(/(?:from|import)\s*["'](\.\.?\/[^"']+)["']/g) ?? [];
    for (const [, name = ''] of imports) await weigh(join(dirname(path), name), texts);
  }
  const sizes = [...texts.values()].map((text) => gzipSync(text, { level: 9 }).length);
  return {
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    text: [...texts.values()].join('\n'),
  };
}

/** The environment of a build for production, without that of this test. */
const productionEnv = { ...process.env, NODE_ENV: 'production' } as NodeJS.ProcessEnv;

describe('the client and the hooks are as light as the guide says, and bring no validation library', () => {
  const readSize = async (pattern: RegExp) =>
    Number(pattern.exec(await readProjectFile('docs/sdk.md'))?.[1]);
  const runScript = (script: string) =>
    runFile(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      env: productionEnv,
    });
  const externalPackages = [/^react(\/|$)/, /^@tanstack\//];
  const bundlers: Record<string, (entry: string, outputFolder: string) => Promise<unknown>> = {
    esbuild: (entry, outputFolder) =>
      runFile(
        findBinaryPath('esbuild'),
        [
          ...[entry, '--bundle', '--minify', '--splitting', '--format=esm'],
          ...[`--outdir=${outputFolder}`, '--external:react', '--external:react/*'],
          '--external:@tanstack/*',
        ],
        { cwd: project },
      ),
    vite: (entry, outputFolder) =>
      runScript(`import { build } from ${JSON.stringify(import.meta.resolve('vite'))};
        await build({ configFile: false, logLevel: 'silent', build: {
          outDir: ${JSON.stringify(outputFolder)}, minify: true,
          lib: { entry: './${entry}', formats: ['es'], fileName: '${entry.replace('.js', '')}' },
          rolldownOptions: { external: [${externalPackages.join(', ')}] } } });`),
    webpack: (entry, outputFolder) =>
      runScript(`import webpack from 'webpack';
        webpack({ mode: 'production', entry: './${entry}', experiments: { outputModule: true },
          externals: [${externalPackages.join(', ')}],
          output: { path: ${JSON.stringify(outputFolder)}, filename: '${entry}', module: true,
            library: { type: 'module' } } },
          (error, stats) => { process.exitCode = error || stats.hasErrors() ? 1 : 0; });`),
  };

  test.each(Object.keys(bundlers))('bundled by %s', async (bundler) => {
    for (const [entry, maxKilobytes] of [
      ['client-entry.js', await readSize(/at most ([\d.]+) KB of it after gzip/)],
      ['hooks-entry.js', await readSize(/with the hooks ([\d.]+) KB/)],
    ] as const) {
      const outputFolder = join(project, 'bundles', bundler);
      await bundlers[bundler]?.(entry, outputFolder);
      const { kilobytes, text } = await weigh(join(outputFolder, entry));
      expect(kilobytes, `${bundler} ${entry}`).toBeLessThan(maxKilobytes);
      expect(text).not.toMatch(/ZodError|["']zod["']/);
      // esbuild does not know by itself that it builds for production.
      if (bundler !== 'esbuild') expect(text).not.toContain('there is no option');
    }
  });
});

const allCalls = { programs: 200, fileSize: 70_000, hasProgress: true, errorCode: 'connection' };

describe('every call works', () => {
  const inProject = (name: string) => join(project, 'node_modules', name);
  const runtimes: Record<string, () => string[]> = {
    Node: () => [process.execPath],
    Bun: () => [inProject(`${runtimePackages.bun}/bin/bun`), 'run'],
    Deno: () => [inProject(`${runtimePackages.deno}/deno`), 'run', '--allow-all'],
  };
  test.each(Object.entries(runtimes))('in %s', async (_name, findProgram) => {
    const [program = '', ...flags] = findProgram();
    const programArguments = [...flags, 'program.js', mock.url, JSON.stringify(credentials)];
    const { stdout } = await runFile(program, programArguments, { cwd: project });
    expect(JSON.parse(stdout)).toEqual(allCalls);
  });

  async function bundle(entry: string, output: string, ...conditions: string[]): Promise<void> {
    const flags = ['--bundle', '--format=esm', `--conditions=${conditions.join(',')}`];
    const esbuildArguments = [entry, ...flags, `--outfile=${output}`];
    await runFile(findBinaryPath('esbuild'), esbuildArguments, { cwd: project });
  }

  test('in workerd', async () => {
    await bundle('worker.js', 'worker.bundle.js', 'workerd', 'worker', 'browser');
    const workerd = startProgram(
      inProject(`${runtimePackages.workerd}/bin/workerd`),
      ...['serve', join(project, 'workerd.capnp'), '--socket-addr=http=127.0.0.1:0'],
      ...['--control-fd=1'],
    );
    const socketPattern = /"socket":"http","port":(\d+)/;
    const [, port] = socketPattern.exec(await workerd.waitForOutput(socketPattern)) ?? [];
    const request = { method: 'POST', body: JSON.stringify({ baseUrl: mock.url, credentials }) };
    const response = await fetch(`http://127.0.0.1:${port}`, request);
    expect(await response.json()).toEqual(allCalls);
    workerd.interrupt();
    await workerd.result;
  });

  test('in a page’s service worker', async () => {
    await bundle('service-worker.js', 'service-worker.bundle.js', 'browser');
    const script = await readFile(join(project, 'service-worker.bundle.js'));
    const server = createServer((request, response) => {
      const isScript = request.url === '/worker.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><title>SDK</title>');
    });
    const site = await listen(server, 0);
    const backend = await serve(await createBackend({ siteOrigin: site.url, applicants: 11 }));
    const page = await (await getSharedBrowser()).newPage();
    await page.goto(site.url);
    const result = await page.evaluate(
      async (message) => {
        await navigator.serviceWorker.register('/worker.js');
        const { active } = await navigator.serviceWorker.ready;
        return new Promise((resolve) => {
          navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
          active?.postMessage(message);
        });
      },
      { baseUrl: backend.url, credentials },
    );
    expect(result).toEqual(allCalls);
    await page.context().close();
    await Promise.all([site.close(), backend.close()]);
  });

  test('in a user’s test, with jsdom and msw', async () => {
    const { stdout } = await runFile(process.execPath, ['jsdom.js'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual(Array(4).fill('200 stored.png'));
  });
});

test('Next reads ahead on the server, and the page shows it without a call of its own', async () => {
  const app = join(project, 'app');
  await mkdir(app, { recursive: true });
  for (const name of await readdir(join(project, 'next')))
    await cp(join(project, 'next', name), join(app, name));
  const env = { ...productionEnv, NEXT_TELEMETRY_DISABLED: '1', NEXT_PUBLIC_API: mock.url };
  const next = join(project, 'node_modules/next/dist/bin/next');
  await runFile(process.execPath, [next, 'build'], { cwd: project, env });
  const html = await readFile(join(project, '.next/server/app/index.html'), 'utf8');
  expect(html).toContain('<li>Data Science</li>');
});
