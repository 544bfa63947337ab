/** Finds the programs the tests need, or installs them if the tests run as root. */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @returns the full path of the first of these programs found on PATH or in the extra folders */
export async function findProgram(
  names: readonly string[],
  besides: readonly string[] = [],
): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...besides];
  for (const file of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/**
 * Installs Debian's packages when run as root where apt-get is, and says so in one line.
 * @returns whether it could
 * @throws {Error} with what apt-get said
 */
export async function installPackages(...packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !(await isExecutable('/usr/bin/apt-get'))) return false;
  process.stderr.write(`Installing for the tests: apt-get install ${packages.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = promisify(execFile);
  await run('apt-get', ['update'], { env });
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  await run('apt-get', install, { env, maxBuffer: 64 * 1024 * 1024 });
  return true;
}
