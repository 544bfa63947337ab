/**
 * One build in the place of another, by docs/hosting/deploy.sh: a browser that asks all the time meets no dead page. A
 * plain server stands for nginx and Caddy: like them it reads the policy's file when it is told to, and every other file
 * when it is asked for it.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serveStatic } from '../../cli/src/backend/site-server.ts';
import { listen } from '../../cli/src/core/server-ports.ts';
import { checkSite } from '../../cli/src/site-checks/run.ts';
import { writeFileList } from '../../web/build/file-list.ts';
import { defaultOutFolder } from '../../web/build/problem.ts';
import { editFile, makeOtherBuild } from '../support/built-folders.ts';
import { runDeployScript } from '../support/deploy-script.ts';
import { waitUntilCached } from '../support/phone.ts';
import { getSharedBrowser } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const builds = { first: defaultOutFolder, second: '' };

beforeAll(async () => {
  builds.second = join(await makeTemporaryFolder(), 'second');
  await cp(builds.first, builds.second, { recursive: true });
  makeOtherBuild(builds.second);
  await writeFileList(builds.second);
});

/** A server of a college's own, with the folder that deploy.sh fills. */
async function startHost() {
  const siteFolder = await makeTemporaryFolder();
  let policy = '';
  const readPolicy = async () => {
    const text = await readFile(join(siteFolder, 'policy.nginx.conf'), 'utf8');
    policy = /Security-Policy "(.*)"/.exec(text)?.[1] ?? '';
  };
  const site = await serveStatic({
    folder: join(siteFolder, 'current'),
    port: 0,
    makeHeaders: () => ({ 'content-security-policy': policy }),
  });
  const control = await listen(
    createServer(async (_, response) => {
      await readPolicy();
      response.end();
    }),
    0,
  );
  onTestFinished(async () => void (await Promise.all([site.close(), control.close()])));
  const environment = {
    SITE: siteFolder,
    URL: `${site.url}/`,
    SETTLE: '1',
    RELOAD: `curl -fsS ${control.url}`,
  };
  return {
    siteFolder,
    url: site.url,
    setPolicy: (text: string) => {
      policy = text;
    },
    readPolicy,
    deploy: (args: readonly string[], extraEnvironment = {}) =>
      runDeployScript(args, { ...environment, ...extraEnvironment }),
  };
}

/** Copies a build over the one that is served, as nobody should: the policy stays. The assets of both are the same. */
async function copyPages(build: string, siteFolder: string): Promise<void> {
  const served = join(siteFolder, 'current/');
  const filter = (source: string) => !source.startsWith(join(build, 'assets'));
  await cp(build, served, { recursive: true, filter });
  const names = readdirSync(served, { recursive: true }).map(String);
  for (const name of names.filter((file) => /\.html\.(br|gz)$/.test(file)))
    rmSync(join(served, name));
}

/** Whether a page has run its inline script, and is painted by its inline style. */
const isAlive = (page: Page) =>
  page.evaluate(
    () =>
      'script' in document.documentElement.dataset &&
      getComputedStyle(document.body).margin === '0px',
  );

/** Opens the home page again and again until it is stopped. @returns how many pages are alive so far, and how many dead */
function startAsking(page: Page, url: string) {
  let isStopped = false;
  const counts = { alive: 0, dead: 0, buildIds: new Set<string | undefined>() };
  const asking = (async () => {
    while (!isStopped) {
      await page.goto(`${url}/?${counts.alive}`, { waitUntil: 'domcontentloaded' });
      counts[(await isAlive(page)) ? 'alive' : 'dead'] += 1;
      const meta = page.locator('meta[name=build]');
      counts.buildIds.add((await meta.getAttribute('content')) ?? undefined);
    }
  })();
  return {
    counts,
    stop: async () => {
      isStopped = true;
      await asking;
    },
  };
}

async function openContext(serviceWorkers: 'allow' | 'block') {
  const context = await (await getSharedBrowser()).newContext({ serviceWorkers });
  onTestFinished(() => context.close());
  return context;
}

