/** `npm run screenshots`: the pictures of the site under docs/screenshots/, which the README shows. */
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startDemo } from './site/demo.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}docs/screenshots`;
const sizes = [
  { viewport: { width: 360, height: 740 } },
  // A README shows it smaller anyway, and nobody wants megabytes in a repository.
  { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.625 },
];

const pictures: readonly [name: string, path: string, reach?: (page: Page) => Promise<unknown>][] =
  [
    ['home', '/'],
    ['programme', '/admission/datascience'],
    [
      'register-errors',
      '/register',
      async (page) => {
        await page.getByLabel('First name').fill('Hana 2');
        await page.getByLabel('Email').fill('hana@example');
        await page.getByRole('button', { name: 'Register' }).click({ force: true });
        await page.locator('.error-summary').waitFor();
      },
    ],
    ['login', '/login'],
  ];

for (const workspace of ['cli', 'web']) {
  const script = workspace === 'cli' ? 'bundle' : 'build';
  execFileSync('npm', ['run', '--silent', script, '-w', workspace], {
    cwd: root,
    stdio: 'inherit',
  });
}
await mkdir(folder, { recursive: true });
const demo = await startDemo();
try {
  for (const size of sizes) {
    for (const [name, path, reach] of pictures) {
      const page = await demo.open(path, size);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.waitForLoadState('networkidle');
      await reach?.(page);
      const file = `${folder}/${name}-${size.viewport.width}.png`;
      await page.screenshot({ path: file });
      console.log(file.slice(root.length));
      await page.context().close();
    }
  }
} finally {
  await demo.close();
}
