/** The content type of an answer, and its text. */

export function contentType(headers: Headers): string {
  return headers.get('content-type') ?? '';
}

export function isJsonType(headers: Headers): boolean {
  return /[/+]json\b/i.test(contentType(headers));
}

/** Text in the declared charset; JSON is always UTF-8. */
export function decode(chunks: readonly Uint8Array[], headers: Headers): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType(headers))?.[1];
  const decoder = !charset || isJsonType(headers) ? utf8 : decoderOf(charset);
  return decoder.decode(chunks.length === 1 ? chunks[0] : joined(chunks));
}

/** Kept: making a decoder costs more than decoding a typical answer. */
const utf8 = new TextDecoder();

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // An unknown charset.
    return utf8;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
