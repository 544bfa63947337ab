import { type Dialect, pathParameters, wireTemplate } from '@one-planet/contract/wire';
import { UsageError } from './errors.ts';

/**
 * The path of a call, its parameters encoded exactly once, as the dialect writes it.
 * @param template the contract's path, e.g. `/auth/private/:userId`
 * @throws {UsageError} when a parameter is missing or empty, or is what no URL can carry
 */
export function callPath(
  template: string,
  params: Readonly<Record<string, string>>,
  dialect: Dialect,
  operation: string,
): string {
  const wire = wireTemplate(dialect, operation, template);
  if (!wire.includes(':')) return wire;
  const values: Record<string, string> = {};
  for (const name of parametersOf(template)) {
    const value = params[name] ?? '';
    const wrong = whatIsWrong(value);
    if (wrong) throw new UsageError(`the path parameter ${name} ${wrong}`, { operation });
    values[name] = encodeURIComponent(value);
  }
  return wire.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? '');
}

const known = new Map<string, string[]>();

function parametersOf(template: string): string[] {
  const names = known.get(template) ?? pathParameters(template);
  known.set(template, names);
  return names;
}

function whatIsWrong(value: string): string | undefined {
  if (value === '') return 'is missing or empty';
  if (/^\.\.?$/.test(value)) return `must not be "${value}"`;
  // Half a character: encodeURIComponent throws at it.
  return /\p{Surrogate}/u.test(value) ? 'is no valid text' : undefined;
}

/**
 * Takes the parameter out of a path into which ts-rest's hooks have put it unencoded. The contract's paths
 * have at most one, and it comes last.
 */
export function takeParams(path: string, template: string): Record<string, string> {
  const [name] = pathParameters(template);
  const prefix = template.slice(0, template.indexOf(':'));
  return name && path.startsWith(prefix) ? { [name]: path.slice(prefix.length) } : {};
}
