/** Finds out why a connection failed, by the error codes of Node and undici. */

export type ConnectionReason =
  | 'refused'
  | 'reset'
  | 'dns'
  | 'tls'
  | 'protocol'
  | 'unreachable'
  | 'unknown';

/** The codes of the system and of undici, by their meaning for a caller. */
const reasonsByCode: Record<string, ConnectionReason> = {
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

/** @returns the reason of an error; `undefined` for an unknown one */
export function findReason(cause: unknown): ConnectionReason | undefined {
  const codes = collectErrorCodes(cause);
  const reason = codes.map((code) => reasonsByCode[code]).find((reason) => reason !== undefined);
  if (reason) return reason;
  if (codes.some((code) => tlsCodePattern.test(code))) return 'tls';
  if (codes.some((code) => code.startsWith('HPE_') || code === 'HTTPParserError'))
    return 'protocol';
  return listErrors(cause)
    .flatMap(({ message }) => denoReasons.filter(([words]) => String(message).includes(words)))
    .map(([_words, reason]) => reason)[0];
}

/** Deno's errors have no code, only the words of its HTTP client. */
const denoReasons: readonly [words: string, reason: ConnectionReason][] = [
  ['client error (Connect): dns error', 'dns'],
  ['client error (Connect): tcp connect error: Connection refused', 'refused'],
];

const tlsCodePattern = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/;

/** @returns the code of a failed TLS connection in Node or OpenSSL, e.g. `CERT_HAS_EXPIRED` */
export function findTlsCode(cause: unknown): string | undefined {
  return collectErrorCodes(cause).find((code) => tlsCodePattern.test(code));
}

/** True for a response that claims to be compressed and cannot be decompressed. */
export function isBrokenCompression(error: unknown): boolean {
  return collectErrorCodes(error).some((code) =>
    /^(Z_|ERR__?ZLIB|ERR__?BROTLI|ERR_BROTLI)/.test(code),
  );
}

/** The codes and names of an error and of what it was made of. Some errors of Node 24 have only a name. */
function collectErrorCodes(error: unknown): string[] {
  return listErrors(error)
    .flatMap(({ code, name }) => [code, name])
    .filter((codeOrName) => typeof codeOrName === 'string');
}

type ErrorFields = Partial<Record<'name' | 'message' | 'code' | 'cause' | 'errors', unknown>>;

/** @returns an error, its causes, and its parts if several addresses were tried */
function listErrors(error: unknown, depth = 0): ErrorFields[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const errorFields: ErrorFields = error;
  const innerErrors = Array.isArray(errorFields.errors) ? errorFields.errors : [];
  return [
    errorFields,
    ...[errorFields.cause, ...innerErrors].flatMap((inner) => listErrors(inner, depth + 1)),
  ];
}

/**
 * @param hide hides the secrets in a text
 * @returns the cause itself, or its name, message and code if it has a secret anywhere: some platforms write the whole
 * address, which may hold a one-time token, and some clients keep the request with its headers in their errors
 */
export function makeLoggableCause(cause: unknown, hide: (text: string) => string): unknown {
  if (isLoggable(cause, hide)) return cause;
  if (!(cause instanceof Error)) return hide(String(cause));
  const { name, message, code } = cause as Error & { code?: unknown };
  const innerCause = makeLoggableCause(cause.cause, hide);
  return Object.assign(
    new Error(hide(message), innerCause === undefined ? undefined : { cause: innerCause }),
    { name: hide(name), ...(code === undefined ? {} : { code }) },
  );
}

/** Whether nothing that a log writes of a value has a secret. What goes in circles, or is of an unknown class, has one. */
function isLoggable(value: unknown, hide: (text: string) => string): boolean {
  try {
    const text = JSON.stringify([value], (_name, inner) => {
      if (inner instanceof Error) {
        const { name, message, cause, stack, errors } = inner as AggregateError;
        // The paths in it look like addresses of mails.
        const stackWithoutPaths = stack?.replace(/^ +at .*/gm, '');
        return { ...inner, name, message, cause, errors, stack: stackWithoutPaths };
      }
      if (!inner || /^(Object|Array|String|Number|Boolean)$/.test(inner.constructor?.name))
        return inner;
      throw inner;
    });
    return hide(text) === text;
  } catch {
    return false;
  }
}
