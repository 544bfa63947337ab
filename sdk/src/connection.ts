import { type CallFacts, ConnectionError, type ConnectionReason } from './errors.ts';

/** The system's and undici's codes, by what they mean to a caller. */
const reasons: Record<string, ConnectionReason> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
};

/** Turns whatever `fetch` threw into a ConnectionError; browsers tell no reason, so theirs is `unknown`. */
export function connectionError(
  cause: unknown,
  phase: 'request' | 'answer',
  facts: CallFacts,
): ConnectionError {
  const codes = errorCodes(cause);
  const known = codes.map((code) => reasons[code]).find((reason) => reason !== undefined);
  const tls = codes.some((code) =>
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/.test(code),
  );
  const reason = known ?? (tls ? 'tls' : phase === 'answer' ? 'reset' : 'unknown');
  return new ConnectionError(reason, phase, { ...facts, cause });
}

/** The codes of an error, its causes and, for several addresses tried, its parts. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...errorCodes(cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((part) => errorCodes(part, depth + 1)) : []),
  ];
}
