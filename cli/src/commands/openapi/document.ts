/** An OpenAPI document as it is compared: its operations, whatever their paths are called. */
import { CliError } from '../../process/exit.ts';
import { isObject, type Json, listOf, objectOf } from './json.ts';
import { createResolve, type Resolve } from './references.ts';

export interface ApiDocument {
  /** Of the interface, as `info.version` says; empty without one. */
  version: string;
  whole: Json;
  operations: readonly ApiOperation[];
  resolve: Resolve;
}

export interface ApiOperation {
  /** The operationId, or method and path where there is none. */
  name: string;
  hasId: boolean;
  /** In upper case. */
  method: string;
  path: string;
  /** What is asked for at the wire: the names of path parameters don't show there. */
  wire: string;
  /** With the parameters and servers of its path. */
  said: Json;
}

const methods = new Set('get put post delete options head patch trace query'.split(' '));
const maxDepth = 300;

/**
 * Reads what claims to be an OpenAPI document.
 * @param name how it is called in messages
 * @throws {CliError} (exit 2) when it is none of version 3, or is nested deeper than documents are
 */
export function readDocument(value: unknown, name: string): ApiDocument {
  const fail = (why: string): never => {
    throw new CliError(`${name} is not an OpenAPI 3 document: ${why}`);
  };
  if (!isObject(value)) return fail('it is not an object');
  const { openapi, swagger, info, paths = {} } = value;
  if (swagger !== undefined) fail(`it has version ${String(swagger)}; convert it to 3 first`);
  if (typeof openapi !== 'string') fail('"openapi" with its version is missing');
  if (!String(openapi).startsWith('3.')) fail(`it has version ${String(openapi)}`);
  if (!isObject(paths)) fail('"paths" is not an object');
  if (isDeep(value, maxDepth)) fail(`it is nested deeper than ${maxDepth} levels`);
  const resolve = createResolve(value);
  const { version } = objectOf(info);
  return {
    version: typeof version === 'string' ? version : '',
    whole: value,
    operations: operationsOf(objectOf(paths), resolve),
    resolve,
  };
}

function operationsOf(paths: Json, resolve: Resolve): ApiOperation[] {
  const taken = new Set<unknown>();
  return Object.entries(paths).flatMap(([path, item]) => {
    const { parameters, servers, ...rest } = objectOf(resolve(item));
    return Object.entries(rest).flatMap(([key, value]): ApiOperation[] => {
      const operation = resolve(value);
      if (!methods.has(key) || !isObject(operation)) return [];
      const { operationId } = operation;
      const hasId = typeof operationId === 'string' && !taken.has(operationId);
      taken.add(operationId);
      const method = key.toUpperCase();
      const said = {
        ...(servers === undefined ? {} : { servers }),
        ...operation,
        // The operation's own come last: they stand over those of the path.
        parameters: [...listOf(parameters), ...listOf(operation.parameters)],
      };
      const name = hasId ? operationId : `${method} ${path}`;
      return [{ name, hasId, method, path, wire: `${method} ${blank(path)}`, said }];
    });
  });
}

/** @returns the path with its parameters numbered */
function blank(path: string): string {
  let count = 0;
  return path.replace(/\{[^}]*\}/g, () => `{${count++}}`);
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((one) => isDeep(one, left - 1));
}
