/** Errors in the console that are not failed calls. A test that provokes some has to empty the list. */
export const unexpectedErrors: string[] = [];

/** A failed call as the site logs it (specification/website §8). */
export const failedCallPattern = /^([a-z]\w*\.\w+: )?\w+Error( \d{3})?$/i;
