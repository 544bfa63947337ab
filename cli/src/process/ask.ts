/** Questions to the person at the terminal, on stderr: results have stdout to themselves. */
import { createInterface } from 'node:readline/promises';
import { CliError, exitCodes } from './exit.ts';

/**
 * Asks until an answer is fit.
 * @param accept answers what is made of it, or throws with what is wrong
 * @throws {CliError} (exit 2) where nobody sits at a terminal, (exit 130) on Ctrl-C
 */
export async function ask<T>(
  question: string,
  accept: (answer: string) => T,
  signal: AbortSignal,
): Promise<T> {
  if (!process.stdin.isTTY) {
    throw new CliError(
      `there is no terminal to ask at ("${question}"): set another adapter in admissions.config.json`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // readline takes Ctrl-C for itself.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (;;) {
      const answer = await terminal.question(`${question} `, { signal });
      try {
        return accept(answer.trim());
      } catch (error) {
        process.stderr.write(`${(error as Error).message}\n`);
      }
    }
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    throw error;
  } finally {
    terminal.close();
  }
}
