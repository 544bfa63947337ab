/** The two packages as others get them: packed, and installed in an empty folder. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { startProgram, waitUntilServed } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const run = promisify(execFile);

const folder = await makeTemporaryFolder();
const tarballs: Record<string, string> = {};
beforeAll(async () => {
  // The bundle and the site are built already, and used by other tests meanwhile: no `prepack` of the command.
  const site = ['--conditions=@one-planet/source', 'cli/pack/site.ts'];
  await run(bin('tsx'), site, { cwd: root });
  const pack = ['pack', '--silent', '--pack-destination', folder];
  await run('npm', [...pack, '-w', 'cli', '--ignore-scripts'], { cwd: root });
  await run('npm', [...pack, '-w', 'sdk'], { cwd: root });
  for (const file of await readdir(folder)) {
    tarballs[file.replace(/^one-planet-|-[\d.]+\.tgz$/g, '')] = join(folder, file);
  }
});

/** @returns a folder with these packages installed, as `npm install` does it without flags */
async function installed(...packages: string[]): Promise<string> {
  const project = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: project });
  return project;
}

test.each(['admissions', 'sdk'])(
  'the package %s has nothing for publint to find, its licence, and what it is',
  async (name) => {
    const tarball = await readFile(tarballs[name] ?? '');
    const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length);
    const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    expect(pkg).toMatchObject({ license: 'MIT', repository: { type: 'git' } });
    const { stdout } = await run('tar', ['-tf', tarballs[name] ?? '']);
    expect(stdout).toMatch(/^package\/README\.md$/m);
    expect(stdout).toMatch(/^package\/LICENSE$/m);
    expect(stdout).toMatch(/^package\/dist\/third-party-licences\.txt$/m);
    expect(stdout).not.toMatch(/\.test\.|\/testing\//);
    expect(Object.keys(pkg.dependencies ?? {}).filter((one) => /one-planet/.test(one))).toEqual([]);
  },
);

test('the types of the SDK are right in every way that a program can import them', async () => {
  const tarball = await readFile(tarballs.sdk ?? '');
  const result = await checkPackage(createPackageFromTarballData(tarball));
  const problems = result.types ? result.problems : ['no types'];
  // An ES module cannot be required, and TypeScript's oldest way finds no `exports`: both by design.
  expect(
    problems.filter((one) => !/"node10"|"node16-cjs"|CJSResolvesToESM/.test(JSON.stringify(one))),
  ).toEqual([]);
});

test('the installed command checks a backend, and brings the site', async () => {
  const project = await installed(tarballs.admissions ?? '');
  const command = join(project, 'node_modules/.bin/admissions');
  const { stdout } = await run(command, ['check'], { cwd: project });
  expect(stdout).toMatch(/\d{3} passed/);
  const demo = await waitUntilServed(
    startProgram(command, 'demo', '--port', '0', '--api-port', '0'),
  );
  expect(await (await fetch(`${demo.siteUrl}/am/`)).text()).toContain('<html lang="am"');
  expect((await demo.close()).exitCode).toBe(0);
});

describe('the installed SDK', () => {
  let project: string;
  beforeAll(async () => {
    // In another version than the SDK's own, which a program may have for itself.
    const others = ['react@19', '@types/react@19', '@tanstack/react-query@5', 'zod@4'];
    project = await installed(tarballs.sdk ?? '', ...others, '@types/node@20');
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'compiles with every example, its own types looked at too: %s',
    async (module, moduleResolution) => {
      await cp(join(root, 'sdk/examples'), join(project, 'examples'), { recursive: true });
      const compilerOptions = {
        ...{ module, moduleResolution, target: 'es2022', jsx: 'react-jsx', types: ['node'] },
        ...{ lib: ['es2022', 'dom', 'dom.iterable'] },
        ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: false },
      };
      const config = JSON.stringify({ compilerOptions, include: ['examples'] });
      await writeFile(join(project, 'tsconfig.json'), config);
      const { stdout } = await run(bin('tsc'), ['-p', project]).catch((error) => error);
      expect(stdout).toBe('');
    },
  );

  test('runs, its hooks beside React 19', async () => {
    const program = `
      import { createClient } from '@one-planet/sdk';
      import { createHooks } from '@one-planet/sdk/react';
      import { registerForm } from '@one-planet/sdk/contract';
      const options = { baseUrl: 'http://127.0.0.1:9' };
      console.log(typeof createClient(options).programs.list);
      console.log(typeof createHooks(options).programs.list.useQuery);
      console.log(registerForm.safeParse({}).success);`;
    await writeFile(join(project, 'program.js'), program);
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: project });
    expect(stdout).toBe('function\nfunction\nfalse\n');
  });
});
