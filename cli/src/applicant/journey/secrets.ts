import { hideSecrets } from '@one-planet/sdk';
import { knownSecrets } from '../../report/known-secrets.ts';
import type { JourneyContext } from './context.ts';

type Whose = Pick<JourneyContext, 'applicant' | 'memory' | 'secrets'>;

/** Hides what this applicant's journey must not reveal: her password, her tokens, one-time links. */
export function clean<T>(value: T, whose: Whose): T {
  return hideSecrets(value, { known: secretsOf(whose) });
}

/** @returns the secrets of a journey by value, for `hideSecrets` and `toCurl` */
export function secretsOf({ applicant, memory, secrets }: Whose): string[] {
  return knownSecrets([...secrets, applicant.password, memory.token, memory.passwordToken]);
}
