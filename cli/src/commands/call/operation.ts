import { findOperation, type Operation, operations, pathParameters } from '@one-planet/contract';
import { CliError } from '../../process/exit.ts';
import { didYouMean } from '../../process/nearest.ts';

/** @throws {CliError} (exit 2) suggesting the near one */
export function needOperation(name: string): Operation {
  const found = findOperation(name);
  if (found) return found;
  const names = operations.map((operation) => operation.name);
  const whole = names.find((full) => full.endsWith(`.${name}`));
  const near = whole ? ` (did you mean "${whole}"?)` : didYouMean(name, names);
  throw new CliError(
    `there is no operation "${name}"${near}. See them all with: admissions operations`,
  );
}

/**
 * Reads `--param NAME=VALUE`.
 * @throws {CliError} (exit 2) naming what is missing, unknown or empty, and what the operation takes
 */
export function readParams(operation: Operation, given: readonly string[]): Record<string, string> {
  const wanted = pathParameters(operation.route.path);
  const params: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const word of given) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (!name) mistakes.push(`"${word}" is not NAME=VALUE`);
    else if (!wanted.includes(name))
      mistakes.push(`there is no "${name}"${didYouMean(name, wanted)}`);
    else if (value === '') mistakes.push(`"${name}" is empty`);
    else params[name] = value;
  }
  const missing = wanted.filter((name) => !(name in params));
  if (missing.length === 0 && mistakes.length === 0) return params;
  const takes =
    wanted.length > 0
      ? `${operation.name} takes ${wanted.map((name) => `--param ${name}=VALUE`).join(' ')}`
      : `${operation.name} takes no parameters`;
  throw new CliError(`--param: ${[...mistakes, takes].join('; ')}`);
}
