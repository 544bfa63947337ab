/** Programs the tests need: found, or installed where that is ours to do. */
import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @returns the full path of the first of these programs that is on PATH, or in the folders named besides */
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

/** Installs Debian's packages when run as root where apt-get is. @returns whether it could */
export async function installPackages(...packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !(await isExecutable('/usr/bin/apt-get'))) return false;
  await run('apt-get', 'update');
  await run('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
  return true;
}

/** Runs a program with both its outputs on stderr. */
async function run(program: string, ...args: string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 2, 2],
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${program} ${args.join(' ')} ended with exit code ${code}`)),
    );
  });
}
