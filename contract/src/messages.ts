/** What a refusal may carry: text, JSON with `message`, or nothing. */
export type ErrorBody =
  | string
  | { message?: string | null; [field: string]: unknown }
  | null
  | undefined;

const looksLikeMarkup = /^\s*<(!doctype|html|\?xml|head|body)/i;

/** True for a whole HTML document: what a proxy answers in the backend's place, never what the API says. */
export function isHtmlDocument(text: string): boolean {
  return looksLikeMarkup.test(text);
}

/**
 * Reads the message for a person out of an error body: text, JSON text, or an object with `message`.
 * @param body the body as received, parsed or not
 * @returns the message, trimmed; an empty string when there is none to show (also for an HTML page)
 */
export function readMessage(body: unknown): string {
  if (typeof body === 'string') return readText(body);
  if (typeof body !== 'object' || body === null) return '';
  const { message, error } = body as { message?: unknown; error?: unknown };
  if (typeof message === 'string' && message.trim()) return message.trim();
  return typeof error === 'string' ? error.trim() : '';
}

function readText(text: string): string {
  const trimmed = text.trim();
  if (/^[{["]/.test(trimmed)) {
    try {
      return readMessage(JSON.parse(trimmed));
    } catch {
      // Not JSON after all: it is shown as it came.
    }
  }
  return isHtmlDocument(trimmed) || trimmed === 'null' ? '' : trimmed;
}
