import { fetch } from 'undici';
import { runCommand } from '../adapter-command.ts';
import type { Settings } from '../config/settings.ts';
import { CliError, exitCodes } from '../exit.ts';

/** Who completes an online payment at the provider. */
export interface Provider {
  /** @param address where the backend sends the applicant's browser */
  pay(address: string, signal: AbortSignal): Promise<void>;
}

export function createProvider(settings: Settings['provider']): Provider {
  return {
    async pay(address, signal) {
      if (settings.use === 'none') {
        throw new CliError("waiting for a person to pay at the provider's page", exitCodes.waiting);
      }
      if (settings.use === 'command') {
        await runCommand(settings.command, address, {
          timeoutMs: settings.timeoutMs,
          signal,
          purpose: 'provider',
        });
      } else {
        await pressPay(address, signal);
      }
    },
  };
}

/** Opens the mock provider's page and sends its Pay form, as a browser would. */
async function pressPay(address: string, signal: AbortSignal): Promise<void> {
  const page = await open(address, { signal });
  const action = /<form[^>]*\saction="([^"]+)"[^>]*>(?:(?!<\/form>)[\s\S])*?\bPay\b/i.exec(
    await page.text(),
  )?.[1];
  if (!page.ok || !action) {
    throw new CliError(
      `the address of the payment answered ${page.status} without a form to pay; set "provider" in admissions.config.json to "command" or "none"`,
    );
  }
  const target = new URL(action.replaceAll('&amp;', '&'), address);
  if (target.origin !== new URL(address).origin)
    throw new CliError("the provider's form leads to another site; it was not sent");
  const paid = await open(target.href, { method: 'POST', redirect: 'manual', signal });
  if (paid.status >= 400)
    throw new CliError(
      `the provider's page refused the payment (status ${paid.status})`,
      exitCodes.brokenContract,
    );
}

async function open(address: string, init: Parameters<typeof fetch>[1] & { signal: AbortSignal }) {
  return fetch(address, init).catch((cause: unknown) => {
    if (init.signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    throw new CliError("the provider's page was not reached", exitCodes.notReached, { cause });
  });
}
