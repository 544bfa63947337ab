/** Between a page as it was built and the script that makes it alive. */

/** The key of the user who is logged in, in the tab's storage (stored-session.ts). */
export const userKey = 'user-data';

/** The first script of a built page (early.ts). */
interface Early {
  /** Called once all files of the page have been run. */
  start?(): void;
  /** Hands over what she pressed until now. @param api see below */
  alive(api?: string): void;
}

declare global {
  interface Window {
    /** Missing where the page was not built: in tests and in development. */
    early?: Early;
    /** Not in all engines, nor yet in TypeScript's library. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string };
    };
  }
  interface Navigator {
    /** Not in all engines. */
    connection?: { saveData?: boolean };
  }
}

/**
 * Called once what is on screen acts by itself, also where that is only a message that something went wrong.
 * @param api the API's address, where there is more than a message
 */
export function reportAlive(api?: string): void {
  window.early?.alive(api);
}
