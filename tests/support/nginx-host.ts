/** A server of a college's own: nginx with web/nginx.conf, and the folder that docs/hosting/deploy.sh fills. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { runDeployScript } from './deploy-script.ts';
import { readProjectFile } from './documents.ts';
import { findOrInstall, findProgram } from './installed-programs.ts';

/** @returns the path of nginx; `undefined` if it is not there and cannot be installed */
export const findNginx = (): Promise<string | undefined> =>
  findOrInstall(
    () => findProgram(['nginx'], ['/usr/sbin', '/usr/local/sbin']),
    'nginx-light',
    "No nginx for the tests: install Debian's nginx-light",
  ).catch(() => undefined);

/**
 * Deploys a build, and starts nginx with it.
 * @param folder an empty folder for the site, the settings of nginx and its logs
 * @param port the one on which it listens
 */
export async function startNginxHost({
  nginxPath,
  folder,
  port,
  build,
}: {
  nginxPath: string;
  folder: string;
  port: number;
  build: string;
}) {
  const siteFolder = join(folder, 'site');
  const configFile = join(folder, 'nginx.conf');
  const siteUrl = `http://127.0.0.1:${port}`;
  const nginxArgs = ['-e', join(folder, 'error.log'), '-c', configFile];
  mkdirSync(join(folder, 'site.d'));
  writeFileSync(join(folder, 'site.d/listen.conf'), `listen 127.0.0.1:${port};\n`);
  const siteConfig = await readProjectFile('web/nginx.conf');
  writeFileSync(
    join(folder, 'site.conf'),
    siteConfig
      .replaceAll('/srv/site', siteFolder)
      // A connection that is opened ahead is closed sooner, so that deploy.sh need not wait as long.
      .replace(/client_header_timeout \d+s/, 'client_header_timeout 1s')
      .replaceAll('/var/log/nginx', folder),
  );
  writeFileSync(configFile, makeMainConfig(nginxPath, folder));

  const deploy = async (...args: string[]) => {
    const result = await runDeployScript(args, {
      SITE: siteFolder,
      URL: `${siteUrl}/`,
      SETTLE: '2',
      RELOAD: `'${nginxPath}' ${nginxArgs.join(' ')} -s reload`,
    });
    expect(result).toMatchObject({ exitCode: 0 });
  };
  await deploy(build);
  const nginx = spawn(nginxPath, nginxArgs, { stdio: 'ignore' });
  // SIGTERM, which also ends its workers: SIGKILL would leave them running.
  const stop = () => void nginx.kill();
  process.once('exit', stop);
  await vi.waitFor(() => fetch(siteUrl), 10_000);
  return {
    folder,
    siteFolder,
    siteUrl,
    deploy,
    async close() {
      process.off('exit', stop);
      const ended = once(nginx, 'close');
      stop();
      await ended;
    },
  };
}

/** The settings around those of the site, with which nginx needs no rights outside of the folder. */
function makeMainConfig(nginxPath: string, folder: string): string {
  const { stderr } = spawnSync(nginxPath, ['-V'], { encoding: 'utf8' });
  const [, shippedConfig = '/etc/nginx/nginx.conf'] = /--conf-path=(\S+)/.exec(stderr) ?? [];
  const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  );
  // Its workers give up the rights of root, and then could not read the folder.
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  return `${user === 'root' ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events {}
http {
  include ${join(dirname(shippedConfig), 'mime.types')};
${temporaryFolders.join('\n')}
  include site.conf;
}
`;
}
