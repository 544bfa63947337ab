/** The two packages as users get them: packed, and installed in an empty folder. */
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
const findBinaryPath = (name: string) => join(root, 'node_modules/.bin', name);
const runFile = promisify(execFile);

const folder = await makeTemporaryFolder();
const tarballPaths: Record<string, string> = {};
beforeAll(async () => {
  // The bundle and the site are built already, and other tests use them: so the command's `prepack` must not run.
  const siteArguments = ['--conditions=@one-planet/source', 'cli/pack/site.ts'];
  await runFile(findBinaryPath('tsx'), siteArguments, { cwd: root });
  const packArguments = ['pack', '--silent', '--pack-destination', folder];
  await runFile('npm', [...packArguments, '-w', 'cli', '--ignore-scripts'], { cwd: root });
  await runFile('npm', [...packArguments, '-w', 'sdk'], { cwd: root });
  for (const tarballName of await readdir(folder)) {
    tarballPaths[tarballName.replace(/^one-planet-|-[\d.]+\.tgz$/g, '')] = join(
      folder,
      tarballName,
    );
  }
});

/** Installs packages in a new project, without flags that would hide a conflict. @returns its folder */
async function installInNewProject(...packages: string[]): Promise<string> {
  const projectFolder = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(projectFolder, 'package.json'), '{"type":"module"}');
  await runFile('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: projectFolder });
  return projectFolder;
}

test.each(['admissions', 'sdk'])(
  'publint finds nothing in the package %s, which has a licence, a README and no test files',
  async (name) => {
    const tarballBytes = await readFile(tarballPaths[name] ?? '');
    const tarballBuffer = tarballBytes.buffer.slice(
      tarballBytes.byteOffset,
      tarballBytes.byteOffset + tarballBytes.length,
    );
    const { messages, pkg } = await publint({ pack: { tarball: tarballBuffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    expect(pkg).toMatchObject({ license: 'MIT', repository: { type: 'git' } });
    const { stdout } = await runFile('tar', ['-tf', tarballPaths[name] ?? '']);
    expect(stdout).toMatch(/^package\/README\.md$/m);
    expect(stdout).toMatch(/^package\/LICENSE$/m);
    expect(stdout).toMatch(/^package\/dist\/third-party-licences\.txt$/m);
    expect(stdout).not.toMatch(/\.test\.|\/testing\//);
    expect(
      Object.keys(pkg.dependencies ?? {}).filter((dependency) => /one-planet/.test(dependency)),
    ).toEqual([]);
  },
);

test('the types of the SDK are correct in every module resolution that can import them', async () => {
  const tarballBytes = await readFile(tarballPaths.sdk ?? '');
  const result = await checkPackage(createPackageFromTarballData(tarballBytes));
  const problems = result.types ? result.problems : ['no types'];
  // By design: an ES module cannot be required, and `node10`, the oldest module resolution, ignores `exports`.
  expect(
    problems.filter(
      (problem) => !/"node10"|"node16-cjs"|CJSResolvesToESM/.test(JSON.stringify(problem)),
    ),
  ).toEqual([]);
});

test('the installed command checks a backend, and brings the site', async () => {
  const projectFolder = await installInNewProject(tarballPaths.admissions ?? '');
  const command = join(projectFolder, 'node_modules/.bin/admissions');
  const { stdout } = await runFile(command, ['check'], { cwd: projectFolder });
  expect(stdout).toMatch(/\d{3} passed/);
  const demo = await waitUntilServed(
    startProgram(command, 'demo', '--port', '0', '--api-port', '0'),
  );
  expect(await (await fetch(`${demo.siteUrl}/am/`)).text()).toContain('<html lang="am"');
  expect((await demo.close()).exitCode).toBe(0);
});

describe('the installed SDK', () => {
  let projectFolder: string;
  beforeAll(async () => {
    // Other major versions than the SDK's development dependencies have, which a user's program may have.
    const peerPackages = ['react@19', '@types/react@19', '@tanstack/react-query@5', 'zod@4'];
    projectFolder = await installInNewProject(
      tarballPaths.sdk ?? '',
      ...peerPackages,
      '@types/node@20',
    );
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'compiles with every example, its declaration files included: module %s',
    async (module, moduleResolution) => {
      await cp(join(root, 'sdk/examples'), join(projectFolder, 'examples'), { recursive: true });
      const compilerOptions = {
        ...{ module, moduleResolution, target: 'es2022', jsx: 'react-jsx', types: ['node'] },
        ...{ lib: ['es2022', 'dom', 'dom.iterable'] },
        ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: false },
      };
      const tsconfigText = JSON.stringify({ compilerOptions, include: ['examples'] });
      await writeFile(join(projectFolder, 'tsconfig.json'), tsconfigText);
      const { stdout } = await runFile(findBinaryPath('tsc'), ['-p', projectFolder]).catch(
        (error) => error,
      );
      expect(stdout).toBe('');
    },
  );

  test('runs, and its hooks run with React 19', async () => {
    const programText = `
      import { createClient } from '@one-planet/sdk';
      import { createHooks } from '@one-planet/sdk/react';
      import { registerForm } from '@one-planet/sdk/contract';
      const options = { baseUrl: 'http://127.0.0.1:9' };
      console.log(typeof createClient(options).programs.list);
      console.log(typeof createHooks(options).programs.list.useQuery);
      console.log(registerForm.safeParse({}).success);`;
    await writeFile(join(projectFolder, 'program.js'), programText);
    const { stdout } = await runFile(process.execPath, ['program.js'], { cwd: projectFolder });
    expect(stdout).toBe('function\nfunction\nfalse\n');
  });
});
