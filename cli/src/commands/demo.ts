import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedDialects } from '@one-planet/contract';
import { makeSiteHeaders, readInlineHashes, readSiteConfig } from '../backend/site.ts';
import { serveStatic } from '../backend/site-server.ts';
import { startMock } from '../backend/target.ts';
import { loadSettings, type ResolvedSettings } from '../core/configuration.ts';
import { CliError, exitCodes } from '../core/exit.ts';
import { serveUntilInterrupted } from '../core/interruption.ts';
import { type Port, startOnPort } from '../core/server-ports.ts';
import { print, printNotice } from '../core/terminal.ts';
import { defineCommand, type Values, valueOption, wholeNumberParser } from './define-command.ts';
import { mockOptions } from './mock.ts';

const readPort = wholeNumberParser(0, 65_535);
const commandOptions = {
  port: valueOption(
    '<n>',
    "the site's port (default: 5173, or a free one where that is taken)",
    readPort,
  ),
  apiPort: valueOption(
    '<n>',
    "the mock's port (default: 8080, or a free one where that is taken)",
    readPort,
  ),
  site: valueOption('<folder>', 'another built site than the one that comes with the command'),
  ...mockOptions,
};

export const command = defineCommand({
  name: 'demo',
  description: 'Serves the built site and a mock backend for it on this machine, until Ctrl-C.',
  settings: ['dialect'],
  options: commandOptions,
  help: `
Examples:
  admissions demo
  admissions demo --port 3000 --api-port 9000
  admissions demo --dialect alternate --exam-minutes 2`,
  async run(flags) {
    await serveSite(findSite(flags.site), flags, await loadSettings(flags));
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
      dialect: dialectForSite(settings),
      redirectOrigins,
    });
    const makeHeaders = () => makeSiteHeaders(makeConfig(), inlineHashes);
    const site = await startOnPort(choosePort(flags.port, 5173, '--port'), (port) =>
      serveStatic({ folder, port, jsonMakers: { '/config.json': makeConfig }, makeHeaders }),
    );
    const apiPort = choosePort(flags.apiPort, 8080, '--api-port');
    const { dialect } = settings;
    const mock = await startMock(flags, apiPort, { dialect, siteOrigin: site.url }).catch(
      async (error: unknown) => {
        await site.close();
        throw error;
      },
    );
    apiBase = `${mock.url}/api`;
    // The mock's page of the payment provider is on the same origin.
    redirectOrigins = [...redirectOrigins, mock.url];
    print(`Site        ${site.url}`);
    print(`API         ${apiBase}`);
    print(`Outbox      ${mock.url}/_mock/outbox`);
    print(`Staff page  ${mock.url}/_mock/staff`);
    printNotice('Everything you type there stays on this machine, until Ctrl-C ends it.');
    return () => Promise.all([site.close(), mock.close()]);
  });
}

/** A dialect from a file is passed to the site as a whole, because the site knows only the others by name. */
function dialectForSite({ dialectName, dialect }: ResolvedSettings): unknown {
  return Object.hasOwn(namedDialects, dialectName) ? dialectName : dialect;
}

function choosePort(
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
function findSite(siteFolder: string | undefined): string {
  const usualSiteFolders = ['../web/dist', 'dist/site'].map((path) =>
    join(findPackageFolder(), path),
  );
  const candidateFolders = siteFolder === undefined ? usualSiteFolders : [resolve(siteFolder)];
  const foundFolder = candidateFolders.find((folder) => existsSync(join(folder, 'index.html')));
  if (foundFolder !== undefined) return foundFolder;
  throw new CliError(
    siteFolder === undefined
      ? `the site is not built (there is no ${join(candidateFolders[0] ?? '', 'index.html')}): run npm run build -w web, or npm start`
      : `--site: there is no index.html in ${candidateFolders[0]}; name the folder of a built site`,
  );
}

/** The folder of the package. This file has another path in the bundle than in the sources. */
function findPackageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
