/**
 * `--fuzz`: random variations of a valid payload. A failing payload is reduced to the smallest that still fails, and
 * its seed repeats it.
 */
import { type OperationName, operations } from '@one-planet/contract';
import fc from 'fast-check';
import { stageAfter } from '../../applicant/stages.ts';
import { findBlock, findFailure, makeFailure } from '../../checks/outcome.ts';
import { recordSuccess } from '../applicant-walk.ts';
import { needsNoAccount, startStageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeScenarioCheck } from '../check.ts';
import { expectContractSuccess, requestFieldsOf } from '../expect.ts';

export const fuzzChecks: readonly BackendCheck[] = operations
  .filter(({ name }) => requestFieldsOf(name).length > 0)
  .map(({ name }) =>
    makeScenarioCheck({
      id: `${name}/fuzz`,
      sentence: `${name} MUST answer any payload with a refusal, or with a success of the contract.`,
      rule: 'refusals#any-payload',
      leavesOpen: 'Payloads that this seed does not make; another seed makes others.',
      ...startStageFor(name),
      movesApplicantOn: stageAfter(name) !== undefined,
      run: (context) => runFuzz(context, name),
    }),
  );

async function runFuzz(context: CheckContext, operationName: OperationName): Promise<void> {
  const { runs = 20, seed = 1 } = context.runContext.fuzz ?? {};
  const bodyChanges = makeBodyChanges(requestFieldsOf(operationName).map((field) => field.name));
  let person = await context.lendPreparedFor(operationName);
  const validBody = (await context.makeCall(operationName, person)).body as Record<string, unknown>;
  const fuzzDetails = await fc.check(
    fc.asyncProperty(bodyChanges, async (bodyChange) => {
      const call = await context.makeCall(operationName, person);
      const response = await context.send(operationName, {
        ...call,
        body: { ...validBody, ...bodyChange },
      });
      if (response.status >= 400) return;
      expectContractSuccess(context, response);
      // The payload was accepted, which may be right, and has moved her to another state.
      if (!stageAfter(operationName) && !needsNoAccount(operationName)) return;
      context.removeFromPool(person);
      await recordSuccess(person, response, context.helpers).catch(() => {});
      person = await context.lendPreparedFor(operationName);
    }),
    { numRuns: runs, seed },
  );
  if (!fuzzDetails.failed) return;
  const { errorInstance: error, counterexample } = fuzzDetails;
  const failure = findFailure(error);
  const block = findBlock(error);
  const problem = failure?.got ?? block?.reason;
  if (problem === undefined) throw error;
  const payloadText = JSON.stringify(counterexample?.[0]);
  const expectedText = `a refusal or a success for the payload with ${payloadText} (seed ${seed})`;
  throw makeFailure(expectedText, problem, failure?.response ?? block?.response);
}

const surrogateCount = 0x800;

/**
 * Any character of Unicode. The unit `binary` of fast-check makes the same, but first builds a table of all of them,
 * which stops every other check for a second.
 */
const characterArbitrary = fc
  .nat({ max: 0x10_ffff - surrogateCount })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + surrogateCount));

function makeBodyChanges(fieldNames: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const oddValueArbitrary = fc.constantFrom<unknown>(
    '',
    ' ',
    '\u0000',
    '٣',
    '-1',
    1e308,
    -0,
    [],
    {},
    null,
    true,
    '😀'.repeat(50),
  );
  const valueArbitrary = fc.oneof(
    oddValueArbitrary,
    fc.string({ unit: characterArbitrary, maxLength: 60 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  // Not from one key on: then fast-check would keep the first key of two, even if only the second one fails.
  return fc.dictionary(fc.constantFrom(...fieldNames), valueArbitrary, { maxKeys: 3 });
}
