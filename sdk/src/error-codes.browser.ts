/** A browser does not say why a connection failed; see error-codes.ts for Node. */
import type * as node from './error-codes.ts';

export const findReason: typeof node.findReason = () => undefined;
export const findTlsCode: typeof node.findTlsCode = () => undefined;
export const isBrokenCompression: typeof node.isBrokenCompression = () => false;

/** A browser's own errors say no more than this, and those of another client may have a secret anywhere. */
export const makeLoggableCause: typeof node.makeLoggableCause = (cause, hide) =>
  cause instanceof Error
    ? Object.assign(new Error(hide(cause.message)), { name: cause.name })
    : cause && hide(String(cause));
