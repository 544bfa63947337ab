/** Compares the body of a response with its schema. */
import { z } from 'zod';

export interface BodyIssue {
  /** The path within the body, e.g. `roles.0.name`; empty for the body as a whole. */
  path: string;
  message: string;
}

/** A body may differ in each of thousands of entries; nobody reads more than the first differences. */
const maxIssues = 100;
/** Zod repeats a value that it did not expect in its message. */
const maxMessageLength = 300;

/**
 * @param schema of the response; without one, or for a type that has none, nothing differs
 * @param body parsed JSON
 * @returns the first hundred differences
 */
export function listBodyIssues(
  schema: Partial<z.ZodTypeAny> | undefined,
  body: unknown,
): BodyIssue[] {
  if (!schema?.safeParse) return [];
  // Entry by entry, so that a long list of wrong entries costs no more than its first hundred.
  if (schema instanceof z.ZodArray && Array.isArray(body)) {
    const issues: BodyIssue[] = [];
    for (const [index, entry] of body.entries()) {
      issues.push(...findIssues(schema.element, entry, [index]));
      if (issues.length >= maxIssues) break;
    }
    return issues.slice(0, maxIssues);
  }
  return findIssues(schema as z.ZodTypeAny, body, []);
}

function findIssues(
  schema: z.ZodTypeAny,
  value: unknown,
  parentPath: readonly (string | number)[],
): BodyIssue[] {
  const parsing = schema.safeParse(value);
  if (parsing.success) return [];
  return parsing.error.issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: [...parentPath, ...path].join('.'),
    message: message.slice(0, maxMessageLength),
  }));
}
