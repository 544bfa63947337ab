import { keptIn } from './kept-values.ts';

/** This tab's session storage. */
export const {
  read: readFromTab,
  keep: keepInTab,
  drop: dropFromTab,
  keys: keysInTab,
} = keptIn(() => sessionStorage);
