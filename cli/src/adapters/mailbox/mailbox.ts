import { CliError, exitCodes } from '../../process/exit.ts';

/** Where a run gets its mail from: one file an adapter. */
export interface Mailbox {
  /**
   * Waits for the newest activation mail to an address.
   * @param since only mail sent at or after this time counts, in milliseconds since 1970
   * @param unlike a link that was in an older mail: another one is waited for
   * @returns the link of the mail, as it stands there
   * @throws {CliError} when none came, saying what to do
   */
  activationLink(
    email: string,
    since: number,
    signal: AbortSignal,
    unlike?: string,
  ): Promise<string>;
  /** The same for the temporary password that is mailed to somebody who forgot hers. No mail is handed out twice. */
  temporaryPassword(email: string, since: number, signal: AbortSignal): Promise<string>;
  /**
   * How many activation mails came to an address so far; left out where that cannot be known.
   * @param atLeast where mail takes its time, so many are waited for
   */
  countActivations?(email: string, signal: AbortSignal, atLeast?: number): Promise<number>;
  /** Closes connections; left out where there are none. */
  close?(): Promise<void>;
}

/** Mail that was promised and is not there: neither the API nor the network is to blame yet. */
export class NoMail extends CliError {
  override name = 'NoMail';
  constructor(what: string, options?: ErrorOptions) {
    super(what, exitCodes.noMail, options);
  }
}
