/** Payment providers: how a run pays online. */
import { CliError, exitCodes } from '../core/exit.ts';
import type { ProviderSettings } from '../core/settings.ts';
import { ask } from '../core/terminal.ts';
import { runProgram } from './external-systems.ts';
import { readHtml } from './html-text.ts';
import { NotConfiguredError, type PageAccess, requestPage } from './page-requests.ts';

/**
 * Finds the payment form among the forms of a page.
 * @returns the address it is sent to; `undefined` when the page has no form that says "Pay"
 */
export function findPayFormAction(pageHtml: string, address: string): URL | undefined {
  const payForm = readHtml(pageHtml).forms.find(
    ({ action, text }) =>
      action !== undefined && /\bPay\b/i.test(text) && URL.canParse(action, address),
  );
  return payForm && new URL(payForm.action ?? '', address);
}

export interface Provider {
  /** @param address the payment page that the backend redirects the applicant to */
  pay(address: string, signal: AbortSignal): Promise<void>;
}

/**
 * @param folder the folder in which the settings' command runs
 * @param access how the adapter for the mock sends its requests
 */
export function createProvider(
  { provider, folder }: { provider: ProviderSettings; folder: string },
  access: PageAccess,
): Provider {
  return {
    async pay(address, signal) {
      if (provider.use === 'none') {
        throw new CliError("waiting for a person to pay on the provider's page", exitCodes.waiting);
      }
      if (provider.use === 'prompt') {
        await ask(`Pay at ${address} in a browser, then press Enter:`, () => undefined, signal);
      } else if (provider.use === 'command') {
        await runProgram({ ...provider, folder }, address, { purpose: 'provider', signal });
      } else {
        await submitPayForm(access, address, signal);
      }
    },
  };
}

const providerPageName = "the provider's page";

/** Opens the mock provider's page and submits its payment form, as a browser would. */
async function submitPayForm(
  access: PageAccess,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  const formPage = await requestPage(access, address, {
    serverName: providerPageName,
    signal,
    followsRedirects: true,
  });
  if (formPage.status >= 400)
    throw makeBrokenContractError(`${providerPageName} answered with status ${formPage.status}`);
  const actionUrl = findPayFormAction(formPage.text, formPage.address);
  if (!actionUrl) {
    throw new NotConfiguredError(
      `${providerPageName} has no payment form; set "provider" in admissions.config.json to "command" or "none"`,
    );
  }
  if (actionUrl.origin !== new URL(formPage.address).origin) {
    throw new CliError(
      `${providerPageName} has a form that leads to another site; it was not sent`,
    );
  }
  const response = await requestPage(access, actionUrl.href, {
    serverName: providerPageName,
    signal,
    method: 'POST',
  });
  if (response.status >= 400)
    throw makeBrokenContractError(
      `${providerPageName} refused the payment (status ${response.status})`,
    );
}

function makeBrokenContractError(text: string): CliError {
  return new CliError(text, exitCodes.brokenContract);
}
