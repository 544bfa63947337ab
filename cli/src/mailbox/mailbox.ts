/** Where a run gets its mail from: one file an adapter. */
export interface Mailbox {
  /**
   * Waits for the newest activation mail to an address.
   * @param since only mail sent at or after this time counts, in milliseconds since 1970
   * @returns the link of the mail, as it stands there
   * @throws {CliError} when none came, saying what to do
   */
  activationLink(email: string, since: number, signal: AbortSignal): Promise<string>;
}
