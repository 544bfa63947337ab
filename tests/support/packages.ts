/** The packages as their users get them: packed, looked through, and installed in a project of their own. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect } from 'vitest';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const runFile = promisify(execFile);

export const findBinaryPath = (name: string) => join(root, 'node_modules/.bin', name);

/**
 * Runs `npm pack -w sdk` in a copy of the repository that has its packages installed and nothing built.
 * @returns the path of the tarball
 */
export async function packSdk(folder: string): Promise<string> {
  const clone = join(folder, 'clone');
  await mkdir(join(clone, 'node_modules/@one-planet'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.base.json'])
    await cp(join(root, name), join(clone, name));
  const isSource = (path: string) => !/\/(dist|node_modules)$/.test(path);
  for (const name of ['contract', 'sdk']) {
    await cp(join(root, name), join(clone, name), { recursive: true, filter: isSource });
    await symlink(join(clone, name), join(clone, 'node_modules/@one-planet', name));
  }
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@one-planet' || name === '.cache') continue;
    await symlink(join(root, 'node_modules', name), join(clone, 'node_modules', name));
  }
  const packArguments = ['pack', '--silent', '--pack-destination', folder, '-w', 'sdk'];
  await runFile('npm', packArguments, { cwd: clone });
  const [tarballName = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  return join(folder, tarballName);
}

/** Expects a package to have all that its users need, and nothing that they cannot use. */
export async function expectUsefulPackage(tarballPath: string): Promise<void> {
  const tarball = new Uint8Array(await readFile(tarballPath)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  expect(pkg).toMatchObject({ license: 'MIT', repository: { type: 'git' } });
  expect(Object.keys(pkg.dependencies ?? {}).join()).not.toContain('one-planet');
  const { stdout } = await runFile('tar', ['-tf', tarballPath]);
  const paths = stdout.split('\n');
  for (const path of ['README.md', 'LICENSE', 'dist/third-party-licences.txt'])
    expect(paths).toContain(`package/${path}`);
  expect(stdout).not.toMatch(/\.test\.|\/testing\/|^package\/src\//m);
}

/** Installs packages in a new project, without flags that would hide a conflict. @returns its folder */
export async function installInNewProject(folder: string, packages: string[]): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const installArguments = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runFile('npm', [...installArguments, ...packages], { cwd: folder });
  return folder;
}

/** The packages with the programs of other runtimes, for this machine. */
export const runtimePackages = {
  bun: `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`,
  deno: `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`,
  workerd: `@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}`,
};
