import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
const script = read('heading-font.ts');
const assets = `${import.meta.dirname}/../../public/assets`;
const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));

test('the font of the headings is one small file, named by its hash and by the script', () => {
  expect(fonts).toHaveLength(1);
  const [name = ''] = fonts;
  const bytes = readFileSync(`${assets}/${name}`);
  expect(bytes.length).toBeLessThanOrEqual(20 * 1024);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  expect(name).toBe(`fraunces-${hash}.woff2`);
  expect(script).toContain(`url("/assets/${name}")`);
  expect(readdirSync(assets)).toContain('fraunces-OFL.txt');
});

test('no stylesheet asks for a font: that would tell the address of the page', () => {
  const sheets = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css'));
  for (const name of sheets) expect(read(name), name).not.toMatch(/@font-face[^}]*url\(/);
});
