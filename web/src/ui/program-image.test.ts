import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makePictureUrl, pictureOfProgram } from './program-image.tsx';

describe('pictures', () => {
  const picturesFolder = join(import.meta.dirname, '../pictures');
  const names = readdirSync(picturesFolder).filter((name) => name.endsWith('.svg'));

  test.each([
    ['Accounting', 'accounting'],
    ['Accounting and Finance', 'finance'],
    ['Banking and Finance', 'banking'],
    ['Data Science', 'data'],
    ['Entrepreneurship & Innovation', 'entrepreneurship'],
    ['Social Work', 'social-work'],
    ['BSc in Public Health', 'health'],
    ['Early Childhood Education', 'education'],
    ['Business Administration', 'management'],
    ['Computer Science', 'technology'],
    ['Ethiopian Languages and Literature', 'languages'],
    ['LAW', 'law'],
    ['Coffee Science', 'agriculture'],
    ['ሒሳብ', 'programme'],
    ['', 'programme'],
  ])('%s has the picture %s.svg', (name, picture) => {
    expect(pictureOfProgram(name)).toContain(`/${picture}.svg`);
  });

  test.each(names)(
    '%s weighs at most 3 KB compressed, has a viewBox, and no script',
    async (name) => {
      const pictureBytes = await readFile(join(picturesFolder, name));
      expect(gzipSync(pictureBytes).length).toBeLessThanOrEqual(3 * 1024);
      expect(pictureBytes.toString()).toMatch(/^<svg[^>]+viewBox="0 0 \d+ \d+"/);
      expect(pictureBytes.toString()).not.toMatch(/<script|on\w+=|href="http/);
    },
  );
});

describe('program image', () => {
  const firstBytes: [kind: string, bytes: readonly number[]][] = [
    ['jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10]],
    ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['gif', [...Buffer.from('GIF89a')]],
    ['webp', [...Buffer.from('RIFF\0\0\0\0WEBP')]],
    ['svg+xml', [...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]],
    ['svg+xml', [...Buffer.from('<?xml version="1.0"?><svg/>')]],
  ];

  test.each(firstBytes)('a %s is recognised by its first bytes', (imageType, bytes) => {
    const base64 = Buffer.from(bytes).toString('base64');
    expect(makePictureUrl(base64)).toBe(`data:image/${imageType};base64,${base64}`);
  });

  test('unknown bytes are given to the browser as png', () => {
    expect(makePictureUrl('AAAA')).toBe('data:image/png;base64,AAAA');
  });

  test.each(['data:image/png;base64,AAAA', 'data:image/avif;base64,AAAA'])(
    '%s is returned unchanged',
    (address) => {
      expect(makePictureUrl(address)).toBe(address);
    },
  );

  test.each(['https://evil.example/x.png', 'javascript:alert(1)', 'data:text/html,x'])(
    '%s is never used as an address',
    (text) => {
      expect(makePictureUrl(text)).toMatch(/^data:image\/png;base64,/);
    },
  );
});
