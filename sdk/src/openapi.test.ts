import { readFile } from 'node:fs/promises';
import { operations } from '@one-planet/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';

const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'));

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has every operation with its successes, its preferred refusals and what else is tolerated', () => {
    const described = new Map<string, string[]>();
    for (const methods of Object.values<Record<string, { operationId: string; responses: object }>>(
      document.paths,
    )) {
      for (const { operationId, responses } of Object.values(methods))
        described.set(operationId, Object.keys(responses));
    }
    expect([...described.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
    for (const { name, route, meta } of operations) {
      const bearer = meta.auth === 'bearer' ? [401, 403] : [];
      const statuses = [
        ...Object.keys(route.responses).filter((status) => Number(status) < 400),
        // An invalid token may be answered with 401 where a call works without one.
        ...(meta.auth === 'optional' ? ['401'] : []),
        ...new Set([...bearer, ...meta.refuses].sort().map(String)),
        'default',
      ];
      expect(described.get(name), name).toEqual(statuses);
    }
  });

  test('has schemas that JSON Schema 2020-12 reads as they are meant', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"exclusiveM\w+":(true|false)/);
    expect(text).not.toContain('"not":{}');
    for (const [, pattern = ''] of text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g))
      expect(() => new RegExp(JSON.parse(pattern), 'u')).not.toThrow();
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
