/** The real document, edited. */
import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import type { Change } from '../change.ts';
import { compareDocuments } from '../compare.ts';
import { readDocument } from '../document.ts';

// biome-ignore lint/suspicious/noExplicitAny: edits reach into the document by names that its type does not promise
export type Editable = any;

/** @returns the real document after an edit of it */
export function edited(edit: (whole: Editable) => void = () => {}): Editable {
  const whole = structuredClone(document) as Editable;
  edit(whole);
  return whole;
}

/** @returns the operation's object */
export function operation(whole: Editable, name: string): Editable {
  const all = Object.values<Editable>(whole.paths).flatMap((item) => Object.values<Editable>(item));
  return all.find(({ operationId }) => operationId === name);
}

/** @returns the schema of the JSON that the operation takes */
export function requestOf(whole: Editable, name: string): Editable {
  return named(whole, operation(whole, name).requestBody.content['application/json'].schema);
}

/** @returns the named schema that a reference stands for */
function named(whole: Editable, { $ref }: Editable): Editable {
  return whole.components.schemas[$ref.split('/').at(-1)];
}

/** A change with the operation it belongs to. */
export interface Found extends Change {
  operation: string;
}

export function differences(old: unknown, fresh: unknown): Found[] {
  return compareDocuments(readDocument(old, 'old.json'), readDocument(fresh, 'new.json')).flatMap(
    ({ operation, changes }) => changes.map((one) => ({ operation, ...one })),
  );
}

/** A document with one field in a request, and these named schemas. */
export const withField = (field: unknown, schemas: object = {}, openapi = '3.1.0') => ({
  openapi,
  info: { title: 'T', version: '1.0.0' },
  paths: {
    '/x': {
      post: {
        operationId: 'x.do',
        requestBody: {
          content: { 'application/json': { schema: { properties: { field, after: {} } } } },
        },
      },
    },
  },
  components: { schemas },
});
/** @returns what breaks, a line each */
export const told = (old: unknown, fresh: unknown) =>
  differences(old, fresh)
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ where, what, breaks }) => `${where} ${what} (${breaks})`);
