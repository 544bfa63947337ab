/** What an answer says of its body, and its text. */

export function contentType(headers: Headers): string {
  return headers.get('content-type') ?? '';
}

export function isJsonType(headers: Headers): boolean {
  return /[/+]json\b/i.test(contentType(headers));
}

/** Text in the charset it names; JSON is UTF-8 whatever it says. */
export function decode(chunks: readonly Uint8Array[], headers: Headers): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType(headers))?.[1];
  const decoder = !charset || isJsonType(headers) ? utf8 : decoderOf(charset);
  return decoder.decode(chunks.length === 1 ? chunks[0] : joined(chunks));
}

/** Kept: making one costs more than decoding a usual answer. */
const utf8 = new TextDecoder();

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset nobody knows.
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
