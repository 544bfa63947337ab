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
  const decoder = decoderOf(isJsonType(headers) ? undefined : charset);
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

function decoderOf(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset nobody knows.
    return new TextDecoder();
  }
}
