/** What editors and compilers see. The generated types are compared with those that ts-rest infers from the contract. */
import type { RouteOf } from '@one-planet/contract';
import type { ClientInferRequest } from '@ts-rest/core';
import { expectTypeOf, test } from 'vitest';
import type { output, ZodTypeAny } from 'zod';
import type { Answer, AnswerOf, BodyOf, ParamsOf } from './answers.ts';
import type { Client } from './generated/client.ts';
import type { Id, OperationName, Operations, Profile } from './generated/operations.ts';
import type { CallOptions } from './options.ts';

type IsAssignable<From, To> = [From] extends [To] ? true : false;

type ContractAnswer<
  Name extends OperationName,
  Status,
> = RouteOf<Name>['responses'] extends infer Responses
  ? Status extends keyof Responses
    ? Responses[Status] extends ZodTypeAny
      ? output<Responses[Status]>
      : never
    : never
  : never;

/** The operations and statuses whose generated answer differs from the contract's. */
type DifferentAnswers = {
  [Name in OperationName]: {
    [Status in keyof Operations[Name]['answers']]: [
      IsAssignable<AnswerOf<Name, Status>, ContractAnswer<Name, Status>>,
      IsAssignable<ContractAnswer<Name, Status>, AnswerOf<Name, Status>>,
    ] extends [true, true]
      ? never
      : [Name, Status];
  }[keyof Operations[Name]['answers']];
}[OperationName];

/** The operations whose generated body does not take what the contract's takes. */
type DifferentBodies = {
  [Name in OperationName]: ClientInferRequest<RouteOf<Name>> extends { body: infer Body }
    ? IsAssignable<NonNullable<BodyOf<Name>>, Body> extends true
      ? never
      : Name
    : never;
}[OperationName];

test('every answer and every body has the type of the contract', () => {
  expectTypeOf<DifferentAnswers>().toBeNever();
  expectTypeOf<DifferentBodies>().toBeNever();
  expectTypeOf<ParamsOf<'programs.courses'>>().toEqualTypeOf<{ programId: Id }>();
});

type LoginAnswer = Answer<'auth.login'>;

test('an answer narrows on its status, and on `ok`', () => {
  expectTypeOf<Extract<LoginAnswer, { ok: true }>['body']>().toEqualTypeOf<
    AnswerOf<'auth.login', 200>
  >();
  expectTypeOf<Extract<LoginAnswer, { ok: true }>['status']>().toEqualTypeOf<200>();
  const read = (answer: LoginAnswer) => {
    if (answer.status === 200) return answer.body.token;
    // @ts-expect-error a refusal has no token
    return answer.body.token;
  };
  expectTypeOf(read).returns.toEqualTypeOf<string>();
});

test('a state completes those of the contract, and may be another', () => {
  expectTypeOf<'TOOK_EXAM'>().toExtend<Profile['status']>();
  expectTypeOf<string>().toExtend<Profile['status']>();
});

test('an option that a call does not have does not compile', () => {
  const compile = (client: Client) => [
    client.programs.list({ signal: AbortSignal.timeout(1), token: null, cache: 'no-store' }),
    // @ts-expect-error ts-rest's options are not taken
    client.programs.list({ fetchOptions: { credentials: 'include' } }),
    // @ts-expect-error ts-rest's options are not taken
    client.programs.list({ extraHeaders: { 'x-a': 'b' } }),
    // @ts-expect-error only uploads report progress
    client.programs.list({ onProgress: () => {} }),
  ];
  expectTypeOf(compile).toBeFunction();
  expectTypeOf<keyof CallOptions>().toEqualTypeOf<
    'signal' | 'timeout' | 'headers' | 'token' | 'retry' | 'credentials' | 'cache'
  >();
});
