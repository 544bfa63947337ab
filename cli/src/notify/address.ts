import { CliError } from '../process/exit.ts';
import { readSecret } from '../process/read-secret.ts';
import type { NotifySettings } from './settings.ts';

/** The environment variable that holds the address, which is a secret. */
export function addressEnv({ urlEnv }: Addressed): string {
  return urlEnv ?? 'ADMISSIONS_WEBHOOK';
}

/** @throws {CliError} (exit 2) when the address is not where the settings say, or is none */
export function webhookAddress(settings: Addressed): string {
  const env = addressEnv(settings);
  const address = readSecret({ env }, "the webhook's address", '');
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new CliError(`the webhook of ${env} is no address: it must begin with https://`);
}

type Addressed = Exclude<NotifySettings, { use: 'none' }>;
