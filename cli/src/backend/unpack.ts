/** Answers that come compressed. */
import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Body } from './incoming.ts';

// As browsers do: what was cut off is unpacked as far as it goes.
const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

/** By the name in Content-Encoding. @param first the first byte that is to be unpacked */
const unpackers: Record<string, (first: number) => Transform> = {
  gzip: () => zlib.createGunzip(lenient),
  'x-gzip': () => zlib.createGunzip(lenient),
  // Some servers send it without the frame that the standard asks for.
  deflate: (first) =>
    (first & 0x0f) === 8 ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient),
  br: () => zlib.createBrotliDecompress(lenientBrotli),
};

/** @returns the body as it was before it was compressed; as it came where nobody knows how to unpack it */
export function unpacked(body: Body, { headers }: { headers: Headers }): Body {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const unpacker = unpackers[encoding];
  if (!unpacker) return body;
  let parts: AsyncIterator<Uint8Array> | undefined;
  return {
    async read() {
      if (!parts) {
        const first = await body.read();
        // Without a body there is nothing to unpack, whatever the header says.
        if (first.done) return first;
        const source = Readable.from(from(first.value, body), { objectMode: false });
        const unpacking = pipeline(source, unpacker(first.value[0] ?? 0), () => {});
        parts = unpacking[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      }
      const { done, value } = await parts.next();
      return done ? { done, value: undefined } : { done: false, value };
    },
    async cancel() {
      await Promise.all([parts?.return?.(), body.cancel()]);
    },
  };
}

async function* from(first: Uint8Array, body: Body): AsyncGenerator<Uint8Array> {
  yield first;
  for (;;) {
    const { done, value } = await body.read();
    if (done) return;
    yield value;
  }
}
