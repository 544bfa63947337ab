/** A browser can draw the generated pictures that the command uploads and the mock shows. */
import { createBackend } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJpeg, makePng } from '../../cli/src/applicant/sample-files.ts';
import { getSharedBrowser } from '../support/servers.ts';

let page: Page;
beforeAll(async () => {
  page = await (await getSharedBrowser()).newPage();
});
afterAll(() => page?.context().close());

async function drawPicture(
  base64: string,
  type = 'image/png',
): Promise<{ width: number; height: number }> {
  await page.setContent(`<img src="data:${type};base64,${base64}">`);
  return await page.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  });
}

test('the receipt and the profile picture of a journey can be drawn', async () => {
  for (const size of [64, 96]) {
    const base64 = Buffer.from(makePng(size, 90)).toString('base64');
    expect(await drawPicture(base64)).toEqual({ width: size, height: size });
  }
});

test('the pictures of checks can be drawn: a JPEG, and a PNG that is padded to a size', async () => {
  const jpegBase64 = Buffer.from(makeJpeg()).toString('base64');
  expect(await drawPicture(jpegBase64, 'image/jpeg')).toEqual({ width: 1, height: 1 });
  const paddedPngBytes = makePng(48, 120, 200_000);
  expect(paddedPngBytes).toHaveLength(200_000);
  expect((await drawPicture(Buffer.from(paddedPngBytes).toString('base64'))).width).toBe(48);
});

test("the picture of the mock's last program, the only one with a picture, can be drawn", async () => {
  const backend = await createBackend();
  const response = await backend.fetch(new Request('http://mock/api/programs/private'));
  const programs = (await response.json()) as { base64String: string }[];
  expect(programs).toHaveLength(6);
  const picturesBase64 = programs.map(({ base64String }) => base64String).filter(Boolean);
  expect(picturesBase64).toHaveLength(1);
  expect((await drawPicture(picturesBase64[0] ?? '')).width).toBeGreaterThan(100);
});