// `mv -T` is of GNU and BusyBox.
describe.skipIf(spawnSync('mv', ['--version']).status !== 0)('a deployment', () => {
  test('and a rollback are met by no dead page, and the old release keeps its scripts', async () => {
    const host = await startHost();
    expect(await host.deploy([builds.first])).toMatchObject({ exitCode: 0 });
    await host.readPolicy();
    const page = await (await openContext('block')).newPage();
    const { counts, stop } = startAsking(page, host.url);
    expect(await host.deploy([builds.second])).toMatchObject({ exitCode: 0 });
    await expect.poll(() => counts.buildIds.size).toBe(2);
    expect(await host.deploy(['--rollback'])).toMatchObject({ exitCode: 0 });
    expect(await host.deploy(['--rollback'])).toMatchObject({ exitCode: 0 });
    await expect.poll(() => counts.alive).toBeGreaterThan(10);
    await stop();
    expect(counts).toMatchObject({ dead: 0, buildIds: { size: 2 } });
    const list = await host.deploy(['--list']);
    expect(list.text.match(/^[* ] \d{8}T\d{6}Z-[\da-f]{8}$/gm)).toHaveLength(2);
  });

  test('in the order of before has dead pages, so the test above can fail', async () => {
    const host = await startHost();
    await host.deploy([builds.first]);
    await host.readPolicy();
    const page = await (await openContext('block')).newPage();
    await copyPages(builds.second, host.siteFolder);
    await page.goto(host.url);
    expect(await isAlive(page)).toBe(false);
  });

  test('changes nothing where the host does not take the policy, or the folder is no build', async () => {
    const host = await startHost();
    await host.deploy([builds.first]);
    await host.readPolicy();
    const policyBefore = readFileSync(join(host.siteFolder, 'policy.nginx.conf'), 'utf8');
    const refused = await host.deploy([builds.second], { RELOAD: 'false' });
    expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining('did not take') });
    expect(readFileSync(join(host.siteFolder, 'policy.nginx.conf'), 'utf8')).toBe(policyBefore);
    const html = await (await fetch(host.url)).text();
    expect(html).not.toContain('/* build 2 */');
    const noBuild = await host.deploy([await makeTemporaryFolder()]);
    expect(noBuild).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('not what the build'),
    });
  });

  test('of a build with another API and a video allows what both builds call and show, and so does the rollback', async () => {
    const host = await startHost();
    const otherApi = 'https://api.other.example';
    const build = join(await makeTemporaryFolder(), 'other-api');
    await cp(builds.second, build, { recursive: true });
    const [, builtApi = ''] =
      /connect-src 'self' ([^;]+)/.exec(readFileSync(join(build, 'policy.caddy'), 'utf8')) ?? [];
    for (const name of ['config.json', 'policy.nginx.conf', 'policy.caddy'])
      editFile(build, name, (text) =>
        text
          .replaceAll(builtApi, otherApi)
          .replace("frame-src 'none'", 'frame-src https://video.example'),
      );
    await host.deploy([builds.first]);
    for (const args of [[build], ['--rollback'], [builds.second]]) {
      expect(await host.deploy(args)).toMatchObject({ exitCode: 0 });
      for (const name of ['policy.nginx.conf', 'policy.caddy']) {
        const policy = readFileSync(join(host.siteFolder, name), 'utf8');
        const [, connectSources = ''] = /connect-src ([^;]+)/.exec(policy) ?? [];
        // After the last deployment the other API belongs to neither of the two builds.
        const apis = args.includes(builds.second) ? [builtApi] : [builtApi, otherApi];
        expect(connectSources.split(' ').sort()).toEqual(["'self'", ...apis].sort());
        const frameSource = args.includes(builds.second) ? "'none'" : 'https://video.example';
        expect(policy).toContain(`frame-src ${frameSource};`);
      }
    }
  });

  test('is checked afterwards without a finding about its policy, as is each rollback', async () => {
    const host = await startHost();
    for (const args of [[builds.first], [builds.second], ['--rollback'], [builds.second]]) {
      expect(await host.deploy(args)).toMatchObject({ exitCode: 0 });
      await host.readPolicy();
      const { results } = await checkSite(host.url, { minDays: 1, strict: true, onCheck() {} });
      const policyResults = results.filter(({ check }) => check.id.startsWith('policy/'));
      expect(policyResults.length).toBeGreaterThan(3);
      expect(
        policyResults.flatMap(({ check, outcome }) => (outcome === 'failed' ? check.id : [])),
      ).toEqual([]);
    }
  });

  test('of a folder with a file more, one less or one changed is refused before anything is copied', async () => {
    const host = await startHost();
    const build = join(await makeTemporaryFolder(), 'build');
    await cp(builds.first, build, { recursive: true });
    rmSync(join(build, 'icon-512.png'));
    writeFileSync(join(build, '.env'), 'PASSWORD=x');
    writeFileSync(join(build, 'am/index.html'), '');
    const { exitCode, text } = await host.deploy([build]);
    expect(exitCode).toBe(1);
    for (const problem of [
      'icon-512.png: FAILED open or read',
      'am/index.html: FAILED',
      '.env: not of this build',
    ])
      expect(text).toContain(problem);
    expect(text).not.toContain('config.json');
    expect(readdirSync(host.siteFolder)).toEqual([]);
  });

  test('is refused by check-site before anything is copied', async () => {
    const host = await startHost();
    const { exitCode, text } = await host.deploy([builds.first], { ADMISSIONS: 'false' });
    expect([exitCode, text]).toEqual([1, expect.stringContaining('nothing was copied')]);
    expect(readdirSync(host.siteFolder)).toEqual([]);
  });

  test('keeps the settings of the host', async () => {
    const host = await startHost();
    const settings = '{"of":"the host"}';
    writeFileSync(join(host.siteFolder, 'config.json'), settings);
    await host.deploy([builds.first]);
    expect(await (await fetch(`${host.url}/config.json`)).text()).toBe(settings);
  });
});

