import { CliError, exitCodes } from '../process/exit.ts';

/**
 * Takes the one-time token out of an activation link (`…/applicant/activate/{token}`).
 * @param siteOrigin where the link must lead, when it is known
 * @throws {CliError} for another link; the link itself is a secret and not told
 */
export function tokenOf(link: string, siteOrigin: string | undefined): string {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const token = url && /\/applicant\/activate\/([^/]+)\/?$/i.exec(url.pathname)?.[1];
  if (!url || !token) throw wrongLink('no link to the page /applicant/activate with a token');
  if (siteOrigin && url.origin !== new URL(siteOrigin).origin) {
    throw new CliError(
      `the activation link leads to ${url.origin}, the configured siteOrigin is ${siteOrigin}`,
    );
  }
  try {
    return decodeURIComponent(token);
  } catch {
    throw wrongLink('a link whose token cannot be decoded');
  }
}

/** Mail is the backend's too: its links have the form the site's routes have. */
function wrongLink(what: string): CliError {
  return new CliError(`the activation mail has ${what}`, exitCodes.brokenContract);
}
