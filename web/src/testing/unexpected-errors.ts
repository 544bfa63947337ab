/** Errors in the console that are not failed calls. A test that provokes some has to empty the list. */
export const unexpectedErrors: string[] = [];
