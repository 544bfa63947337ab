import { expect, test } from 'vitest';
import { folderWith } from '../testing/folder.ts';
import { runCli, startCli } from '../testing/run-cli.ts';

test('the site and the mock are served together, and know each other', async () => {
  const site = await folderWith({
    'index.html': '<h1>The site</h1>',
    'config.json': { apiBase: 'elsewhere', videoLink: 'https://video.example' },
  });
  const demo = startCli(
    'demo',
    '--site',
    site,
    '--port',
    '0',
    '--api-port',
    '0',
    '--dialect',
    'alternate',
  );
  const addresses = await demo.until(/^Staff desk +\S+\n/m);
  const [, url] = /^Site +(\S+)$/m.exec(addresses) as unknown as [string, string];
  const [, api] = /^API +(\S+)$/m.exec(addresses) as unknown as [string, string];
  expect(await (await fetch(`${url}/applicant/take_exam`)).text()).toBe('<h1>The site</h1>');
  expect(await (await fetch(`${url}/config.json`)).json()).toEqual({
    apiBase: api,
    dialect: 'alternate',
    videoLink: 'https://video.example',
  });
  expect((await fetch(`${api}/contents/private`)).status).toBe(200);
  process.emit('SIGTERM');
  expect((await demo.ended).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('a site that is not built is told with what to do', async () => {
  const { code, stderr } = await runCli('demo', '--site', await folderWith({}));
  expect(code).toBe(2);
  expect(stderr).toContain('there is no index.html in');
});
