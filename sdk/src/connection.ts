import { type CallFacts, ConnectionError, type ConnectionReason } from './errors.ts';

/** The system's and undici's codes, by what they mean to a caller. */
const reasons: Record<string, ConnectionReason> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'unreachable',
  UND_ERR_BODY_TIMEOUT: 'unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  EPROTO: 'tls',
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
  const protocol = codes.some((code) => code.startsWith('HPE_') || code === 'HTTPParserError');
  const reason =
    known ?? (tls ? 'tls' : protocol ? 'protocol' : phase === 'answer' ? 'reset' : 'unknown');
  return new ConnectionError(reason, phase, { ...facts, cause });
}

/** True for an answer that says it is compressed and can't be unpacked. */
export function isBrokenCompression(error: unknown): boolean {
  return errorCodes(error).some((code) => /^(Z_|ERR__?ZLIB|ERR__?BROTLI|ERR_BROTLI)/.test(code));
}

/**
 * The codes and names of an error, its causes and, for several addresses tried, its parts. Some of Node 24's
 * have a name only.
 */
function errorCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { name, code, cause, errors } = error as {
    name?: unknown;
    code?: unknown;
    cause?: unknown;
    errors?: unknown[];
  };
  return [
    ...[code, name].filter((text) => typeof text === 'string'),
    ...errorCodes(cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((part) => errorCodes(part, depth + 1)) : []),
  ];
}
