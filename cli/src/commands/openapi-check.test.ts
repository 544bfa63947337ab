import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { findBreaks } from './openapi-check.ts';
import { readDocument } from './openapi-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: edits reach into the document by names that its type does not promise
type Editable = any;

/** @returns the real document after an edit of it */
function edited(edit: (whole: Editable) => void): Editable {
  const whole = structuredClone(document) as Editable;
  edit(whole);
  return whole;
}

/** @returns what a document breaks of another, a line each */
function breaksOf(contract: unknown, theirs: unknown): string[] {
  return findBreaks(readDocument(contract, 'contract'), readDocument(theirs, 'theirs')).flatMap(
    ({ operation, breaks }) => breaks.map(({ where, what }) => `${operation} ${where}: ${what}`),
  );
}

function operation(whole: Editable, name: string): Editable {
  const all = Object.values<Editable>(whole.paths).flatMap((item) => Object.values<Editable>(item));
  return all.find(({ operationId }) => operationId === name);
}

/** @param path names of keys, with spaces between them; an operation's name stands for its place */
function change(whole: Editable, path: string, value: unknown): void {
  const [first = '', ...keys] = path.split(' ');
  const last = keys.pop() ?? '';
  const start = first.includes('.') ? operation(whole, first) : whole[first];
  const target = keys.reduce((at, key) => at[key], start);
  if (value === undefined) delete target[last];
  else target[last] = value;
}

/** The place of an edit, the new value there (without one it is removed), and what is said of it. */
const edits = `
components schemas RegisterRequest required | ["captcha"] | register request captcha: required in the document, not in the contract
components schemas RegisterRequest required | ["referral"] | register request referral: required in the document, optional
components schemas RegisterRequest properties firstName maxLength | 40 | firstName: maxLength: none in the contract, 40 in the document
components schemas RegisterRequest properties firstName minLength | 2 | firstName: minLength: 1 in the contract, 2 in the document
components schemas RegisterRequest properties firstName pattern | "^[a-z]+$" | register request firstName: pattern:
components schemas RegisterRequest properties firstName | | register request firstName: not in the document
components schemas RegisterRequest properties phoneNumber allOf | [{"pattern": "^\\\\+251"}] | only the document has the condition
components schemas RegisterRequest additionalProperties | false | request: other fields are not allowed in the document
components schemas MaritalStatus enum | ["single", "married", "divorced"] | maritalStatus: the contract allows "widowed"
components schemas PayOnlineRequest properties price type | "integer" | price: integer: none in the contract, true in the document
components schemas PayOnlineRequest properties currency | {"type": "integer"} | the contract allows "ETB", "USD", the document number
exams.create requestBody | {"required": true, "content": {}} | request: its body is required; the contract sends none
auth.login requestBody | | request: its body is not read
auth.login requestBody content | {"application/x-www-form-urlencoded": {}} | has application/json, the document application/x-www-form
programs.list parameters | [{"name": "page", "in": "query", "required": true}] | page: is required; the contract does not send it
auth.getUser parameters 0 schema maxLength | 5 | path parameter userId: maxLength: none in the contract, 5
components schemas Profile required | [] | answer 200 status: required in the contract, optional in the document
components schemas LoginAnswer properties email type | ["string", "null"] | email: the document allows null, the contract string
components schemas Role | {"type": "object"} | roles[].name: required in the contract, not in the document
exams.create responses 200 | {} | exams.create answer 200: the contract does not have it
auth.login responses 200 content | | auth.login answer 200: its body is not declared
paths /auth/public/login | | auth.login : the document does not have it
programs.list security | [{"bearer": []}] | programs.list security: a call with no token is refused
exams.create security | [] | exams.create security: a call without a token is let in
components securitySchemes bearer | {"type": "apiKey", "in": "header", "name": "X-Key"} | exams.create security: a call with http bearer is refused
exams.create x-states | ["TOOK_EXAM"] | exams.create : is refused in ACTIVATED
auth.login x-safe-to-repeat | false | auth.login : is not safe to repeat
servers 0 url | "https://staging.college.example/v2" | auth.login : the document has POST /v2/auth/public/login
`;
for (const line of edits.trim().split('\n')) {
  const [path = '', value = '', said = ''] = line.split('|').map((part) => part.trim());
  test(`a break is found: ${said}`, () => {
    const whole = edited((one) => change(one, path, value ? JSON.parse(value) : undefined));
    expect(breaksOf(document, whole).join('\n')).toContain(said);
  });
}

test('an operation at another address, or by another method, is found by its name', () => {
  const moved = edited(({ paths }) => {
    paths['/login'] = paths['/auth/public/login'];
    delete paths['/auth/public/login'];
    const item = paths['/applicants/private/edit_profile/{applicantId}'];
    item.patch = item.put;
    delete item.put;
  });
  expect(breaksOf(document, moved)).toEqual([
    'applicants.editProfile : the document has PATCH /api/applicants/private/edit_profile/{applicantId}, the contract PUT /api/applicants/private/edit_profile/{applicantId}',
    'auth.login : the document has POST /api/login, the contract POST /api/auth/public/login',
  ]);
});

