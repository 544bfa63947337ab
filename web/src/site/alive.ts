/** Between a page as it was built and the script that makes it alive. */

/** What a built page carries in itself (src/early.ts). */
interface Early {
  /** Called once all files of the page have been run. */
  start?(): void;
  /** Hands over what she pressed until now. */
  alive(): void;
}

declare global {
  interface Window {
    /** Missing where the page was not built: in tests and in development. */
    early?: Early;
  }
}

/** Called once what is on screen acts by itself, also where that is only a message that something went wrong. */
export function tellAlive(): void {
  window.early?.alive();
}
