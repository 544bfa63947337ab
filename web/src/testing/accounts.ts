/** What happens outside the site: existing accounts, and the emails that are sent to them. */
import { applicantExamples, toRegistration } from '@one-planet/contract';
import type { Network } from './network.ts';

export const password = 'Correct-Horse-7';

/** Registers an applicant through the API. @returns the path of the activation link in the email */
export async function register({ backend }: Network, email: string): Promise<string> {
  const response = await backend.fetch(
    new Request('http://mock.test/api/applicants/public/apply', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRegistration({ ...applicantExamples.hana.register, email })),
    }),
  );
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return new URL((await lastMail({ backend }, email))?.link ?? '').pathname;
}

interface Mail {
  link?: string;
  temporaryPassword?: string;
}

/** @returns the latest email to an address */
export async function lastMail({ backend }: Pick<Network, 'backend'>, email: string) {
  const outboxRequest = new Request(
    `http://mock.test/_mock/outbox.json?to=${encodeURIComponent(email)}`,
  );
  const [mail] = (await (await backend.fetch(outboxRequest)).json()) as Mail[];
  return mail;
}
