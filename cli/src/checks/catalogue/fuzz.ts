/**
 * `--fuzz`: random variations of a valid payload. A failing payload is reduced to the smallest that still fails, and
 * its seed repeats it.
 */
import { type OperationName, operations } from '@one-planet/contract';
import fc from 'fast-check';
import { stageAfter } from '../../applicant/stages.ts';
import { prepare, recordSuccess } from '../applicant-walk.ts';
import { needsNoAccount, type Person, stageFor } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { expectContractSuccess, requestFields } from '../expect.ts';
import { failure, findBlock, findFailure } from '../outcome.ts';

export const fuzzChecks: readonly BackendCheck[] = operations
  .filter(({ name }) => requestFields(name).length > 0)
  .map(({ name }) =>
    scenario({
      id: `${name}/fuzz`,
      sentence: `${name} MUST answer any payload with a refusal, or with a success of the contract.`,
      rule: 'refusals#any-payload',
      leavesOpen: 'Payloads that this seed does not make; another seed makes others.',
      ...stageFor(name),
      movesApplicantOn: stageAfter(name) !== undefined,
      run: (context) => runFuzz(context, name),
    }),
  );

async function runFuzz(context: CheckContext, name: OperationName): Promise<void> {
  const { runs = 20, seed = 1 } = context.run.fuzz ?? {};
  const changes = payloadChanges(requestFields(name).map((field) => field.name));
  let person = await newPersonFor(context, name);
  const base = (await context.call(name, person)).body as Record<string, unknown>;
  const details = await fc.check(
    fc.asyncProperty(changes, async (change) => {
      const call = await context.call(name, person);
      const response = await context.send(name, { ...call, body: { ...base, ...change } });
      if (response.status >= 400) return;
      expectContractSuccess(context, response);
      // The payload was accepted, which may be right, and has moved her to another state.
      if (!stageAfter(name) && !needsNoAccount(name)) return;
      context.retire(person);
      await recordSuccess(person, response, context.helpers).catch(() => {});
      person = await newPersonFor(context, name);
    }),
    { numRuns: runs, seed },
  );
  if (!details.failed) return;
  const { errorInstance: error, counterexample } = details;
  const problem = findFailure(error)?.got ?? findBlock(error)?.reason;
  if (problem === undefined) throw error;
  const payload = JSON.stringify(counterexample?.[0]);
  const expected = `a refusal or a success for the payload with ${payload} (seed ${seed})`;
  throw failure(expected, problem);
}

async function newPersonFor(context: CheckContext, name: OperationName): Promise<Person> {
  const person = await context.applicantFor(name);
  await prepare(name, person, context.helpers);
  return person;
}

function payloadChanges(fieldNames: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const oddValue = fc.constantFrom<unknown>(
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
    oddValue,
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 3 }),
  );
  return fc.dictionary(fc.constantFrom(...fieldNames), valueArbitrary, { minKeys: 1, maxKeys: 3 });
}
