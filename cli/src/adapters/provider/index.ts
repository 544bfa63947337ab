import { openPage, type PageAccess } from '../../backend/open-page.ts';
import { ask } from '../../process/ask.ts';
import { CliError, exitCodes } from '../../process/exit.ts';
import { runProgram } from '../run-program.ts';
import { payFormAction } from './pay-form.ts';
import type { ProviderSettings } from './settings.ts';

/** Who completes an online payment at the provider. */
export interface Provider {
  /** @param address where the backend sends the applicant's browser */
  pay(address: string, signal: AbortSignal): Promise<void>;
}

interface Settings {
  provider: ProviderSettings;
  /** Where the command runs. */
  folder: string;
}

/** @param access how the adapter for the mock's page makes its requests */
export function createProvider({ provider, folder }: Settings, access: PageAccess): Provider {
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
        await pressPay(access, address, signal);
      }
    },
  };
}

const what = "the provider's page";

/** Opens the mock provider's page and sends its Pay form, as a browser would. */
async function pressPay(access: PageAccess, address: string, signal: AbortSignal): Promise<void> {
  const page = await openPage(access, address, { what, signal, follows: true });
  if (page.status >= 400) throw broken(`${what} answered with status ${page.status}`);
  const action = payFormAction(page.text, page.address);
  if (!action) {
    throw new CliError(
      `${what} has no payment form; set "provider" in admissions.config.json to "command" or "none"`,
    );
  }
  if (action.origin !== new URL(page.address).origin) {
    throw new CliError(`${what} has a form that leads to another site; it was not sent`);
  }
  const paid = await openPage(access, action.href, {
    what,
    signal,
    method: 'POST',
  });
  if (paid.status >= 400) throw broken(`${what} refused the payment (status ${paid.status})`);
}

function broken(text: string): CliError {
  return new CliError(text, exitCodes.brokenContract);
}
