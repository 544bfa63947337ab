/** Payment providers: how a run pays online. */
import { CliError, exitCodes } from '../core/exit.ts';
import type { ProviderSettings } from '../core/settings.ts';
import { ask } from '../core/terminal.ts';
import { type Program, runProgram } from './external-systems.ts';
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
 * Whether it is safe to open a payment address from the backend: https, or http on this machine
 * (specification/decisions §3).
 */
export function isPayable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isThisMachine = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine);
}

interface ProviderAdapterSettings extends Pick<Program, 'secretVariables'> {
  provider: ProviderSettings;
  /** The folder in which the settings' command runs. */
  folder: string;
}

/**
 * @param origin the backend's address, without /api: the adapter for the mock opens nothing else
 * @param access how the adapter for the mock sends its requests
 */
export function createProvider(
  { provider, folder, secretVariables }: ProviderAdapterSettings,
  { origin, access }: { origin: string; access: PageAccess },
): Provider {
  return {
    async pay(address, signal) {
      if (provider.use === 'none') {
        throw new CliError("waiting for a person to pay on the provider's page", exitCodes.waiting);
      }
      if (provider.use === 'mock') return submitPayForm(access, address, { origin, signal });
      const payAddress = requireAllowedAddress(address, provider);
      if (provider.use === 'prompt') {
        await ask(`Pay at ${payAddress} in a browser, then press Enter:`, () => undefined, signal);
      } else {
        await runProgram({ ...provider, folder, secretVariables }, payAddress, {
          purpose: 'provider',
          signal,
        });
      }
    },
  };
}

/** @throws {CliError} for an address that the settings do not allow; the message leaves out its path, which may be secret */
function requireAllowedAddress(
  address: string,
  { origins }: Extract<ProviderSettings, { use: 'prompt' | 'command' }>,
): string {
  if (!isPayable(address))
    throw makeBrokenContractError('the payment page has no address with https; it was not opened');
  const { origin, href } = new URL(address);
  if (origins === undefined || origins.some((each) => new URL(each).origin === origin)) return href;
  throw new CliError(
    `the payment page is on ${origin}, which is not among provider.origins of admissions.config.json; it was not opened`,
  );
}

const providerPageName = "the provider's page";

/** Opens the mock provider's page and submits its payment form, as a browser would. */
async function submitPayForm(
  access: PageAccess,
  address: string,
  { origin, signal }: { origin: string; signal: AbortSignal },
): Promise<void> {
  const isOfMock = (pageAddress: string) =>
    URL.canParse(pageAddress) && new URL(pageAddress).href.startsWith(`${origin}/_mock/pay/`);
  if (!isOfMock(address)) throw makeNotMockError();
  const formPage = await requestPage(access, new URL(address).href, {
    serverName: providerPageName,
    signal,
  });
  if (formPage.status >= 400)
    throw makeBrokenContractError(`${providerPageName} answered with status ${formPage.status}`);
  const actionUrl = findPayFormAction(formPage.text, address);
  if (!actionUrl || !isOfMock(actionUrl.href)) throw makeNotMockError();
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

function makeNotMockError(): NotConfiguredError {
  return new NotConfiguredError(
    `${providerPageName} is not that of a mock, so it was not used; set "provider" in admissions.config.json to "command" or "none"`,
  );
}

function makeBrokenContractError(text: string): CliError {
  return new CliError(text, exitCodes.brokenContract);
}
