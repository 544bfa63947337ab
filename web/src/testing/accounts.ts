/** Events outside the site: reading mail, accounts that already exist. */
import { applicantExamples, toRegistration } from '@one-planet/contract';
import type { Network } from './network.ts';

export const password = 'Correct-Horse-7';

/** Registers somebody through the API. @returns the path of the mailed link */
export async function registered({ backend }: Network, email: string): Promise<string> {
  const applied = await backend.fetch(
    new Request('http://mock.test/api/applicants/public/apply', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRegistration({ ...applicantExamples.hana.register, email })),
    }),
  );
  if (applied.status !== 201) throw new Error(`${applied.status}: ${await applied.text()}`);
  return new URL((await lastMail({ backend }, email))?.link ?? '').pathname;
}

interface Mail {
  link?: string;
  temporaryPassword?: string;
}

/** @returns the last mail to an address */
export async function lastMail({ backend }: Pick<Network, 'backend'>, email: string) {
  const outbox = new Request(`http://mock.test/_mock/outbox.json?to=${encodeURIComponent(email)}`);
  const [mail] = (await (await backend.fetch(outbox)).json()) as Mail[];
  return mail;
}
