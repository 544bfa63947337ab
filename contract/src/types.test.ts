import type { ClientInferResponseBody, ClientInferResponses } from '@ts-rest/core';
import { expectTypeOf, test } from 'vitest';
import type { OperationName, RouteOf } from './contract.ts';
import type { LifecycleOperation, MovingOperation, StaffDecision } from './lifecycle.ts';

test('an answer narrows on its status', () => {
  type Login = ClientInferResponses<RouteOf<'auth.login'>, 200>;
  expectTypeOf<Login['body']['token']>().toEqualTypeOf<string>();
  type Statuses = ClientInferResponses<RouteOf<'auth.login'>>['status'];
  expectTypeOf<Extract<Statuses, 200>>().toEqualTypeOf<200>();
  expectTypeOf<Extract<Statuses, 202 | 500>>().toEqualTypeOf<never>();
  expectTypeOf<Extract<Statuses, 417>>().toEqualTypeOf<417>();
  expectTypeOf<
    ClientInferResponseBody<RouteOf<'exams.create'>, 201>['examDto']['duration']
  >().toEqualTypeOf<number | string>();
});

test('the lifecycle names operations of the contract and decisions of the staff', () => {
  expectTypeOf<LifecycleOperation>().toExtend<OperationName>();
  expectTypeOf<StaffDecision>().toEqualTypeOf<'verify' | 'reject' | 'admit'>();
  expectTypeOf<Extract<MovingOperation, 'exams.create' | 'payments.getPending'>>().toBeNever();
});
