import type { Client } from '@one-planet/sdk';
import { type RegisterForm, registerForm, toRegistration } from '@one-planet/sdk/forms';
import { readMessage } from '@one-planet/sdk/messages';

/**
 * Registers an applicant.
 * @returns one message for each invalid field; none when she is registered
 */
export async function register(
  client: Client,
  formValues: Partial<RegisterForm>,
): Promise<string[]> {
  // The form's rules and messages are part of the contract; the site shows the same ones.
  const parsing = registerForm.safeParse(formValues);
  if (!parsing.success)
    return parsing.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const response = await client.applicants.register({ body: toRegistration(parsing.data) });
  return response.status === 201 ? [] : [readMessage(response.body) || `status ${response.status}`];
}
