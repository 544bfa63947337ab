/** The files the build leaves in `web/dist`, for any server. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = new URL('../web/dist/', import.meta.url);
const files = await readdir(dist, { recursive: true });
const read = (name: string) => readFile(new URL(name, dist));
const pages = files.filter((name) => name.endsWith('.html'));

test('every text but the settings stands there once more in brotli and in gzip', async () => {
  const texts = files.filter((name) => /\.(html|js|css|svg)$/.test(name));
  expect(texts.length).toBeGreaterThan(40);
  for (const name of texts) {
    const [text, br, gz] = await Promise.all(
      ['', '.br', '.gz'].map((ending) => read(name + ending)),
    );
    expect(brotliDecompressSync(br as Buffer).equals(text as Buffer), `${name}.br`).toBe(true);
    expect(gunzipSync(gz as Buffer).equals(text as Buffer), `${name}.gz`).toBe(true);
  }
  expect(files).not.toContain('config.json.gz');
});

test.each(pages)('%s has to wait for no other file before it is painted', async (name) => {
  const html = String(await read(name));
  expect(html).not.toMatch(/<link[^>]+rel="(stylesheet|preload|modulepreload)"/);
  expect(html).not.toMatch(/<script[^>]+src=/);
  expect(html).not.toMatch(/\sstyle="|\son\w+="/);
});

test.each(pages)('what %s carries in itself is what the policy allows', async (name) => {
  const html = String(await read(name));
  const allowed = JSON.parse(String(await read('inline.json')));
  const hashes = (tag: string) =>
    Array.from(
      html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g')),
      ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
    );
  expect(hashes('style')).toEqual([allowed.style]);
  expect(hashes('script')).toEqual([allowed.script]);
});

test.each(pages)('%s carries the mark and the drawing that are seen first', async (name) => {
  const html = String(await read(name));
  expect(html).not.toContain('src="/mark.svg"');
  const [, first = ''] = /<main.*?<img (.*?)\/>/s.exec(html) ?? [];
  if (!first.includes('loading="lazy"')) expect(first).not.toContain('/assets/');
});

test.each(pages)('the scripts that %s asks for are there', async (name) => {
  const asked = /data-files="([^"]+)"/.exec(String(await read(name)))?.[1]?.split(' ') ?? [];
  expect(asked.length).toBeGreaterThan(0);
  for (const file of asked) expect(files).toContain(file.slice(1));
});
