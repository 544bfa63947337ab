import { type Client, createClient } from '@one-planet/sdk';

/** Logs in. @returns a client whose calls carry the token, or the message to show */
export async function logIn(
  baseUrl: string,
  body: { email: string; password: string },
): Promise<{ client: Client } | { message: string }> {
  let token: string | undefined;
  // The session is asked for the token before every call.
  const client = createClient({ baseUrl, session: { token: () => token } });
  const response = await client.auth.login({ body });
  switch (response.status) {
    case 200:
      token = response.body.token;
      return { client };
    case 401:
    case 417:
      return { message: 'The password is wrong.' };
    case 404:
      return { message: 'Nobody is registered with this address.' };
    default:
      return { message: 'Logging in is not possible now.' };
  }
}
