/** The document as documentation: nothing in it without words, and examples that are right. */
import { readFile } from 'node:fs/promises';
import { applicantStates, errorBody, operations } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import type { ZodTypeAny } from 'zod';

type Json = Record<string, unknown>;
interface Content {
  [type: string]: { schema: Json; example?: unknown; examples?: Record<string, ApiExample> };
}
interface ApiExample {
  summary?: string;
  value: unknown;
}
interface ApiResponse {
  $ref?: string;
  description?: string;
  content?: Content;
}
interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  externalDocs: { url: string };
  parameters?: { name: string; description?: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, ApiResponse>;
}

const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'));
const described = new Map(
  Object.values<Record<string, ApiOperation>>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);
const schemas: Record<string, Json> = document.components.schemas;
const sentence = /^[`A-Z][\s\S]*[.:]$|^- /;

function operationOf(name: string): ApiOperation {
  const found = described.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

function responseOf(response: ApiResponse | undefined): ApiResponse {
  const name = response?.$ref?.split('/').at(-1) ?? '';
  return document.components.responses[name] ?? response;
}

/** What has properties of its own, with where it stands. */
function objectsIn(value: unknown, at: string): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value)
    .filter(([key]) => !/^examples?$/.test(key))
    .flatMap(([key, one]) => objectsIn(one, `${at}/${key}`));
  const { properties } = value as Json;
  const hasSome = Object.keys((properties ?? {}) as Json).length > 0;
  return hasSome ? [[at, value as Json], ...inside] : inside;
}

describe('the OpenAPI document tells in words', () => {
  test.each(operations.map(({ name }) => name))('%s, its parameters and its answers', (name) => {
    const { summary, description, parameters = [], responses, externalDocs } = operationOf(name);
    expect(summary).toMatch(/\w/);
    expect(description).toMatch(sentence);
    expect(externalDocs.url).toMatch(/^https:.+\/docs\/rules\/\w+\.md#/);
    for (const parameter of parameters) {
      expect(parameter.description, parameter.name).toMatch(sentence);
      expect(parameter.example, parameter.name).toBeDefined();
    }
    for (const [status, response] of Object.entries(responses))
      expect(responseOf(response).description, status).toMatch(sentence);
  });

  test('every schema and every property', () => {
    const silent = Object.entries(schemas).flatMap(([name, schema]) => [
      ...(sentence.test(`${schema.description}`.split('\n')[0] ?? '') ? [] : [name]),
      ...objectsIn(schema, name).flatMap(([at, { properties }]) =>
        Object.entries(properties as Record<string, Json>)
          .filter(([, { description }]) => !sentence.test(`${description}`))
          .map(([field]) => `${at}.${field}`),
      ),
    ]);
    expect(silent).toEqual([]);
    expect(Object.keys(schemas).length).toBeGreaterThan(40);
  });

  test('every tag, the licence, and where to ask', () => {
    const used = new Set(operations.map(({ name }) => name.split('.')[0]));
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual([...used]);
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(sentence);
    expect(document.info).toMatchObject({
      license: { identifier: 'MIT' },
      contact: { url: expect.stringMatching(/^https:/) },
    });
  });

  test('every state of an applicant', () => {
    expect(schemas.ApplicantState).toMatchObject({ enum: [...applicantStates] });
    for (const state of applicantStates)
      expect(schemas.ApplicantState?.description).toContain(`\`${state}\`: `);
  });
});

describe('the OpenAPI document names', () => {
  test('every object, for the types that are made of it', () => {
    const inline = objectsIn(document.paths, 'paths').map(([at]) => at);
    const nested = Object.entries(schemas).flatMap(([name, schema]) =>
      objectsIn(schema, name)
        .map(([at]) => at)
        .filter((at) => at !== name),
    );
    expect([...inline, ...nested]).toEqual([]);
  });

  test('each request body and what is answered as JSON', () => {
    const bodies = [...described.values()].flatMap(({ requestBody, responses }) => [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        Number(status) < 400 && content?.['application/json'] ? [content['application/json']] : [],
      ),
    ]);
    expect(bodies.length).toBeGreaterThan(25);
    for (const { schema } of bodies) {
      const one = (schema.type === 'array' ? schema.items : schema) as Json;
      expect(one.$ref, JSON.stringify(one)).toMatch(/^#\/components\/schemas\//);
    }
  });
});

describe('the examples of the OpenAPI document', () => {
  test.each(operations.map(({ name, route, meta }) => ({ name, route, meta })))(
    'of $name are what the contract takes',
    ({ name, route, meta }) => {
      const { requestBody, responses } = operationOf(name);
      const sent = Object.values(requestBody?.content?.['application/json']?.examples ?? {});
      const body = 'body' in route ? (route.body as ZodTypeAny | null | undefined) : undefined;
      if (requestBody?.content['application/json'] && !body?.isOptional()) {
        expect(sent.length).toBeGreaterThan(0);
      }
      for (const { summary, value } of sent) {
        expect(summary).toMatch(/\w/);
        expect(body?.safeParse(value)).toMatchObject({ success: true });
      }
      for (const [status, response] of Object.entries(responses)) {
        const { content = {} } = responseOf(response);
        for (const [type, { example, examples = {} }] of Object.entries(content)) {
          const refused = !(Number(status) < 400);
          const shown = refused ? [example] : Object.values(examples).map(({ value }) => value);
          if (meta.reads !== 'bytes' || refused) expect(shown.length, type).toBeGreaterThan(0);
          const schema = refused ? errorBody : (route.responses[Number(status)] as ZodTypeAny);
          for (const value of shown) {
            expect(value).toBeDefined();
            expect(schema.safeParse(value)).toMatchObject({ success: true });
          }
        }
      }
    },
  );
});