/** Changes that break nothing, and their edits, with ";" between them. */
const harmless = `
the real document
a field more in a request that may be left out | components schemas RegisterRequest properties nickName {"type": "string"}
a field more in an answer, and one less that was optional | components schemas Profile properties nickName {}; components schemas Profile properties phone
no server at all | servers
an operation more, and none that may be missing | paths /new {"get": {"operationId": "new.one", "responses": {}}}; paths /auth/private/update_user
a body of any type | auth.login requestBody content {"application/*": {"schema": {"$ref": "#/components/schemas/LoginRequest"}}}
other words | components schemas Profile properties status description "Where she stands."
`;
for (const line of harmless.trim().split('\n')) {
  const [says = '', all = ''] = line.split(' | ');
  test(`${says} breaks nothing`, () => {
    const whole = edited((one) => {
      for (const edit of all.split('; ').filter(Boolean)) {
        const [, path = '', value] = /^([^{"]*?)(?: ([{"].*))?$/.exec(edit) ?? [];
        change(one, path, value && JSON.parse(value));
      }
    });
    expect(breaksOf(document, whole)).toEqual([]);
  });
}

test.each<[string, (whole: Editable) => void]>([
  [
    'a refusal declared on its own, or by its class',
    (whole) => {
      const { responses } = operation(whole, 'exams.create');
      responses['429'] = responses.default;
      responses['4XX'] = responses.default;
      delete responses.default;
    },
  ],
  [
    'other names of operations, parameters and tokens',
    (whole) => {
      const item = whole.paths['/auth/private/{userId}'];
      item.get.operationId = 'findUser';
      item.get.parameters[0].name = 'id';
      item.get.security = [{ jwt: [] }];
      whole.paths['/auth/private/{id}'] = item;
      delete whole.paths['/auth/private/{userId}'];
      whole.components.securitySchemes.jwt = {
        type: 'http',
        scheme: 'Bearer',
        bearerFormat: 'JWT',
      };
    },
  ],
  [
    'the base in the paths, with or without a server',
    (whole) => {
      whole.paths = Object.fromEntries(
        Object.entries(whole.paths).map(([path, item]) => [`/api${path}`, item]),
      );
      whole.servers = [{ url: 'https://college.example/' }];
    },
  ],
  [
    'none of our extensions',
    (whole) => {
      for (const item of Object.values<Editable>(whole.paths))
        for (const one of Object.values<Editable>(item))
          for (const key of Object.keys(one)) if (key.startsWith('x-')) delete one[key];
    },
  ],
])('%s breaks nothing', (_says, edit) => {
  expect(breaksOf(document, edited(edit))).toEqual([]);
});

/** A document with one field in a request, and these named schemas. */
const withField = (field: unknown, schemas: object = {}, openapi = '3.1.0') => ({
  openapi,
  paths: {
    '/x': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { properties: { field, after: {} } } } },
        },
      },
    },
  },
  components: { schemas },
});

/** One schema, written in two ways. */
const equal = `
a list of types | {"type": ["string", "null"]} | {"anyOf": [{"type": "string"}, {"type": "null"}]}
nullable of 3.0 | {"type": "string", "nullable": true} | {"type": ["null", "string"]}
const | {"const": "A"} | {"type": "string", "enum": ["A"]}
oneOf | {"oneOf": [{"type": "string"}, {"type": "integer"}]} | {"type": ["integer", "string"]}
bounds of 3.0 | {"type": "number", "minimum": 0, "exclusiveMinimum": true} | {"type": "number", "exclusiveMinimum": 0}
allOf | {"allOf": [{"type": "string", "minLength": 1}, {"minLength": 2, "maxLength": 5}]} | {"type": "string", "minLength": 2, "maxLength": 5}
a reference | {"$ref": "#/components/schemas/A"} | {"type": "string"}
a reference with words beside it | {"$ref": "#/components/schemas/A", "description": "x"} | {"type": "string"}
alternatives within alternatives | {"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "boolean"}]} | {"type": ["string", "null", "boolean"]}
a size of numbers | {"type": "integer", "format": "int64"} | {"type": "integer"}
true | true | {}
`;
for (const line of equal.trim().split('\n')) {
  const [says = '', ...both] = line.split(' | ');
  test(`${says} is the same however it is written`, () => {
    const [one, other] = both.map((text): unknown => JSON.parse(text));
    const schemas = { A: { type: 'string' } };
    expect(breaksOf(withField(one, schemas), withField(other, schemas))).toEqual([]);
    expect(breaksOf(withField(other, schemas), withField(one, schemas, '3.0.3'))).toEqual([]);
  });
}

