import type { preferredOperations } from '@one-planet/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { Person } from '../world/entities.ts';
import type { Context, Handler, Handlers } from './handlers.ts';
import { handlersByResource } from './operations.ts';

type Create = (typeof preferredOperations)['exams']['create'];

test('an operation without a handler does not compile', () => {
  // @ts-expect-error `submit` is missing
  const incompleteHandlers: Handlers<'exams'> = { create: handlersByResource.exams.create };
  expect(incompleteHandlers).toBeDefined();
});

test('an answer with a status the contract does not declare does not compile', () => {
  // @ts-expect-error 204 is not declared
  const handlerWithUndeclaredStatus: Handler<Create> = () => ({ status: 204, body: undefined });
  const handlerWithDeclaredStatus: Handler<Create> = () => ({ status: 409, body: 'Not now.' });
  expect([handlerWithUndeclaredStatus, handlerWithDeclaredStatus]).toHaveLength(2);
});

test('an answer whose body breaks the contract does not compile', () => {
  // @ts-expect-error an exam has questions
  const handlerWithoutQuestions: Handler<Create> = () => ({
    status: 201,
    body: { examDto: { id: 1, duration: 20 } },
  });
  expect(handlerWithoutQuestions).toBeDefined();
});

test('a handler knows who calls where a token is needed', () => {
  expectTypeOf<Context<Create>['person']>().toEqualTypeOf<Person>();
  type Login = (typeof preferredOperations)['auth']['login'];
  expectTypeOf<Context<Login>['person']>().toEqualTypeOf<Person | undefined>();
});
