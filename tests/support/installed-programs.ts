/** Finds the programs the tests need, or installs them if the tests run as root. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** @returns whether the file exists and can be run */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @returns the full path of the first of these programs found on PATH or in the extra folders */
export async function findProgram(
  programNames: readonly string[],
  extraFolders: readonly string[] = [],
): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...extraFolders];
  for (const programFile of programNames.flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )) {
    if (await isExecutable(programFile)) return programFile;
  }
  return undefined;
}

/**
 * Installs Debian packages if the tests run as root and apt-get exists, and prints a line about it.
 * @returns whether it installed them
 * @throws {Error} with the output of apt-get
 */
export async function installDebianPackages(...packageNames: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !(await isExecutable('/usr/bin/apt-get'))) return false;
  process.stderr.write(`Installing for the tests: apt-get install ${packageNames.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const executeFile = promisify(execFile);
  await executeFile('apt-get', ['update'], { env });
  const installArgs = ['install', '-y', '--no-install-recommends', ...packageNames];
  await executeFile('apt-get', installArgs, { env, maxBuffer: 64 * 1024 * 1024 });
  return true;
}

/**
 * Finds a program, or installs it if the tests run as root.
 * @param packageList names of Debian packages, separated by spaces
 * @throws {Error} with `missingMessage` if the program cannot be installed
 */
export async function findOrInstall(
  findProgramPath: () => Promise<string | undefined>,
  packageList: string,
  missingMessage: string,
): Promise<string> {
  const programPath = await findProgramPath();
  if (programPath) return programPath;
  const installedPath =
    (await installDebianPackages(...packageList.split(' '))) && (await findProgramPath());
  if (installedPath) return installedPath;
  throw new Error(missingMessage);
}

// Large npm packages that few people need: the script or test that uses them installs them once.

const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/on-demand/', import.meta.url));

/**
 * Installs npm packages into a cache folder, unless they are there, and prints a line about it.
 * @param packageSpecs e.g. `recheck@4.5.0`: exact versions, so that nobody gets another one
 * @returns the folder whose `node_modules` has them
 * @throws {Error} with npm's output
 */
export async function installOnDemand(...packageSpecs: string[]): Promise<string> {
  const folder = join(cacheFolder, packageSpecs.join('+').replace(/[^\w@.+-]/g, '-'));
  const markerFile = join(folder, 'installed');
  if (existsSync(markerFile)) return folder;
  process.stderr.write(`Installing, once: ${packageSpecs.join(' ')}\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const installArgs = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--save-exact',
    ...packageSpecs,
  ];
  await promisify(execFile)('npm', installArgs, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  await writeFile(markerFile, '');
  return folder;
}

/** Imports a module of a package from a folder of `installOnDemand`. @returns its exports */
export async function importFrom(folder: string, moduleName: string): Promise<unknown> {
  const moduleFile = createRequire(join(folder, 'package.json')).resolve(moduleName);
  return import(pathToFileURL(moduleFile).href);
}

/** Paths of PEM files. */
export interface Certificate {
  certFile: string;
  keyFile: string;
}

/** Makes a self-signed certificate for 127.0.0.1, valid for two days. @param folder for its files */
export async function makeCertificateFiles(folder: string): Promise<Certificate> {
  const findOpenSsl = () => findProgram(['openssl']);
  await findOrInstall(findOpenSsl, 'openssl', "No openssl for the tests: install Debian's openssl");
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const requestArgs = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const subjectArgs = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await promisify(execFile)('openssl', [
    ...requestArgs.split(' '),
    ...subjectArgs,
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  return { certFile, keyFile };
}

/**
 * Reads a program's output until it matches the pattern, and discards the rest.
 * @returns the match
 * @throws {Error} with the output if it ends without a match
 */
export async function waitForOutputLike(pattern: RegExp, output: Readable): Promise<string> {
  let outputText = '';
  for await (const data of output.iterator({ destroyOnReturn: false })) {
    outputText += data;
    const matchingText = pattern.exec(outputText)?.[0];
    if (matchingText) return output.resume() && matchingText;
  }
  throw new Error(`A program did not start: ${outputText}`);
}

/** @returns a free port on 127.0.0.1 */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
