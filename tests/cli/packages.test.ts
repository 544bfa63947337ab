/** The command as its users get it: packed, and installed in an empty folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  expectUsefulPackage,
  findBinaryPath,
  installInNewProject,
  root,
  runFile,
} from '../support/packages.ts';
import { startProgram, waitUntilServed } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await makeTemporaryFolder();
let tarballPath: string;
beforeAll(async () => {
  // The bundle and the site are built already, and other tests use them: so the command's `prepack` must not run.
  const siteArguments = ['--conditions=@one-planet/source', 'cli/pack/site.ts'];
  await runFile(findBinaryPath('tsx'), siteArguments, { cwd: root });
  const packArguments = ['pack', '--silent', '--pack-destination', folder];
  await runFile('npm', [...packArguments, '-w', 'cli', '--ignore-scripts'], { cwd: root });
  const [tarballName = ''] = await readdir(folder);
  tarballPath = join(folder, tarballName);
});

test('the package has all that its users need', () => expectUsefulPackage(tarballPath));

test('the installed command checks a backend, and brings the site', async () => {
  const project = await installInNewProject(join(folder, 'project'), [tarballPath]);
  const command = join(project, 'node_modules/.bin/admissions');
  const { stdout } = await runFile(command, ['check'], { cwd: project });
  expect(stdout).toMatch(/\d{3} passed/);
  const demo = await waitUntilServed(
    startProgram(command, 'demo', '--port', '0', '--api-port', '0'),
  );
  expect(await (await fetch(`${demo.siteUrl}/am/`)).text()).toContain('<html lang="am"');
  expect((await demo.close()).exitCode).toBe(0);
});