test.each([
  ['less of a list', { enum: ['A'] }, { enum: ['A', 'B'] }],
  ['values that keep limits', { enum: ['AB'] }, { type: 'string', maxLength: 2, pattern: '^A' }],
  ['numbers that are whole', { enum: [1, 2] }, { type: 'integer' }],
  ['whole numbers', { type: 'integer', minimum: 3 }, { type: 'number', exclusiveMinimum: 2 }],
  ['one of several', { type: 'string' }, { type: ['string', 'null'] }],
  ['a condition more', { type: 'string', not: { const: 'A' } }, { type: 'string' }],
])('%s fits into more, and not the other way round', (_says, less, more) => {
  expect(breaksOf(withField(less), withField(more))).toEqual([]);
  expect(breaksOf(withField(more), withField(less))).not.toEqual([]);
});

/** Two schemas that differ, or whose difference nobody can judge. */
const differing = `
a limit behind null | {"type": ["string", "null"]} | {"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]}
conditions that turn around | {"not": {"type": "null"}} | {"not": {"type": "string"}}
what must be in a list | {"type": "array", "contains": {"type": "string"}} | {"type": "array", "contains": {"type": "null"}}
several forms at once | {"oneOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]} | {"oneOf": [{"type": "object", "required": ["c"]}, {"type": "object", "required": ["d"]}]}
a reference out of the document | {"$ref": "a.json"} | {"$ref": "b.json"}
what is no schema at all | 7 | "seven"
`;
for (const line of differing.trim().split('\n')) {
  const [says = '', ...both] = line.split(' | ');
  test(`${says} counts as a break`, () => {
    const [one, other] = both.map((text): unknown => JSON.parse(text));
    expect(breaksOf(withField(one), withField(other))).not.toEqual([]);
  });
}

test('fields may have the names of notes and of what every object has', () => {
  const names = ['description', 'title', 'constructor', '__proto__', 'toString'];
  const contract = edited((whole) => {
    for (const field of names)
      Object.defineProperty(whole.components.schemas.RegisterRequest.properties, field, {
        value: { type: 'string' },
        enumerable: true,
      });
  });
  expect(breaksOf(contract, document)).toEqual(
    names.map((name) => `applicants.register request ${name}: not in the document`),
  );
});

test('schemas that contain themselves end, and breaks deep in them are found', () => {
  const tree = (leaf: object) => ({
    Tree: { type: 'object', properties: { leaf, more: { $ref: '#/components/schemas/Many' } } },
    Many: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    Loop: { $ref: '#/components/schemas/Loop' },
    Self: { anyOf: [{ $ref: '#/components/schemas/Self' }, { type: 'string' }] },
  });
  const [one, other] = [tree({ type: 'string' }), tree({ type: 'string', maxLength: 3 })];
  const field = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(breaksOf(withField(field('Tree'), one), withField(field('Tree'), other))).toEqual([
    'POST /x request field.leaf: maxLength: none in the contract, 3 in the document',
  ]);
  for (const name of ['Loop', 'Self'])
    expect(breaksOf(withField(field(name), one), withField(field(name), other))).toEqual([]);
});

test('schemas that grow by doubling are compared in a moment', () => {
  const doubling = (last: object) =>
    Object.fromEntries([
      ...Array.from({ length: 60 }, (_, at) => {
        const next = { $ref: `#/components/schemas/S${at + 1}` };
        return [`S${at}`, { type: 'object', properties: { a: next, b: next } }];
      }),
      ['S60', last],
    ]);
  const field = { $ref: '#/components/schemas/S0' };
  const one = withField(field, doubling({ type: 'string' }));
  expect(breaksOf(one, withField(field, doubling({ type: 'string' })))).toEqual([]);
  const broken = breaksOf(one, withField(field, doubling({ type: 'null' })));
  expect(broken.length).toBeLessThan(100);
  expect(broken.at(-1)).toMatch(/and \d+ more/);
});

test.each([
  ['a list', [], /is not an object/],
  ['no version', {}, /"openapi" with its version is missing/],
  ['version 2', { swagger: '2.0' }, /has version 2\.0; convert it/],
  ['a version to come', { openapi: '4.0.0' }, /has version 4\.0\.0/],
  ['paths of another type', { openapi: '3.1.0', paths: [] }, /"paths" is not an object/],
])('%s is no document', (_says, value, message) => {
  expect(() => readDocument(value, 'old.json')).toThrow(message);
});

test('a document nested without end is refused, not walked', () => {
  let deep: unknown = {};
  for (let level = 0; level < 5000; level++) deep = { deep };
  expect(() => readDocument({ openapi: '3.1.0', deep }, 'old.json')).toThrow(/nested deeper/);
});

test('what is odd inside of a document ends nothing', () => {
  const odd = {
    openapi: '3.0.0',
    info: null,
    servers: 'here',
    paths: {
      '/a': null,
      '/b': { get: 7, post: { operationId: 3, parameters: {}, responses: [], security: 'x' } },
      '/c': {
        get: {
          parameters: [null, { in: 'query' }],
          requestBody: { content: { a: { schema: { $ref: 7 } } } },
          responses: { 200: 1 },
        },
      },
    },
    components: [],
  };
  expect(breaksOf(odd, odd)).toEqual([]);
  expect(breaksOf(document, odd)).not.toEqual([]);
});
