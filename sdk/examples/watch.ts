import { type Client, createClient, hideSecrets, toCurl } from '@one-planet/sdk';

/** Makes a client that logs each attempt: one line, and a curl command that repeats it. */
export function makeLoggingClient(baseUrl: string, log: (line: string) => void): Client {
  return createClient({
    baseUrl,
    onExchange: (exchange) => {
      const { operation, attempt, status, error, durationMs } = hideSecrets(exchange, {
        personal: true,
      });
      log(`${operation} #${attempt}: ${status ?? error} in ${Math.round(durationMs)} ms`);
      log(toCurl(exchange, { personal: true }));
    },
  });
}
