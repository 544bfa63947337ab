/** Files to choose, as Playwright takes them. */

/** A real picture of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/eL9G5gAAAABJRU5ErkJggg==';

export const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pixel, 'base64'),
});

export const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
});
