/**
 * @returns the code by which the system or TLS names why a connection failed, e.g. `ECONNREFUSED`: of the error, of
 *   what caused it, or of the first address that was tried; `undefined` where there is none
 */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  // A time limit has a number, which tells nobody anything.
  if (typeof code === 'string') return code;
  return systemCode(errors?.[0]) ?? systemCode(cause);
}
