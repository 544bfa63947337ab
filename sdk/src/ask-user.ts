/** Calls a function that was given as an option, so that its mistake is no fault of the connection. */
import { AbortedError, AdmissionsError, UsageError } from './errors.ts';
import { onAbort } from './retry.ts';

/**
 * @param option the function's name, e.g. `session.token`
 * @returns what the function gives, which may be a promise
 * @throws {UsageError} with what the function threw as its cause; its own AdmissionsError as it is
 * @throws {AbortedError} when a signal is aborted meanwhile
 */
export async function askUser<T>(
  option: string,
  call: () => T | Promise<T>,
  operation: string,
  signals: readonly AbortSignal[],
): Promise<T> {
  const listeners: (() => void)[] = [];
  try {
    const result = call();
    if (!(result instanceof Promise)) return result;
    const abortion = new Promise<never>((_resolve, reject) => {
      const abort = () => {
        const cause = signals.find(({ aborted }) => aborted)?.reason;
        reject(new AbortedError({ operation, cause }));
      };
      listeners.push(onAbort(signals, abort));
      if (signals.some(({ aborted }) => aborted)) abort();
    });
    return await Promise.race([result, abortion]);
  } catch (cause) {
    if (cause instanceof AdmissionsError) throw cause;
    throw new UsageError(`${option} failed`, { operation, cause });
  } finally {
    for (const stopListening of listeners) stopListening();
  }
}
