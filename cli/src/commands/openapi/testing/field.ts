import { differences } from './documents.ts';

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
