import { writeFile } from 'node:fs/promises';
import type { OperationName } from '@one-planet/contract';
import { type Exchange, hideSecrets, toCurl } from '@one-planet/sdk';
import { CliError, exitCodeOf } from '../../process/exit.ts';
import { print, talk } from '../../process/terminal.ts';
import { knownSecrets } from '../../report/known-secrets.ts';

export interface CallResult {
  operation: OperationName;
  status: number;
  body: unknown;
  ms: number;
}

export interface AnswerFlags {
  /** Where the body of a successful answer is written. */
  output?: string | undefined;
  showSecrets?: boolean | undefined;
}

interface Sent {
  token: string | undefined;
  params: Record<string, string>;
  body: unknown;
  /** What the connection's settings hold. */
  connection: readonly string[];
}

/** What is secret in this call beyond what `hideSecrets` knows by name: tokens and passwords that were sent. */
export function secretsOf({ token, params, body, connection }: Sent): string[] {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return knownSecrets([...connection, token, params.token, fields.password]);
}

/**
 * Prints an answer as JSON; bytes by their size and type.
 * @throws {CliError} (exit 2) when the output file cannot be written
 */
export async function printAnswer(
  { operation, status, ms, body }: CallResult,
  { output, showSecrets }: AnswerFlags,
  known: readonly string[],
): Promise<void> {
  const bytes = body instanceof Blob ? body : undefined;
  const clean = showSecrets || bytes ? body : hideSecrets(body, { known });
  const written = output !== undefined && status < 400;
  if (written) await write(output, bytes ?? asText(clean));
  else if (output !== undefined) talk(`Not written to ${output}: the call was refused.`);
  const facts = bytes
    ? { size: bytes.size, type: bytes.type, ...(written ? { file: output } : {}) }
    : written
      ? { file: output }
      : clean;
  print(JSON.stringify({ operation, status, ms, body: facts ?? null }, null, 2));
}

/**
 * @returns the error of a call with what helps to look into it: how the call is repeated, and what had come
 */
export function withExchange(
  error: unknown,
  exchange: Exchange,
  known: readonly string[],
): unknown {
  const exitCode = exitCodeOf(error);
  if (exitCode === undefined) return error;
  const text = exchange.answerText;
  const lines = [
    hideSecrets((error as Error).message, { known }),
    ...(text ? [`the answer began: ${hideSecrets(text, { known }).slice(0, 500)}`] : []),
    `to repeat it: ${toCurl(exchange, { known })}`,
  ];
  return new CliError(lines.join('\n'), exitCode, { cause: error });
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : `${JSON.stringify(body ?? null, null, 2)}\n`;
}

async function write(path: string, data: Blob | string): Promise<void> {
  const bytes = typeof data === 'string' ? data : data.stream();
  await writeFile(path, bytes).catch((cause: Error) => {
    throw new CliError(`--output: ${path} cannot be written: ${cause.message}`, undefined, {
      cause,
    });
  });
}
