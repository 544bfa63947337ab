/** Malformed requests: missing fields, fields of another type, bodies that are not JSON. */
import {
  findOperation,
  type Operation,
  type OperationName,
  operations,
  pathParameters,
} from '@one-planet/contract';
import { findBlock } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { startStageFor } from '../applicants.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  obligationWords,
} from '../check.ts';
import {
  expectNothingChanged,
  expectRefused,
  type RequestField,
  requestFieldsOf,
  skipIfFieldUnsent,
} from '../expect.ts';
import type { Call } from '../http-messages.ts';
import { bodiesWithoutFile } from './files.ts';

/** Changes that make a valid call invalid, each with its name in messages. */
type CallChanges = readonly [what: string, change: (body: object) => Call][];

/** Bodies that are not a JSON object. The first one has to be refused even if every field is optional. */
const brokenBodyCases: readonly [id: string, words: string, tries: CallChanges][] = [
  [
    'malformed-json',
    'a body that is not JSON',
    [
      ['truncated JSON', (body) => ({ rawBody: JSON.stringify(body).slice(0, -3) })],
      ['text that is not JSON', () => ({ rawBody: 'name=Hana&email=hana' })],
    ],
  ],
  [
    'empty-body',
    'an empty body, and an empty object',
    [
      ['an empty body', () => ({ rawBody: '' })],
      ['an empty object', () => ({ rawBody: '{}' })],
    ],
  ],
  [
    'not-an-object',
    'JSON that is not an object',
    ['[]', '"text"', '1', 'null'].map((rawBody) => [`the body ${rawBody}`, () => ({ rawBody })]),
  ],
];

export const bodyChecks: readonly BackendCheck[] = operations.flatMap((operation) => {
  const bodyFields = requestFieldsOf(operation.name);
  if (bodyFields.length === 0) return [];
  // A field that may be missing is of level should.
  const requiredFields = bodyFields.filter(({ level }) => level === 'must');
  const fieldsToTry = bodyFields.filter(
    ({ isRequired, isIgnorable, level }) => level === 'must' || (!isRequired && !isIgnorable),
  );
  return [
    ...requiredFields.map((field) => makeMissingFieldCheck(operation, field)),
    ...fieldsToTry.map((field) => makeWrongTypeCheck(operation, field)),
    ...(bodyFields.every(({ isIgnorable }) => isIgnorable)
      ? []
      : makeBrokenBodyChecks(operation, requiredFields.length > 0)),
  ];
});

/** Sends a valid call with each change, and expects that it is refused. */
async function expectRefusals(
  context: CheckContext,
  name: OperationName,
  callChanges: CallChanges,
): Promise<void> {
  const person = await context.lendPreparedFor(name);
  const call = await context.makeCall(name, person);
  await expectNothingChanged(context, person, name, async () => {
    for (const [description, change] of callChanges) {
      const response = await context.send(name, { ...call, ...change(call.body as object) });
      expectRefused(context, response, description);
    }
  });
}

