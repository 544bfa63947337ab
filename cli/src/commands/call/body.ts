import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { bodyFields, type Operation } from '@one-planet/contract';
import { fileFromPath } from '@one-planet/sdk/node';
import type { ZodTypeAny } from 'zod';
import { differences } from '../../process/differences.ts';
import { CliError } from '../../process/exit.ts';
import { JsonSyntaxError, parseJson } from '../../process/json.ts';
import { didYouMean } from '../../process/nearest.ts';

/** What `--body` and `--file` said. */
export interface BodyFlags {
  /** JSON, `@FILE`, or `-` for stdin. */
  body?: string | undefined;
  /** A file to upload. */
  file?: string | undefined;
}

/**
 * Makes the body of a call.
 * @returns `undefined` for none; `null` is a body
 * @throws {CliError} (exit 2) when it cannot be read, is no JSON, or the operation takes another kind
 */
export async function readBody(operation: Operation, { body, file }: BodyFlags): Promise<unknown> {
  const { name, route } = operation;
  const isUpload = 'contentType' in route && route.contentType === 'multipart/form-data';
  if (isUpload) {
    if (body !== undefined || file === undefined) {
      throw new CliError(`${name} uploads a file: name it with --file PATH, without --body`);
    }
    return { file: await openFile(file) };
  }
  if (file !== undefined) {
    throw new CliError(`--file: ${name} takes no file; use --body`);
  }
  if (body === undefined) return undefined;
  if (route.method === 'GET') throw new CliError(`--body: ${name} is a GET, which has no body`);
  const [where, json] = await readText(body);
  try {
    return parseJson(json);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CliError(`--body: ${where}: ${error.message}`, undefined, { cause: error });
  }
}

/**
 * What the contract's schema finds wrong with a JSON body. It is sent all the same: what a backend does with
 * wrong input is worth a try.
 */
export function bodyWarnings({ name, route }: Operation, body: unknown): string[] {
  const schema = ('body' in route ? route.body : undefined) as Partial<ZodTypeAny> | undefined;
  if (typeof schema !== 'object' || !schema?.safeParse) {
    return body === undefined ? [] : [`${name} takes no body`];
  }
  const fields = bodyFields(route);
  if (body === undefined && !schema.isOptional?.()) {
    return [`${name} takes a body${fields.length > 0 ? ` with ${fields.join(', ')}` : ''}`];
  }
  const given = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const unknown = given.filter((field) => fields.length > 0 && !fields.includes(field));
  return [
    ...differences(schema as ZodTypeAny, body).map(
      ([path, what]) => `${path || 'the body'}: ${what}`,
    ),
    ...unknown.map((field) => `${field}: no such field${didYouMean(field, fields)}`),
  ];
}

async function readText(body: string): Promise<[where: string, json: string]> {
  if (body === '-') return ['stdin', await text(process.stdin)];
  if (!body.startsWith('@')) return ['no JSON', body];
  const path = body.slice(1);
  const json = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new CliError(`--body: ${path} cannot be read: ${why}`, undefined, { cause });
  });
  return [path, json];
}

function openFile(path: string) {
  return fileFromPath(path).catch((cause: Error) => {
    throw new CliError(`--file: ${cause.message}`, undefined, { cause });
  });
}
