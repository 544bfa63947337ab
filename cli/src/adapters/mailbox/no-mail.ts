import { CliError, exitCodes } from '../../process/exit.ts';

/** Mail that was promised and is not there: neither the API nor the network is to blame yet. */
export class NoMail extends CliError {
  override name = 'NoMail';
  constructor(what: string, options?: ErrorOptions) {
    super(what, exitCodes.noMail, options);
  }
}
