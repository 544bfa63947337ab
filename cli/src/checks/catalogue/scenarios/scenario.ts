import type { OperationName } from '@one-planet/contract';
import type { Stage } from '../../../applicant/stages.ts';
import type { Check, Level } from '../../check.ts';
import type { CheckContext } from '../../context.ts';

/** A check that is written by hand: what the derived ones have in common is filled in. */
export function scenario(
  id: string,
  sentence: string,
  own: {
    spec: string;
    proves: string;
    leavesOpen?: string;
    level?: Level;
    stage?: Stage;
    consumes?: boolean;
    run: (context: CheckContext) => Promise<void>;
  },
): Check {
  const operation = id.split('/')[0] as OperationName;
  return { id, operation, sentence, level: 'must', leavesOpen: 'Nothing.', ...own };
}