describe('the service worker', () => {
  /** Opens the home page on a phone whose worker has cached it. */
  async function openCachedHome() {
    const host = await startHost();
    await host.deploy([builds.first]);
    await host.readPolicy();
    const context = await openContext('allow');
    const page = await context.newPage();
    await page.goto(host.url);
    await waitUntilCached(page, '/', '/shell.html', '/config.json');
    return { host, context, page };
  }

  test('keeps no page whose policy lacks its hashes: without a connection the one before opens', async () => {
    const { host, context, page } = await openCachedHome();
    await copyPages(builds.second, host.siteFolder);
    await page.goto(host.url);
    expect(await isAlive(page)).toBe(false);
    await context.setOffline(true);
    await page.goto(host.url);
    expect(await isAlive(page)).toBe(true);
    expect(await page.content()).not.toContain('/* build 2 */');
  });

  test('goes on with good settings where the host has broken or none', async () => {
    const { host, page } = await openCachedHome();
    const settingsFile = join(host.siteFolder, 'current', 'config.json');
    for (const brokenText of ['{ "apiBase": ', '{}', undefined]) {
      if (brokenText === undefined) rmSync(settingsFile);
      else writeFileSync(settingsFile, brokenText);
      await page.goto(host.url);
      await page.locator('#root:not([data-page])').waitFor({ state: 'attached' });
      expect(await page.locator('h1').innerText()).not.toContain("can't open this page");
    }
  });

  test('shows the page for maintenance, and not what it has cached', async () => {
    const host = await startHost();
    await host.deploy([builds.first]);
    await host.readPolicy();
    const maintenance = await readFile(join(builds.first, 'maintenance.html'));
    let isUnderMaintenance = false;
    const front = await listen(
      createServer(async ({ url = '/' }, response) => {
        const headers = { 'content-type': 'text/html', 'retry-after': '600' };
        if (isUnderMaintenance) return void response.writeHead(503, headers).end(maintenance);
        const { status, headers: siteHeaders, body } = await fetch(host.url + url);
        const contentType = siteHeaders.get('content-type') ?? 'text/plain';
        response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-cache' });
        response.end(body && Buffer.from(await new Response(body).arrayBuffer()));
      }),
      0,
    );
    onTestFinished(front.close);
    const page = await (await openContext('allow')).newPage();
    await page.goto(front.url);
    await waitUntilCached(page, '/', '/shell.html');
    isUnderMaintenance = true;
    await page.goto(front.url);
    await page.getByRole('heading', { name: 'We are working on our website' }).waitFor();
  });
});
