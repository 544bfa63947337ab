/** The OpenAPI document, read loosely: it is ours, and a test of its own holds it against the standard. */
import { readFile } from 'node:fs/promises';

export interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, ApiOperation>>;
  components: { responses: ApiOperation['responses']; [key: string]: unknown };
  [key: string]: unknown;
}

export interface ApiOperation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: unknown; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
  [key: string]: unknown;
}

interface Media {
  schema?: unknown;
  example?: unknown;
}

/** Where the document stands. */
export const documentFile = new URL('../../../sdk/openapi.json', import.meta.url);

/** @returns the document with the refusals that operations share written out in each */
export async function readDocument(): Promise<ApiDocument> {
  const document: ApiDocument = JSON.parse(await readFile(documentFile, 'utf8'));
  const { responses, ...components } = document.components;
  for (const { operation } of operationsIn(document)) {
    for (const [status, { $ref = '' }] of Object.entries(operation.responses)) {
      const shared = responses[$ref.slice($ref.lastIndexOf('/') + 1)];
      if (shared) operation.responses[status] = structuredClone(shared);
    }
  }
  return { ...document, components: { ...components, responses: {} } };
}

/** @returns every operation of a document with its path and method */
export function operationsIn({ paths }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** @throws {Error} for an operation that is not in the document */
export function findOperationIn(document: ApiDocument, id: string) {
  const found = operationsIn(document).find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}
