import { expect, test } from 'vitest';
import { pictureAddress } from './program-image.tsx';

const beginnings: [kind: string, bytes: readonly number[]][] = [
  ['jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [...Buffer.from('GIF89a')]],
  ['webp', [...Buffer.from('RIFF\0\0\0\0WEBP')]],
  ['svg+xml', [...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]],
  ['svg+xml', [...Buffer.from('<?xml version="1.0"?><svg/>')]],
];

test.each(beginnings)('a %s is known by how it begins', (kind, bytes) => {
  const base64 = Buffer.from(bytes).toString('base64');
  expect(pictureAddress(base64)).toBe(`data:image/${kind};base64,${base64}`);
});

test('what is not known is given to the browser as png', () => {
  expect(pictureAddress('AAAA')).toBe('data:image/png;base64,AAAA');
});

test.each(['data:image/png;base64,AAAA', 'data:image/avif;base64,AAAA'])(
  '%s stays as it is',
  (address) => {
    expect(pictureAddress(address)).toBe(address);
  },
);

test.each(['https://evil.example/x.png', 'javascript:alert(1)', 'data:text/html,x'])(
  '%s is never an address of its own',
  (text) => {
    expect(pictureAddress(text)).toMatch(/^data:image\/png;base64,/);
  },
);
