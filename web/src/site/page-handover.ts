/** What the inline script of a built page and the site's own script tell each other. */

/** The key in session storage of the user who is logged in (stored-session.ts). */
export const userKey = 'user-data';

/** The script that a built page carries inline (app/inline-script.ts). */
interface InlineScript {
  /** Set by the site's own script, and called once all files of the page have run. */
  start?(): void;
  /** Replays to the page what was typed and pressed so far. @param apiAddress see `reportInteractive` */
  handOver(apiAddress?: string): void;
}

declare global {
  interface Window {
    /** Missing in pages that were not built: in tests and in development. */
    inlineScript?: InlineScript;
    /** Not in all engines, and not yet in TypeScript's library. */
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
 * Called once what is on screen reacts to input, even if that is only an error message.
 * @param apiAddress the API's address, unless there is only an error message
 */
export function reportInteractive(apiAddress?: string): void {
  window.inlineScript?.handOver(apiAddress);
}
