import { fieldsOf, type Reply } from './reply.ts';

/** The name an upload answers: text, with or without quotes. @returns `undefined` when it answers none */
export function readStoredName({ status, text, json }: Reply): string | undefined {
  if (status >= 300) return undefined;
  if (typeof json === 'string') return json || undefined;
  if (Object.keys(fieldsOf(json)).length > 0) return undefined;
  return text.trim() || undefined;
}
