import { hideSecrets } from '@one-planet/sdk';
import type { JourneyContext } from '../journey/context.ts';

/** Hides whatever this applicant's journey must not tell: her password, her tokens, one-time links. */
export function clean<T>(
  value: T,
  { applicant, memory }: Pick<JourneyContext, 'applicant' | 'memory'>,
): T {
  const known = [applicant.password, memory.token, memory.passwordToken];
  return hideSecrets(value, { known: known.filter((secret) => secret !== undefined) });
}
