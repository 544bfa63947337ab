/** A browser does not say why a connection failed; see error-codes.ts for Node. */
import type * as node from './error-codes.ts';

export const findReason: typeof node.findReason = () => undefined;
export const findTlsCode: typeof node.findTlsCode = () => undefined;
export const isBrokenCompression: typeof node.isBrokenCompression = () => false;
