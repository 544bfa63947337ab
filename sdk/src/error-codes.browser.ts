/** In a browser an error gives no reason, whatever failed: see error-codes.ts for Node's. */
import type * as node from './error-codes.ts';

export const reasonOf: typeof node.reasonOf = () => undefined;
export const tlsCodeOf: typeof node.tlsCodeOf = () => undefined;
export const isBrokenCompression: typeof node.isBrokenCompression = () => false;
