/**
 * The calls every tool is given: each operation once with success and, where the document declares them, refusals.
 * They are what a tester would write down for a tool that can't find out values by itself.
 */
import { findOperation } from '@one-planet/contract';
import type { Call } from './call.ts';
import { accounts } from './calls-accounts.ts';
import { forms, payments } from './calls-forms.ts';
import { readings } from './calls-readings.ts';
import type { SetUp } from './set-up.ts';

/** @returns all calls, one for an operation and a status */
export function callsOf(known: SetUp): Call[] {
  const all = [accounts, forms, readings, payments].flatMap((some) => some(known));
  return [...all, ...withoutToken(all)];
}

/** Every call that only somebody logged in may make, made by nobody. */
function withoutToken(all: readonly Call[]): Call[] {
  return all
    .filter((one) => one.status < 300 && findOperation(one.operation)?.meta.auth === 'bearer')
    .map(({ token: _none, ...sent }) => ({ ...sent, status: 401 }));
}
