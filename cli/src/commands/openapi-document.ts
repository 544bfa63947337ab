/** An OpenAPI document of any origin: its operations, with the references in it followed. */
import { CliError } from '../core/exit.ts';

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the object, or an empty one for anything else */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** @returns the list, or an empty one for anything else */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @returns the value under a key of its own: a field may be called "constructor" */
export function own(value: Json, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Follows a value that may be `{"$ref": "#/…"}`, and what that leads to.
 * @returns the first value that is no reference; `undefined` when it leads nowhere, in a circle or out of the
 * document
 */
export type Resolve = (value: unknown) => unknown;

export interface ApiDocument {
  resolve: Resolve;
  /** Whether it says where the API is: else its paths may begin after any base. */
  hasServers: boolean;
  operations: readonly ApiOperation[];
}

export interface ApiOperation {
  /** The operationId, or method and path where there is none. */
  name: string;
  /** In upper case. */
  method: string;
  /** With the base path of the server. */
  path: string;
  /** Without it. */
  ownPath: string;
  content: Json;
  /** Of the path and of the operation, by place and name; those of the path by their position. */
  parameters: ReadonlyMap<string, Json>;
  /** Each way to be let in: what is sent along, e.g. `http bearer`; an empty list where nothing is needed. */
  security: readonly (readonly string[])[];
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
  const { openapi, swagger, paths = {}, servers } = value;
  if (swagger !== undefined) fail(`it has version ${String(swagger)}; convert it to 3 first`);
  if (typeof openapi !== 'string') fail('"openapi" with its version is missing');
  if (!String(openapi).startsWith('3.')) fail(`it has version ${String(openapi)}`);
  if (!isObject(paths)) fail('"paths" is not an object');
  if (isDeep(value, maxDepth)) fail(`it is nested deeper than ${maxDepth} levels`);
  const resolve: Resolve = (reference) => follow(value, reference);
  return {
    resolve,
    hasServers: listOf(servers).length > 0,
    operations: operationsOf(value, resolve),
  };
}

function follow(document: Json, value: unknown): unknown {
  let at = value;
  for (const seen = new Set<unknown>(); isObject(at) && typeof at.$ref === 'string'; ) {
    if (seen.has(at)) return undefined;
    seen.add(at);
    at = find(document, at.$ref);
  }
  return at;
}

function find(document: Json, reference: string): unknown {
  const [outside, pointer = ''] = reference.split('#', 2);
  if (outside !== '') return undefined;
  let at: unknown = document;
  for (const part of decode(pointer).split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = own(at as Json, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return at;
}

function decode(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function operationsOf(document: Json, resolve: Resolve): ApiOperation[] {
  const taken = new Set<unknown>();
  return Object.entries(objectOf(document.paths)).flatMap(([ownPath, item]) => {
    const ofPath = objectOf(resolve(item));
    return Object.entries(ofPath).flatMap(([key, value]): ApiOperation[] => {
      const content = resolve(value);
      if (!methods.has(key) || !isObject(content)) return [];
      const { operationId } = content;
      const hasId = typeof operationId === 'string' && !taken.has(operationId);
      taken.add(operationId);
      const method = key.toUpperCase();
      const servers = content.servers ?? ofPath.servers ?? document.servers;
      // The operation's own come last: they stand over those of the path.
      const all = [...listOf(ofPath.parameters), ...listOf(content.parameters)];
      return [
        {
          name: hasId ? operationId : `${method} ${ownPath}`,
          method,
          path: basePath(servers) + ownPath,
          ownPath,
          content,
          parameters: parametersOf(ownPath, all.map(resolve).filter(isObject)),
          security: securityOf(content.security ?? document.security, document, resolve),
        },
      ];
    });
  });
}

/** Backends stand where they stand: of the servers' addresses only the path is part of the contract. */
function basePath(servers: unknown): string {
  const url = String(objectOf(listOf(servers)[0]).url ?? '');
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, '');
}

function parametersOf(path: string, all: readonly Json[]): Map<string, Json> {
  const inPath = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name]) => name);
  return new Map(
    all.map((one) => {
      const name = String(one.name);
      const isHeader = one.in === 'header';
      const key = one.in === 'path' ? inPath.indexOf(name) : isHeader ? name.toLowerCase() : name;
      return [`${String(one.in)} ${key}`, one];
    }),
  );
}

function securityOf(security: unknown, document: Json, resolve: Resolve): string[][] {
  const schemes = objectOf(objectOf(document.components).securitySchemes);
  const ways = listOf(security).filter(isObject);
  if (ways.length === 0) return [[]];
  return ways.map((way) =>
    Object.keys(way).map((name) => {
      const { type, scheme, in: place, name: field } = objectOf(resolve(own(schemes, name)));
      const words = type === undefined ? [name] : [type, scheme, place, field];
      return words
        .filter((word) => word !== undefined)
        .join(' ')
        .toLowerCase();
    }),
  );
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((one) => isDeep(one, left - 1));
}
