/**
 * The OpenAPI document is valid, contains every operation, describes everything in words, and its patterns and examples
 * are right.
 */
import { readFile } from 'node:fs/promises';
import { applicantStates, contract, errorBody, operations } from '@one-planet/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ZodTypeAny } from 'zod';
import { type Json, makeComponentSchemas } from '../generate/schema.ts';

const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'));

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has every operation with its successes, its preferred refusals and what else is tolerated', () => {
    const statusesByOperation = new Map<string, string[]>();
    for (const methods of Object.values<Record<string, { operationId: string; responses: object }>>(
      document.paths,
    )) {
      for (const { operationId, responses } of Object.values(methods))
        statusesByOperation.set(operationId, Object.keys(responses));
    }
    expect([...statusesByOperation.keys()].sort()).toEqual(
      operations.map(({ name }) => name).sort(),
    );
    for (const { name, route, meta } of operations) {
      const bearerRefusals = meta.auth === 'bearer' ? [401, 403] : [];
      const statuses = [
        ...Object.keys(route.responses).filter((status) => Number(status) < 400),
        // An invalid token may be answered with 401 where a call works without one.
        ...(meta.auth === 'optional' ? ['401'] : []),
        ...new Set([...bearerRefusals, ...meta.refusalStatuses].sort().map(String)),
        'default',
      ];
      expect(statusesByOperation.get(name), name).toEqual(statuses);
    }
  });

  test('has schemas that JSON Schema 2020-12 reads as they are meant', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"exclusiveM\w+":(true|false)/);
    expect(text).not.toContain('"not":{}');
    for (const [, pattern = ''] of text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g))
      expect(() => new RegExp(JSON.parse(pattern), 'u')).not.toThrow();
  });

  test('lets every optional object of an answer be empty, as PHP writes it', () => {
    const answers = [document.components.schemas, document.paths].flatMap((part) =>
      findObjectsIn(part, ''),
    );
    const optionalObjects = answers.flatMap(([path, { properties }]) =>
      Object.entries(properties as Record<string, { anyOf?: Json[] }>).flatMap(
        ([name, { anyOf = [] }]) =>
          anyOf.some(({ type }) => type === 'null') &&
          anyOf.some(
            ({ $ref, properties: fields }) =>
              fields || schemas[`${$ref}`.split('/').at(-1) ?? '']?.properties,
          )
            ? [[`${path}/${name}`, anyOf] as const]
            : [],
      ),
    );
    expect(optionalObjects.length).toBeGreaterThan(0);
    for (const [path, choices] of optionalObjects)
      expect(choices, path).toContainEqual({ type: 'array', items: {}, maxItems: 0 });
  });

  test('resolves all its references', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g),
    ];
    expect(references.length).toBeGreaterThan(0);
    for (const [, kind = '', name = ''] of references)
      expect(document.components[kind], name).toHaveProperty(name);
  });
});

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

const operationsById = new Map(
  Object.values<Record<string, ApiOperation>>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);
