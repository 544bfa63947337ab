/** Draws SVG as PNG. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

let ready: Promise<void> | undefined;

/** @param width in pixels; the height follows. @returns the bytes of a PNG */
export async function rasterize(svg: string, width: number): Promise<Buffer> {
  ready ??= initWasm(
    readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
  );
  await ready;
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
  const png = Buffer.from(image.asPng());
  image.free();
  return png;
}
