/** Pictures of the design page (web/dev/design) in every size and scheme, for docs/design-system.md. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, ViewportSize } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { schemes } from '../web/dev/design/tokens.ts';

interface Size {
  viewport: ViewportSize;
  /** A repository should not hold megabytes of pictures. */
  scale: number;
}

const sizes: readonly Size[] = [
  { viewport: { width: 360, height: 740 }, scale: 0.75 },
  { viewport: { width: 768, height: 1024 }, scale: 0.625 },
  { viewport: { width: 1280, height: 800 }, scale: 0.625 },
];

/** Takes `PART-WIDTH-SCHEME.webp` of each part of the page into a folder. @returns their names */
export async function pictureDesign(browser: Browser, folder: string): Promise<string[]> {
  const server = await serve();
  const taken: string[] = [];
  try {
    for (const { viewport, scale } of sizes) {
      for (const colorScheme of schemes) {
        const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${server.resolvedUrls?.local[0]}dev/design/`);
        await drawn(page);
        for (const part of await page.locator('[data-part]').all()) {
          const name = await part.getAttribute('data-part');
          const file = `${name}-${viewport.width}-${colorScheme}.webp`;
          const box = await part.boundingBox();
          if (!box) throw new Error(`Nothing to see of ${file}`);
          await writeFile(`${folder}/${file}`, await webp(page, { ...box, scale }));
          taken.push(file);
        }
        await page.close();
      }
    }
  } finally {
    await server.close();
  }
  return taken;
}

async function serve(): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
  });
  return server.listen();
}

/** Waits for the courses, which come last, for fonts and for every picture. */
async function drawn(page: Page): Promise<void> {
  await page.locator('.courses td').first().waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = 'eager';
      await image.decode();
    }
    await document.fonts.ready;
  });
}

/** Playwright itself takes no WebP, which is a third of a PNG. */
async function webp(page: Page, clip: Clip): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    clip,
    captureBeyondViewport: true,
  });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}