const schemas: Record<string, Json> = document.components.schemas;
const sentencePattern = /^[`A-Z][\s\S]*[.:]$|^- /;

function findApiOperation(name: string): ApiOperation {
  const apiOperation = operationsById.get(name);
  if (!apiOperation) throw new Error(`no ${name}`);
  return apiOperation;
}

function resolveResponse(response: ApiResponse | undefined): ApiResponse {
  const name = response?.$ref?.split('/').at(-1) ?? '';
  return document.components.responses[name] ?? response;
}

/** Schemas with properties of their own, each with its place. */
function findObjectsIn(value: unknown, path: string): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [];
  const nestedObjects = Object.entries(value)
    .filter(([key]) => !/^examples?$/.test(key))
    .flatMap(([key, innerValue]) => findObjectsIn(innerValue, `${path}/${key}`));
  const { properties } = value as Json;
  const hasProperties = Object.keys((properties ?? {}) as Json).length > 0;
  return hasProperties ? [[path, value as Json], ...nestedObjects] : nestedObjects;
}

describe('the OpenAPI document describes in words', () => {
  test.each(operations.map(({ name }) => name))('%s, its parameters and its answers', (name) => {
    const {
      summary,
      description,
      parameters = [],
      responses,
      externalDocs,
    } = findApiOperation(name);
    expect(summary).toMatch(/\w/);
    expect(description).toMatch(sentencePattern);
    expect(externalDocs.url).toMatch(/^https:.+\/docs\/rules\/\w+\.md#/);
    for (const parameter of parameters) {
      expect(parameter.description, parameter.name).toMatch(sentencePattern);
      expect(parameter.example, parameter.name).toBeDefined();
    }
    for (const [status, response] of Object.entries(responses))
      expect(resolveResponse(response).description, status).toMatch(sentencePattern);
  });

  test('every schema and every property', () => {
    const undescribedFields = Object.entries(schemas).flatMap(([name, schema]) => [
      ...(sentencePattern.test(`${schema.description}`.split('\n')[0] ?? '') ? [] : [name]),
      ...findObjectsIn(schema, name).flatMap(([path, { properties }]) =>
        Object.entries(properties as Record<string, Json>)
          .filter(([, { description }]) => !sentencePattern.test(`${description}`))
          .map(([field]) => `${path}.${field}`),
      ),
    ]);
    expect(undescribedFields).toEqual([]);
    expect(Object.keys(schemas).length).toBeGreaterThan(40);
  });

  test('every tag, the licence, and where to ask', () => {
    const usedTags = new Set(operations.map(({ name }) => name.split('.')[0]));
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual([...usedTags]);
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(sentencePattern);
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
    const inlinePaths = findObjectsIn(document.paths, 'paths').map(([path]) => path);
    const nestedPaths = Object.entries(schemas).flatMap(([name, schema]) =>
      findObjectsIn(schema, name)
        .map(([path]) => path)
        .filter((path) => path !== name),
    );
    expect([...inlinePaths, ...nestedPaths]).toEqual([]);
  });

  test('each request body and what is answered as JSON', () => {
    const bodies = [...operationsById.values()].flatMap(({ requestBody, responses }) => [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        Number(status) < 400 && content?.['application/json'] ? [content['application/json']] : [],
      ),
    ]);
    expect(bodies.length).toBeGreaterThan(25);
    for (const { schema } of bodies) {
      const itemSchema = (schema.type === 'array' ? schema.items : schema) as Json;
      expect(itemSchema.$ref, JSON.stringify(itemSchema)).toMatch(/^#\/components\/schemas\//);
    }
  });
});

describe('the examples of the OpenAPI document', () => {
  test.each(operations.map(({ name, route, meta }) => ({ name, route, meta })))(
    'of $name are what the contract takes',
    ({ name, route, meta }) => {
      const { requestBody, responses } = findApiOperation(name);
      const requestExamples = Object.values(
        requestBody?.content?.['application/json']?.examples ?? {},
      );
      const body = 'body' in route ? (route.body as ZodTypeAny | null | undefined) : undefined;
      if (requestBody?.content['application/json'] && !body?.isOptional()) {
        expect(requestExamples.length).toBeGreaterThan(0);
      }
      for (const { summary, value } of requestExamples) {
        expect(summary).toMatch(/\w/);
        expect(body?.safeParse(value)).toMatchObject({ success: true });
      }
      for (const [status, response] of Object.entries(responses)) {
        const { content = {} } = resolveResponse(response);
        for (const [type, { example, examples = {} }] of Object.entries(content)) {
          const isRefused = !(Number(status) < 400);
          const exampleBodies = isRefused
            ? [example]
            : Object.values(examples).map(({ value }) => value);
          if (meta.readsBodyAs !== 'bytes' || isRefused)
            expect(exampleBodies.length, type).toBeGreaterThan(0);
          const schema = isRefused ? errorBody : (route.responses[Number(status)] as ZodTypeAny);
          for (const value of exampleBodies) {
            expect(value).toBeDefined();
            expect(schema.safeParse(value)).toMatchObject({ success: true });
          }
        }
      }
    },
  );
});

const registration = contract.applicants.register.body;

describe('a pattern of the OpenAPI document', () => {
  const readPattern = (field: string) => {
    const { properties } = makeComponentSchemas().RegisterRequest as {
      properties: Record<string, Json>;
    };
    return new RegExp(`${properties[field]?.pattern}`);
  };

  test('of a phone takes what the contract takes, and nothing else', () => {
    const arbitraryTexts = fc.string({
      unit: fc.constantFrom('+', '0', '9', '-', ' ', 'a'),
      maxLength: 18,
    });
    const phoneLikeTexts = fc.stringMatching(/^\+?\d{6,17}$/);
    const pattern = readPattern('phoneNumber');
    const isAccepted = (phone: string) => registration.shape.phoneNumber.safeParse(phone).success;
    fc.assert(
      fc.property(fc.oneof(phoneLikeTexts, arbitraryTexts), (phone) => {
        // The contract bears with spaces around it.
        expect(pattern.test(phone)).toBe(isAccepted(phone) && phone === phone.trim());
      }),
    );
  });

  test('of a name refuses no letter of any script, and is read without the flag for Unicode', () => {
    const pattern = readPattern('firstName');
    const isAccepted = (firstName: string) =>
      registration.shape.firstName.safeParse(firstName).success;
    const letters = fc.stringMatching(/^[\p{L}\p{M}]{1,8}$/u);
    fc.assert(fc.property(letters, (name) => !isAccepted(name) || pattern.test(name)));
    for (const invalidName of ['', 'Hana Tesfaye', 'Hana1', "O'Hara", 'Hana-Maria', 'H@na', 'H.'])
      expect(pattern.test(invalidName), invalidName).toBe(false);
  });

  test('is one, and of a kind that Python and Java read, too', () => {
    const text = JSON.stringify(makeComponentSchemas());
    expect(text).not.toContain('"allOf"');
    expect(text).not.toContain('\\\\p{');
  });
});
