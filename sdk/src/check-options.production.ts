/** Checks nothing: a page's production build has the options that its developer has tried. */
import type * as checks from './check-options.ts';

export const checkClientOptions: typeof checks.checkClientOptions = () => {};
export const checkCallInput: typeof checks.checkCallInput = () => {};
export const checkClientHeaders: typeof checks.checkClientHeaders = () => {};
export const checkResponse: typeof checks.checkResponse = () => {};
