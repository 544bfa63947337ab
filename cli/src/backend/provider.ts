/** Payment providers: how a run pays online. */
import { CliError, exitCodes } from '../core/exit.ts';
import type { ProviderSettings } from '../core/settings.ts';
import { ask } from '../core/terminal.ts';
import { runProgram } from './external-systems.ts';
import { NotConfiguredError, type PageAccess, requestPage } from './page-requests.ts';

/**
 * Finds the payment form among the forms of a page.
 * @returns the address it is sent to; `undefined` when the page has no form that says "Pay"
 */
export function payFormAction(html: string, address: string): URL | undefined {
  // The page is split first, because a hostile page could keep one pattern over the whole text busy for hours.
  for (const piece of html.split(/<form\b/i).slice(1)) {
    const [form = ''] = piece.split(/<\/form\b/i);
    const end = form.indexOf('>');
    const action = /\saction\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(form.slice(0, end + 1));
    const target = (action?.[1] ?? action?.[2])?.replace(/&(?:amp|#38);/g, '&');
    if (target === undefined || !/\bPay\b/i.test(form.slice(end))) continue;
    if (URL.canParse(target, address)) return new URL(target, address);
  }
  return undefined;
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

const providerPage = "the provider's page";

/** Opens the mock provider's page and submits its payment form, as a browser would. */
async function submitPayForm(
  access: PageAccess,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  const page = await requestPage(access, address, {
    server: providerPage,
    signal,
    followsRedirects: true,
  });
  if (page.status >= 400)
    throw brokenContract(`${providerPage} answered with status ${page.status}`);
  const action = payFormAction(page.text, page.address);
  if (!action) {
    throw new NotConfiguredError(
      `${providerPage} has no payment form; set "provider" in admissions.config.json to "command" or "none"`,
    );
  }
  if (action.origin !== new URL(page.address).origin) {
    throw new CliError(`${providerPage} has a form that leads to another site; it was not sent`);
  }
  const response = await requestPage(access, action.href, {
    server: providerPage,
    signal,
    method: 'POST',
  });
  if (response.status >= 400)
    throw brokenContract(`${providerPage} refused the payment (status ${response.status})`);
}

function brokenContract(text: string): CliError {
  return new CliError(text, exitCodes.brokenContract);
}
