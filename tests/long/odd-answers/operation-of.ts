/** Which operation of the contract a request is. */
import { type Operation, operations } from '@one-planet/contract';

const known = operations.map((operation) => ({
  operation,
  method: operation.route.method,
  path: new RegExp(`^/api${operation.route.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** @throws {Error} for a request that the contract does not know */
export function operationOf({ method, url }: { method: string; url: string }): Operation {
  const { pathname } = new URL(url);
  const found = known.find((one) => one.method === method && one.path.test(pathname));
  if (!found) throw new Error(`No operation is ${method} ${pathname}`);
  return found.operation;
}
