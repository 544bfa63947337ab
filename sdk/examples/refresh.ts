import { type Client, createClient } from '@one-planet/sdk';

/**
 * Makes a client that asks the person to log in again when her session has ended, and then repeats what was refused.
 * @param askToLogIn shows the login, and gives the new token; nothing if she gave up
 */
export function makeClientWithLogin(
  baseUrl: string,
  askToLogIn: () => Promise<string | undefined>,
): Client {
  let token: string | undefined;
  return createClient({
    baseUrl,
    session: {
      token: () => token,
      // Called once, however many calls were refused at the same time.
      onUnauthorized: async () => {
        token = await askToLogIn();
      },
    },
  });
}
