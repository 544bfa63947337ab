import type { AppRoute } from '@ts-rest/core';
import type { contract as Contract, ContractOperation } from './contract.ts';
import { contract } from './contract.ts';
import type { OperationMeta } from './route.ts';

/** `auth.login`, `applicants.register` … : an operation's name, the same everywhere. */
export type OperationName = ContractOperation;

/** The route of an operation by its name. */
export type RouteOf<N extends OperationName> = N extends `${infer R}.${infer O}`
  ? R extends keyof typeof Contract
    ? O extends keyof (typeof Contract)[R]
      ? Extract<(typeof Contract)[R][O], AppRoute>
      : never
    : never
  : never;

export interface Operation {
  name: OperationName;
  route: AppRoute;
  meta: OperationMeta;
}

/** Every operation of the contract, in its order. */
export const operations: readonly Operation[] = Object.entries(contract).flatMap(
  ([resource, routes]) =>
    Object.entries(routes as Record<string, AppRoute>).map(([key, route]) => ({
      name: `${resource}.${key}` as OperationName,
      route,
      meta: route.metadata as OperationMeta,
    })),
);

const byName = new Map<string, Operation>(
  operations.map((operation) => [operation.name, operation]),
);

/** @returns the operation of that name, or `undefined` */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name);
}
