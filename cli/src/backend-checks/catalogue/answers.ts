/** Every operation, sent correctly in the correct state: status, content type and body follow the contract. */

import { operations } from '@one-planet/contract';
import { stageAfter } from '../../applicant/stages.ts';
import { describeResponse } from '../../checks/evidence.ts';
import { makeFailure } from '../../checks/outcome.ts';
import { performMove } from '../applicant-walk.ts';
import { startStageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { expectContractSuccess, listSuccessStatuses, skipIfNotOffered } from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';

export const responseChecks: readonly BackendCheck[] = operations.map(({ name, meta }) => {
  const successStatusesText = listSuccessStatuses(name).join(' or ');
  const movesOn = stageAfter(name) !== undefined;
  // The old password may not work any more, so the applicant is not used again.
  const endsPassword = name === 'auth.forgotPassword';
  const bodyPhrase = {
    json: ' and the JSON body of the contract',
    text: ' and the stored name as text',
    bytes: ' and the bytes',
    nothing: '',
  }[meta.readsBodyAs];
  return makeScenarioCheck({
    id: `${name}/answers`,
    level: meta.mayBeMissing ? 'info' : 'must',
    sentence: `${name} MUST answer ${successStatusesText}${bodyPhrase} to a valid call in the right situation.`,
    rule: meta.rule,
    leavesOpen: 'Whether the answer is true; other checks compare it with what was sent before.',
    ...startStageFor(name),
    movesApplicantOn: movesOn || endsPassword,
    takesUsualStep: movesOn,
    run: async (context) => {
      const person = await context.lendApplicantFor(name);
      const response = await performMove(name, person, context.helpers);
      if (name === 'applicants.register' && response.status < 300) context.addToPool(person);
      if (name === 'applicants.register' && response.status >= 400)
        context.addNote('the address was made from "email" in the settings');
      if (endsPassword) context.removeFromPool(person);
      if (name === 'auth.updateUser') return judgeUnspecified(context, response);
      expectContractSuccess(context, response);
    },
  });
});

function judgeUnspecified(context: CheckContext, response: ApiResponse): void {
  skipIfNotOffered(response);
  const { status } = response;
  if (status >= 400) context.addNote(`its payload is not specified: ${describeResponse(response)}`);
  if (status >= 300 && status < 400) throw makeFailure('a success or a refusal', response);
}
