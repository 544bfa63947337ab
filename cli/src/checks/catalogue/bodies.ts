/** Requests that are wrong as such: fields missing, of another type, no JSON at all. */
import { type Operation, operations } from '@one-planet/contract';
import type { Check } from '../check.ts';
import type { CheckContext } from '../context.ts';
import { expectRefused } from '../expect.ts';
import { Skipped } from '../outcome.ts';
import { leavingAlone } from '../people/snapshot.ts';
import { stageFor } from '../people/stage-for.ts';
import { prepare } from '../people/walk.ts';
import { type RequestField, requestFields } from '../request-fields.ts';
import type { Call } from '../wire/request.ts';

export const bodies: readonly Check[] = operations.flatMap((operation) => {
  const fields = requestFields(operation.name);
  if (fields.length === 0) return [];
  const musts = fields.filter(({ isRequired, level }) => isRequired && level === 'must');
  const typed = fields.filter(({ isRequired, level }) => !isRequired || level === 'must');
  return [
    ...musts.map((field) => missing(operation, field)),
    ...typed.map((field) => wrongType(operation, field)),
    ...broken(operation, musts.length > 0),
  ];
});

/** Sends a call that is right but for `change`, and expects a refusal. */
async function refuse(
  context: CheckContext,
  operation: Operation,
  changes: readonly [what: string, change: (body: object) => Call][],
): Promise<void> {
  const { name } = operation;
  const person = await context.applicantFor(name);
  await prepare(name, person, context.helpers);
  const call = await context.call(name, person);
  await leavingAlone(context, person, name, async () => {
    for (const [what, change] of changes) {
      const reply = await context.send(name, { ...call, ...change(call.body as object) });
      const prefer = [...new Set([400, ...operation.meta.refuses])];
      expectRefused(context, reply, what, { prefer });
    }
  });
}

function missing(operation: Operation, { name: field }: RequestField): Check {
  const { name } = operation;
  return {
    id: `${name}/missing/${field}`,
    level: 'must',
    operation: name,
    sentence: `${name} MUST refuse a call without ${field}.`,
    rule: 'refusals#required-fields',
    proves: `A call that is valid except for a missing ${field} is refused with a 4xx.`,
    leavesOpen: 'Which status and words: any refusal will do.',
    ...stageFor(operation.name),
    run: async (context) => {
      skipLeftOut(context, operation, field);
      await refuse(context, operation, [
        [`a call without ${field}`, (body) => ({ body: { ...body, [field]: undefined } })],
        [`a call with ${field} null`, (body) => ({ body: { ...body, [field]: null } })],
      ]);
    },
  };
}

function wrongType(operation: Operation, { name: field, level }: RequestField): Check {
  const { name } = operation;
  return {
    id: `${name}/wrong-type/${field}`,
    level,
    operation: name,
    sentence: `${name} ${level === 'must' ? 'MUST' : 'SHOULD'} refuse a ${field} of the wrong type.`,
    rule: 'refusals#wrong-types',
    proves:
      'An object, a list, and text where a number or a boolean is expected are refused with a 4xx.',
    leavesOpen: 'Numbers where text is expected: many backends accept either.',
    ...stageFor(operation.name),
    run: async (context) => {
      skipLeftOut(context, operation, field);
      const send = (value: unknown, words: string): [string, (body: object) => Call] => [
        `${words} as ${field}`,
        (body) => {
          const right = (body as Record<string, unknown>)[field];
          const isText = typeof right === 'string' || right === undefined;
          return { body: { ...body, [field]: value === 'text' && isText ? {} : value } };
        },
      ];
      await refuse(context, operation, [
        send({ wrong: 'type' }, 'an object'),
        send([['x']], 'a list'),
        send('text', 'a value of the wrong type'),
      ]);
    },
  };
}

/** A field the dialect never sends cannot be wrong. */
function skipLeftOut(context: CheckContext, { name }: Operation, field: string): void {
  if (context.helpers.dialect.operations[name]?.body?.[field] === null) {
    throw new Skipped(`the dialect leaves ${field} out`);
  }
}

function broken(operation: Operation, hasMusts: boolean): Check[] {
  const { name } = operation;
  const level = hasMusts ? 'must' : 'should';
  const word = hasMusts ? 'MUST' : 'SHOULD';
  const common = {
    level,
    operation: name,
    rule: 'refusals#not-a-json-object',
    ...stageFor(operation.name),
  } as const;
  const malformed: Check = {
    ...common,
    id: `${name}/malformed-json`,
    sentence: `${name} ${word} refuse a body that is not JSON.`,
    proves: 'Truncated JSON, and text that is not JSON at all, are refused with a 4xx.',
    leavesOpen: 'Other character sets and content types.',
    run: (context) =>
      refuse(context, operation, [
        ['truncated JSON', (body) => ({ rawBody: JSON.stringify(body).slice(0, -3) })],
        ['text that is not JSON', () => ({ rawBody: 'name=Hana&email=hana' })],
      ]),
  };
  if (!hasMusts) return [malformed];
  const empty: Check = {
    ...common,
    id: `${name}/empty-body`,
    sentence: `${name} MUST refuse an empty body, and an empty object.`,
    proves: 'A call without any field is refused with a 4xx.',
    leavesOpen: 'Nothing.',
    run: (context) =>
      refuse(context, operation, [
        ['an empty body', () => ({ rawBody: '' })],
        ['an empty object', () => ({ rawBody: '{}' })],
      ]),
  };
  const other: Check = {
    ...common,
    id: `${name}/not-an-object`,
    sentence: `${name} MUST refuse JSON that is not an object.`,
    proves: 'A list, a string, a number and null are refused with a 4xx.',
    leavesOpen: 'Nothing.',
    run: (context) =>
      refuse(
        context,
        operation,
        ['[]', '"text"', '1', 'null'].map((rawBody) => [
          `the body ${rawBody}`,
          () => ({ rawBody }),
        ]),
      ),
  };
  return [malformed, empty, other];
}
