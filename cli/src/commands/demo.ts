import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedDialects } from '@one-planet/contract';
import { makeSiteHeaders } from '@one-planet/contract/site-headers';
import { readInlineHashes, readSiteConfig } from '../backend/site.ts';
import { serveStatic } from '../backend/site-server.ts';
import { startMock } from '../backend/target.ts';
import { loadSettings, type ResolvedSettings } from '../core/configuration.ts';
import { CliError, exitCodes } from '../core/exit.ts';
import { readWorkingFolder } from '../core/files.ts';
import { serveUntilInterrupted } from '../core/interruption.ts';
import { type Port, startOnPort } from '../core/server-ports.ts';
import { print, printNotice } from '../core/terminal.ts';
import {
  defineCommand,
  makeValueOption,
  makeWholeNumberParser,
  type Values,
} from '../define-command.ts';
import { mockOptions } from './mock.ts';

const readPort = makeWholeNumberParser(0, 65_535);
const commandOptions = {
  port: makeValueOption(
    '<n>',
    "the site's port (default: 5173, or a free one where that is taken)",
    readPort,
  ),
  apiPort: makeValueOption(
    '<n>',
    "the mock's port (default: 8080, or a free one where that is taken)",
    readPort,
  ),
  site: makeValueOption('<folder>', 'another built site than the one that comes with the command'),
  ...mockOptions,
};

export const command = defineCommand({
  name: 'demo',
  description: 'Serves the built site and a mock backend for it on this machine, until Ctrl-C.',
  settings: ['dialect'],
  options: commandOptions,
  helpText: `
Examples:
  admissions demo
  admissions demo --port 3000 --api-port 9000
  admissions demo --dialect alternate --exam-minutes 2`,
  async run(flags) {
    await serveSite(findSiteFolder(flags.site), flags, await loadSettings(flags));
    return exitCodes.done;
  },
});

async function serveSite(
  folder: string,
  flags: Values<typeof commandOptions>,
  settings: ResolvedSettings,
): Promise<void> {
  const siteConfig = await readSiteConfig(join(folder, 'config.json'));
  const inlineHashes = await readInlineHashes(join(folder, 'inline.json'));
  await serveUntilInterrupted(async () => {
    let apiBase = '';
    let { redirectOrigins } = siteConfig;
    const makeConfig = () => ({
      ...siteConfig,
      apiBase,
      dialect: chooseSiteDialect(settings),
      redirectOrigins,
    });
    const makeHeaders = () => makeSiteHeaders(makeConfig(), inlineHashes);
    const jsonMakers = { '/config.json': makeConfig };
    const { isAddressedHere } = await import('@one-planet/mocks/node');
    const siteServer = await startOnPort(makePortRequest(flags.port, 5173, '--port'), (port) =>
      serveStatic({ folder, port, jsonMakers, makeHeaders, isAddressedHere }),
    );
    const apiPort = makePortRequest(flags.apiPort, 8080, '--api-port');
    const { dialect } = settings;
    const mockServer = await startMock(flags, apiPort, {
      dialect,
      siteOrigin: siteServer.url,
    }).catch(async (error: unknown) => {
      await siteServer.close();
      throw error;
    });
    apiBase = `${mockServer.url}/api`;
    // The mock's page of the payment provider is on the same origin.
    redirectOrigins = [...redirectOrigins, mockServer.url];
    print(`Site        ${siteServer.url}`);
    print(`API         ${apiBase}`);
    print(`Outbox      ${mockServer.url}/_mock/outbox`);
    print(`Staff page  ${mockServer.url}/_mock/staff`);
    printNotice('Everything you type there stays on this machine, until Ctrl-C ends it.');
    return () => Promise.all([siteServer.close(), mockServer.close()]);
  });
}

/** A dialect from a file is passed to the site as a whole, because the site knows only the others by name. */
function chooseSiteDialect({ dialectName, dialect }: ResolvedSettings): unknown {
  return Object.hasOwn(namedDialects, dialectName) ? dialectName : dialect;
}

function makePortRequest(
  requestedPort: number | undefined,
  usualPort: number,
  portOption: string,
): Port {
  return {
    number: requestedPort ?? usualPort,
    isRequired: requestedPort !== undefined,
    portOption,
  };
}

/**
 * @returns the folder of the site: the requested one, or the one that is built beside the sources or contained in the
 * package
 */
function findSiteFolder(siteFolder: string | undefined): string {
  const usualSiteFolders = ['../web/dist', 'dist/site'].map((path) =>
    join(findOwnPackageFolder(), path),
  );
  const candidateFolders =
    siteFolder === undefined ? usualSiteFolders : [resolve(readWorkingFolder(), siteFolder)];
  const foundFolder = candidateFolders.find((folder) => existsSync(join(folder, 'index.html')));
  if (foundFolder !== undefined) return foundFolder;
  throw new CliError(
    siteFolder === undefined
      ? `the site is not built (there is no ${join(candidateFolders[0] ?? '', 'index.html')}): run npm run build -w web, or npm start`
      : `--site: there is no index.html in ${candidateFolders[0]}; name the folder of a built site`,
  );
}

/** The folder of the package. This file has another path in the bundle than in the sources. */
function findOwnPackageFolder(): string {
  let candidateFolder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(candidateFolder, 'package.json')))
    candidateFolder = dirname(candidateFolder);
  return candidateFolder;
}
