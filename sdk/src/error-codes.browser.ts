/** A browser does not say why a connection failed; see error-codes.ts for Node. */
import type * as node from './error-codes.ts';

export const reasonOf: typeof node.reasonOf = () => undefined;
export const tlsCodeOf: typeof node.tlsCodeOf = () => undefined;
export const isBrokenCompression: typeof node.isBrokenCompression = () => false;
