/** An exchange as it may be shown, and the curl that repeats it. */
import { type Exchange, hideSecrets, toCurl } from '@one-planet/sdk';
import type { Person } from '../checks/people/person.ts';
import { knownSecrets } from './known-secrets.ts';

export interface Evidence {
  /** Secrets are hidden; in the answer, people's data as well: it may be anybody's. */
  exchange: Exchange;
  curl: string;
}

/** @returns what must appear in no report: every secret of the run's applicants */
export function secretsOfRun(people: readonly Person[]): string[] {
  return knownSecrets(
    people.flatMap(({ password, temporaryPassword, token, activationToken, passwordToken }) => [
      password,
      temporaryPassword,
      token,
      activationToken,
      passwordToken,
    ]),
  );
}

export function toEvidence(exchange: Exchange, known: readonly string[]): Evidence {
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

/** A text about an answer, without secrets and without people's data. */
export function cleanText(text: string, known: readonly string[]): string {
  return hideSecrets(text, { known, personal: true });
}
