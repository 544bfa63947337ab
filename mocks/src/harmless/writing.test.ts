import { examResult, isPass, program } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { harmlessList } from '../index.ts';
import { takeExam } from '../testing/journey.ts';
import { bodyOf, compareHarmless, precreated } from '../testing/observe.ts';
import { type Session, startSession } from '../testing/session.ts';

const programIds = bodyOf('programs.list', {}, (list) => list.map(({ id }) => id));
const keys = bodyOf('programs.list', {}, (list) => Object.keys(list[0] ?? {}));
const firstProgram = bodyOf('programs.list', {}, ([first]) => program.parse(first).modality);

/** The text of what a pending payment is answered with. */
async function pendingText(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  const { bytes } = await session.call('payments.getPending', { token });
  return new TextDecoder().decode(bytes).match(/"paymentAmount":[^,}]*/)?.[0];
}

const examId = bodyOf('exams.create', { state: 'ACTIVATED' }, ({ examDto }) => examDto.id);
const offerIds = bodyOf('batchPrograms.applicable', { state: 'READY_TO_APPLY' }, ([first]) => [
  typeof first?.id,
  typeof first?.program.id,
]);

test('key-order-reversed', async () => {
  const [usual, reversed] = await compareHarmless('key-order-reversed', keys);
  expect(reversed).toEqual([...(usual as string[])].reverse());
});

test('extra-fields', async () => {
  const [usual, extended] = await compareHarmless('extra-fields', keys);
  expect(extended).toEqual([...(usual as string[]), 'version', 'modifiedBy']);
});

test.each([
  ['null-optionals', null],
  ['missing-optionals', undefined],
])('%s', async (name, gone) => {
  const [usual, changed] = await compareHarmless(name, firstProgram);
  expect(usual).toMatch(/\w/);
  expect(changed).toBe(gone);
});

test('lists-reversed', async () => {
  const [usual, reversed] = await compareHarmless('lists-reversed', programIds);
  expect(reversed).toEqual([...(usual as number[])].reverse());
});

test('ids-as-strings', async () => {
  const [usual, changed] = await compareHarmless('ids-as-strings', offerIds);
  expect([usual, changed]).toEqual([
    ['number', 'number'],
    ['string', 'string'],
  ]);
});

test('ids-large', async () => {
  const [usual, large] = (await compareHarmless('ids-large', examId)) as [number, number];
  expect(usual).toBeLessThan(10_000);
  expect(large).toBeGreaterThan(2 ** 53 - 1_000_001);
  expect(Number.isSafeInteger(large)).toBe(true);
});

test('numbers-as-text', async () => {
  expect(await compareHarmless('numbers-as-text', pendingText)).toEqual([
    '"paymentAmount":500',
    '"paymentAmount":"500"',
  ]);
});

test('decimal-amounts', async () => {
  expect(await compareHarmless('decimal-amounts', pendingText)).toEqual([
    '"paymentAmount":500',
    '"paymentAmount":500.0',
  ]);
});

test.each(harmlessList)('with $name an exam is failed and passed', async ({ name }) => {
  const session = await startSession({ applicants: 3, harmless: [name] });
  const { token } = await precreated(session, 'ACTIVATED');
  const takes = async (pass: boolean) => {
    const { status, body } = await takeExam(session, token, pass);
    return [status, isPass(examResult.parse(body))];
  };
  expect(await takes(false)).toEqual([202, false]);
  expect(await takes(true)).toEqual([202, true]);
});