function makeMissingFieldCheck({ name }: Operation, { name: field }: RequestField): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/missing/${field}`,
    sentence: `${name} MUST refuse a call without ${field}.`,
    rule: 'refusals#required-fields',
    ...startStageFor(name),
    run: async (context) => {
      skipIfFieldUnsent(context, name, field);
      await expectRefusals(context, name, [
        [`a call without ${field}`, (body) => ({ body: { ...body, [field]: undefined } })],
        [`a call with ${field} null`, (body) => ({ body: { ...body, [field]: null } })],
      ]);
    },
  });
}

function makeWrongTypeCheck(
  { name }: Operation,
  { name: field, level, takesText }: RequestField,
): BackendCheck {
  return makeScenarioCheck({
    id: `${name}/wrong-type/${field}`,
    sentence: `${name} ${obligationWords[level]} refuse a value of the wrong type as ${field}.`,
    rule: 'refusals#wrong-types',
    leavesOpen: 'Numbers where text is expected: many backends accept either.',
    ...startStageFor(name),
    run: async (context) => {
      skipIfFieldUnsent(context, name, field);
      const makeTypeChange = (
        description: string,
        makeWrongValue: (validValue: unknown) => unknown,
      ): [string, (body: object) => Call] => [
        `${description} as ${field}`,
        (body) => ({ body: { ...body, [field]: makeWrongValue(fieldsOf(body)[field]) } }),
      ];
      const isText = (validValue: unknown) =>
        takesText || typeof validValue === 'string' || validValue === undefined;
      await expectRefusals(context, name, [
        // A program that puts what it is sent into a query takes these objects for operators, and finds her record.
        makeTypeChange('an operator of MongoDB', (validValue) => ({ $eq: validValue ?? 'x' })),
        makeTypeChange('an operator of Prisma', (validValue) => ({ equals: validValue ?? 'x' })),
        makeTypeChange('the right value in a list', (validValue) => [validValue ?? 'x']),
        makeTypeChange('a value of the wrong type', (validValue) =>
          isText(validValue) ? {} : 'text',
        ),
      ]);
    },
  });
}

function makeBrokenBodyChecks({ name }: Operation, hasRequiredFields: boolean): BackendCheck[] {
  return brokenBodyCases
    .slice(0, hasRequiredFields ? undefined : 1)
    .map(([id, description, tries]) =>
      makeScenarioCheck({
        id: `${name}/${id}`,
        sentence: `${name} ${hasRequiredFields ? 'MUST' : 'SHOULD'} refuse ${description}.`,
        rule: 'refusals#not-a-json-object',
        ...startStageFor(name),
        run: (context) => expectRefusals(context, name, tries),
      }),
    );
}

/* Requests that no client sends and every server receives. Any response is right, except a 5xx or none at all. */

const bytesPerMegabyte = 1024 * 1024;
const hugeJson = JSON.stringify({ email: 'a'.repeat(1.1 * bytesPerMegabyte) });
/** Some parsers give up at the first depth, others at the second; both fit into 100 kilobytes. */
const deepBodies = [5000, 45_000].flatMap((depth) => [
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`,
]);
const oddPathParams = [
  '%00',
  '%C3%28',
  "'%20OR%20'1'%3D'1",
  '-1',
  '9'.repeat(30),
  `${'x'.repeat(2000)}`,
  '%E1%8A%A0',
];

/** Sends all malformed requests to one operation, with a valid token if the operation takes one. */
export async function sendMalformedRequests(
  context: CheckContext,
  operationName: OperationName,
): Promise<void> {
  const operation = findOperation(operationName);
  if (!operation || operation.meta.mayBeMissing) return;
  const { route, meta } = operation;
  const person = meta.auth === 'none' ? undefined : await context.lendPerson();
  const { token, number: senderNumber } = person ?? {};
  // A backend that reads no body here starts an exam for her, which the run does not know of.
  if (person && operationName === 'exams.create') context.removeFromPool(person);
  const rawParams = pathParameters(route.path).length > 0 ? oddPathParams : [];
  const oddPathCalls = rawParams.map((rawParam): Call => ({ rawParam, rawBody: '{}' }));
  for (const call of [...oddPathCalls, ...makeOddBodyCalls(route)]) {
    try {
      const oddCall = { token, senderNumber, countsClosedAsResponse: true, ...call };
      await context.send(operationName, oddCall);
    } catch (error) {
      // The operation's own check or the one about missing responses reports it.
      if (!findBlock(error)) throw error;
    }
  }
}

function makeOddBodyCalls(route: { method: string; path: string }): Call[] {
  if (route.method === 'GET') return [];
  const rawParam = 'none';
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
  if ('contentType' in route) return bodiesWithoutFile.map(([, call]) => call);
  return [
    { rawParam, rawBody: hugeJson },
    ...deepBodies.map((rawBody) => ({ rawParam, rawBody })),
    { rawParam, rawBody: '{"__proto__":{"a":1},"constructor":1,"email":"\\u0000\\ud800"}' },
    { rawParam, rawBody: '\u0000\ufeff{}' },
    { rawParam, rawBody: 'email=a&password=b', headers: formHeaders },
  ];
}

/* HTTP methods that an operation does not have. */

/** No operation of the contract uses PATCH. Without a body it changes nothing even where a backend supports it. */
const unusedMethod = 'PATCH';

export const methodChecks: readonly BackendCheck[] = operations
  .filter(({ meta }) => !meta.mayBeMissing)
  .map(({ name }) =>
    makeScenarioCheck({
      id: `${name}/wrong-method`,
      sentence: `${name} SHOULD refuse the method ${unusedMethod}.`,
      rule: 'refusals#other-methods',
      leavesOpen: 'Methods that might delete something: no run sends them.',
      runFor: async (context, { token, number: senderNumber }) => {
        const call = { method: unusedMethod, rawParam: 'none', rawBody: '{}', token, senderNumber };
        const response = await context.send(name, call);
        expectRefused(context, response, `the method ${unusedMethod}`, {
          preferredStatuses: [404, 405],
        });
      },
    }),
  );
