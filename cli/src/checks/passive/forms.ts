/** What form answers have: refusals a person can read, no stack traces, nothing undeclared. */
import { findOperation, isHtmlDocument, readMessage } from '@one-planet/contract';
import { z } from 'zod';
import type { Reply } from '../wire/reply.ts';
import type { Inspector } from './observations.ts';
import { unwrap } from './schema.ts';

/** What the site has words of its own for, or shows nobody. */
const wordless: readonly number[] = [401, 403, 404, 405, 415];

/** Refusals without a text the site could show. */
export const readableInspector: Inspector = {
  id: 'readable-refusals',
  inspect: ({ status, text, regular, operation, by, json }) => {
    if (status < 400 || status >= 500 || !regular) return undefined;
    const isLogin = operation === 'auth.login';
    if (wordless.includes(status) && !(isLogin && status === 401)) return undefined;
    // Without a token the answer is about that, and nobody reads it.
    if (by === undefined && findOperation(operation ?? '')?.meta.auth === 'bearer')
      return undefined;
    if (isHtmlDocument(text)) return `status ${status} with an HTML page`;
    return readMessage(json ?? text) || readsAnyway(text)
      ? undefined
      : `status ${status} without a readable text`;
  },
};

/** Text beside `message`, e.g. in `detail` or in a list of errors: a person can read it, the site cannot. */
function readsAnyway(text: string): boolean {
  return text.trim() !== '' && !/^[[{]/.test(text.trim());
}

const trace =
  /at [\w$.]+\([\w$]+\.(?:java|kt):\d+\)|\bat (?:async )?[\w$.<> ]+ \(?(?:file:\/\/)?\/[^)\s]+:\d+:\d+|Traceback \(most recent call last\)|File "[^"]+", line \d+|#\d+ \/[^\s]+\.php\(\d+\)|\bat [\w.`]+\(.*\) in [^\s]+\.cs:line \d+/;

/** Stack traces, which reveal how the server is built. */
export const traceInspector: Inspector = {
  id: 'no-stack-trace',
  inspect: ({ text, status }) =>
    trace.test(text) ? `a stack trace in an answer with status ${status}` : undefined,
};

/** Fields the contract does not declare: harmless, and good to know. */
export const extraInspector: Inspector = {
  id: 'extra-fields',
  inspect: ({ operation, status, json }: Reply) => {
    if (status >= 300 || json === undefined) return undefined;
    const schema = findOperation(operation ?? '')?.route.responses[status] as
      | z.ZodTypeAny
      | undefined;
    const extra = schema instanceof z.ZodType ? extraFields(schema, json) : [];
    return extra.length > 0 ? extra.slice(0, 8).join(', ') : undefined;
  },
};

/** The paths of a value's fields that a schema does not have, each once. */
function extraFields(schema: z.ZodTypeAny, value: unknown, path = ''): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return [
      ...new Set(value.slice(0, 20).flatMap((one) => extraFields(inner.element, one, `${path}[]`))),
    ];
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape = inner.shape as Record<string, z.ZodTypeAny>;
  return Object.entries(value).flatMap(([name, one]) => {
    const at = path ? `${path}.${name}` : name;
    return Object.hasOwn(shape, name) ? extraFields(shape[name] as z.ZodTypeAny, one, at) : [at];
  });
}
