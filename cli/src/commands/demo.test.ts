import { expect, test } from 'vitest';
import { makeFolderWith, startCli } from '../testing/support.ts';

test('the site and the mock are served together, and know each other', async () => {
  const siteFolder = await makeFolderWith({
    'index.html': '<h1>The site</h1>',
    'shell.html': '<h1>The frame</h1>',
    'config.json': {
      apiBase: 'elsewhere',
      videoUrl: 'https://video.example/embed/1',
      redirectOrigins: ['https://student.example'],
    },
  });
  const portFlags = ['--port', '0', '--api-port', '0'];
  const demoCommand = startCli(
    'demo',
    '--site',
    siteFolder,
    ...portFlags,
    '--dialect',
    'alternate',
  );
  const startOutput = await demoCommand.waitForOutput(/^Staff page +\S+\n/m);
  const [, url] = /^Site +(\S+)$/m.exec(startOutput) as unknown as [string, string];
  const [, api] = /^API +(\S+)$/m.exec(startOutput) as unknown as [string, string];
  const pageResponse = await fetch(`${url}/applicant/take_exam`);
  expect(await pageResponse.text()).toBe('<h1>The frame</h1>');
  const contentSecurityPolicy = pageResponse.headers.get('content-security-policy');
  expect(contentSecurityPolicy).toContain(`connect-src 'self' ${new URL(api).origin};`);
  expect(contentSecurityPolicy).toContain('frame-src https://video.example;');
  expect(await (await fetch(`${url}/config.json`)).json()).toEqual({
    apiBase: api,
    dialect: 'alternate',
    videoUrl: 'https://video.example/embed/1',
    redirectOrigins: ['https://student.example', new URL(api).origin],
  });
  expect((await fetch(`${api}/contents/private`)).status).toBe(200);
  process.emit('SIGTERM');
  expect((await demoCommand.endPromise).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});
