import { CliError, exitCodes } from '../../process/exit.ts';

/** A mail, and what was found in it. */
export interface FoundMail {
  /** Every address it shows as a recipient. */
  to: readonly string[];
  /** As somebody reads it. */
  words: string;
  /** The activation link, where it has one. */
  link: string | undefined;
  /** What may be a temporary password, the most likely first. */
  passwords: readonly string[];
}

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
  /** Which mails to an address are there already, by their ids: no clock has to agree with another. */
  seen(email: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Waits for what is most likely the temporary password that was mailed to somebody who forgot hers.
   * @param older what `seen` answered before she asked for it: those mails do not count
   * @param refused what the login refused: other mails have passwords in them, or the word
   * @throws {CliError} when none came, saying what to do
   */
  temporaryPassword(
    email: string,
    older: ReadonlySet<string>,
    signal: AbortSignal,
    refused?: readonly string[],
  ): Promise<string>;
  /**
   * All mails to an address so far; left out where that cannot be known.
   * @param isEnough where mail takes its time, so much is waited for
   */
  mails?(
    email: string,
    signal: AbortSignal,
    isEnough?: (mails: readonly FoundMail[]) => boolean,
  ): Promise<readonly FoundMail[]>;
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
