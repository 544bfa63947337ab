import { parseJson } from './json.ts';

/** The body of a refusal: text, a JSON object (see `readMessage`), or nothing. */
export type ErrorBody =
  | string
  | { message?: string | null; [field: string]: unknown }
  | null
  | undefined;

/** @param label the name of the field, e.g. `First name` */
export function lettersOnlyMessage(label: string): string {
  return `${label} must contain only alphabetic characters`;
}

const htmlStartPattern = /^\s*<(!doctype|html|\?xml|head|body)/i;

/** True for a complete HTML document. A proxy sends one in the backend's place; the API never does. */
export function isHtmlDocument(text: string): boolean {
  return htmlStartPattern.test(text);
}

/**
 * Reads the message for a person from the body of a refusal: text, JSON text, an object with `message`, or a problem
 * document.
 * @param body the body as received, parsed or not
 * @returns the message, trimmed; an empty string when there is none to show (also for an HTML page)
 */
export function readMessage(body: unknown): string {
  if (typeof body === 'string') return readText(body);
  if (typeof body !== 'object' || body === null) return '';
  const { message, error, detail, title } = body as Record<string, unknown>;
  // The last two are those of a problem document (RFC 9457).
  const candidateTexts = [message, error, detail, title];
  const foundMessage = candidateTexts.find(
    (candidate) => typeof candidate === 'string' && candidate.trim(),
  );
  return typeof foundMessage === 'string' ? foundMessage.trim() : '';
}

function readText(text: string): string {
  const trimmedText = text.trim();
  if (/^[{["]/.test(trimmedText)) {
    try {
      return readMessage(parseJson(trimmedText));
    } catch {
      // Not JSON after all: it is shown as it came.
    }
  }
  return isHtmlDocument(trimmedText) || trimmedText === 'null' ? '' : trimmedText;
}
