import type { Client } from '@one-planet/sdk';
import { readMessage, registerForm, toRegistration } from '@one-planet/sdk/contract';

/**
 * Registers an applicant.
 * @returns one message for each invalid field; none when she is registered
 */
export async function register(client: Client, formValues: unknown): Promise<string[]> {
  // The form's rules and messages are part of the contract; the site shows the same ones.
  const form = registerForm.safeParse(formValues);
  if (!form.success)
    return form.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const response = await client.applicants.register({ body: toRegistration(form.data) });
  return response.status === 201 ? [] : [readMessage(response.body) || `status ${response.status}`];
}
