/** Who decides and who pays, who cleans up, and who is told: people, and the systems they use. */
import type { DescribedRequest } from '../adapters/described-request.ts';
import { addressEnv, webhookAddress } from '../notify/address.ts';
import { CliError } from '../process/exit.ts';
import {
  broken,
  type Found,
  missing,
  type PartSettings,
  ready,
  type Tools,
  untried,
} from './part.ts';
import { tryCommand } from './try-command.ts';

const staffLine =
  '"staff": { "use": "http", "requests": { "verify": { "url": "https://staff.example.edu/verify/{paymentCode}", "headers": { "authorization": "Bearer {env:STAFF_TOKEN}" } } } }';

/** Who verifies the payment; nobody is asked to, which would need an applicant. */
export function tryStaff({ staff, folder }: PartSettings, { isMock }: Tools): Found {
  switch (staff.use) {
    case 'mock':
      if (isMock === undefined) return untried;
      if (isMock) return ready("the mock's staff page");
      return missing('nobody verifies the payment: a run ends there, waiting (exit 4)', staffLine);
    case 'none':
      return missing('"none": a run ends at the payment, waiting (exit 4)', staffLine);
    case 'prompt':
      return ready('you are asked to verify each payment, at the terminal');
    case 'wait':
      return ready(`staff have ${Math.round(staff.waitMs / 60_000)} min; a run waits for them`);
    case 'command':
      return tryCommand(staff.command, folder);
    case 'http':
      return tryRequests(Object.values(staff.requests));
  }
}

/** Who completes an online payment. */
export function tryProvider({ provider, pay, folder }: PartSettings, { isMock }: Tools): Found {
  if (pay === 'offline') return ready('not needed: the fee is paid offline');
  if (provider.use === 'command') return tryCommand(provider.command, folder);
  if (provider.use === 'prompt') return ready('you are asked to pay, at the terminal');
  if (provider.use === 'mock' && isMock === undefined) return untried;
  if (provider.use === 'mock' && isMock) return ready("the mock's payment page");
  return missing(
    `nobody pays at ${pay}`,
    '"provider": { "use": "command", "command": ["node", "pay.mjs"] }',
  );
}

/** Who removes what runs create; nothing is missing without. */
export function tryCleanUp({ cleanUp, folder }: PartSettings): Found {
  if (cleanUp.use === 'command') return tryCommand(cleanUp.command, folder);
  if (cleanUp.use === 'http') return tryRequests([cleanUp.request]);
  return ready('nobody: what a run creates stays on the backend');
}

/** Who is told when a verdict changes; `undefined` where nobody is to be, which no run lacks. */
export function tryNotify({ notify }: PartSettings): Found | undefined {
  if (notify === undefined || notify.use === 'none') return undefined;
  try {
    webhookAddress(notify);
    return ready(`${addressEnv(notify)} holds an address; nothing was sent to it`);
  } catch (error) {
    if (error instanceof CliError) return broken(error.message);
    throw error;
  }
}

/** Whether the environment has what the requests name. */
function tryRequests(requests: readonly (DescribedRequest | undefined)[]): Found {
  const names = [...JSON.stringify(requests).matchAll(/\{env:(\w+)\}/g)].map(
    ([, name = '']) => name,
  );
  const absent = [...new Set(names)].filter((name) => !process.env[name]);
  if (absent.length > 0) return broken(`the environment has no ${absent.join(', ')}`);
  const hosts = requests.flatMap((one) =>
    one ? [new URL(one.url.replace(/[{}]/g, '')).host] : [],
  );
  return ready(`requests to ${[...new Set(hosts)].join(', ')}; none was sent`);
}
