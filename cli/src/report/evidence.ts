/** An exchange as it may be shown, and the curl that repeats it. */
import { type Exchange, hideSecrets, toCurl } from '@one-planet/sdk';
import { knownIn } from './known-secrets.ts';

export interface Evidence {
  /** Secrets are hidden; in the answer, people's data as well: it may be anybody's. */
  exchange: Exchange;
  curl: string;
}

export function toEvidence(exchange: Exchange, secrets: readonly string[]): Evidence {
  const known = knownIn(JSON.stringify(exchange), secrets);
  const { answerText, answerHeaders, error: _error, ...request } = exchange;
  const answer = hideSecrets({ answerText, answerHeaders }, { known, personal: true });
  return {
    exchange: {
      ...hideSecrets(request, { known }),
      ...(answer.answerText === undefined ? {} : { answerText: answer.answerText }),
      ...(answer.answerHeaders === undefined ? {} : { answerHeaders: answer.answerHeaders }),
    },
    curl: toCurl(exchange, { known }),
  };
}

/** @returns by what the request is found in the server's log; `undefined` where it had no id */
export function requestId({
  requestHeaders,
}: Pick<Exchange, 'requestHeaders'>): string | undefined {
  return requestHeaders['x-request-id'];
}

/** A text about an answer, without secrets and without people's data. */
export function cleanText(text: string, known: readonly string[]): string {
  return hideSecrets(text, { known: knownIn(text, known), personal: true });
}
