/** The OpenAPI document, read loosely: it is ours, and a test of its own holds it against the standard. */
import { readFile } from 'node:fs/promises';

export interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, ApiOperation>>;
  [key: string]: unknown;
}

export interface ApiOperation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: unknown; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
  [key: string]: unknown;
}

interface Media {
  schema?: unknown;
  example?: unknown;
}

/** Where the document stands. */
export const documentFile = new URL('../../../sdk/openapi.json', import.meta.url);

export async function readDocument(): Promise<ApiDocument> {
  return JSON.parse(await readFile(documentFile, 'utf8'));
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
