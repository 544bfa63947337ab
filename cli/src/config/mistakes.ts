/** Mistakes in what people wrote, each with its place; they are collected and reported together. */
import type { ZodTypeAny } from 'zod';
import { differences } from '../process/differences.ts';
import { CliError } from '../process/exit.ts';

/** Collects mistakes until {@link Mistakes.tell}. */
export class Mistakes {
  readonly #lines: string[] = [];

  /** @param where the file, variable or option, e.g. `--timeout` */
  add(where: string, what: string): void {
    this.#lines.push(`${where}: ${what}`);
  }

  /** Each once, in order. */
  get lines(): string[] {
    return [...new Set(this.#lines)];
  }

  /**
   * Parses a value by a schema; what is wrong is added.
   * @returns the parsed value, or `undefined` with at least one mistake added
   */
  parse<S extends ZodTypeAny>(where: string, schema: S, value: unknown): S['_output'] | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const [path, what] of differences(schema, value)) {
      this.add([where, path].filter(Boolean).join(': '), what);
    }
    return undefined;
  }

  /** @throws {CliError} (exit 2) naming every mistake, when there is any */
  tell(): void {
    const { lines } = this;
    if (lines.length === 0) return;
    if (lines.length === 1) throw new CliError(lines[0] as string);
    throw new CliError(
      `${lines.length} mistakes in the configuration:\n${lines.map((line) => `- ${line}`).join('\n')}`,
    );
  }
}
