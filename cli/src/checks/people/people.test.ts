import {
  type LifecycleOperation,
  lifecycle,
  moves,
  type OperationName,
} from '@one-planet/contract';
import { createBackend, type Fault } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { stageAfter } from '../../applicant/stages.ts';
import { loadSettings } from '../../config/load.ts';
import { fuzz } from '../catalogue/fuzz.ts';
import { catalogue } from '../catalogue/index.ts';
import type { Check } from '../check.ts';
import { openRun } from '../open.ts';
import { runChecks } from '../run.ts';

const lanes = 4;
const said = { message: 'Something went wrong.' };

/** Runs checks on a backend where one operation says that it worked, and an error, and does nothing. */
async function checkIdle(operation: OperationName, checks: readonly Check[]) {
  const status = lifecycle[operation as LifecycleOperation]?.success[0] ?? 200;
  const idle: Fault = {
    name: 'idle',
    sentence: 'One operation does nothing.',
    handle: async ({ operation: { name } }, next) => {
      if (name !== operation) return next();
      // Any text is the name of a file.
      return { status, body: name === 'files.upload' ? '' : said };
    },
  };
  const siteOrigin = 'http://127.0.0.1:5173';
  const { url, close } = await serve(await createBackend({ siteOrigin }, [idle]));
  onTestFinished(close);
  const settings = await loadSettings({ target: url, siteOrigin }, { env: {} });
  const tried = new Set<number | undefined>();
  const run = await openRun(settings, {
    fuzz: { runs: 10, seed: 1 },
    onReply: (reply) => {
      if (reply.operation === operation) tried.add(reply.about);
    },
  });
  onTestFinished(run.close);
  const { results } = await runChecks(checks, run.runContext, lanes);
  return { tried: tried.size, results, registered: run.leftovers().applicants.length };
}

const takingSteps = moves.flatMap(({ by }) =>
  stageAfter(by) && !by.startsWith('staff.') ? [by] : [],
);

test.each(takingSteps)(
  'where %s moves nobody, two applicants try it, and what needs a third says why not',
  async (step) => {
    const checks = [...catalogue, ...fuzz].filter(
      ({ operation, stage, consumes }) => operation === step && stage && consumes,
    );
    const { tried, results, registered } = await checkIdle(step as OperationName, checks);
    expect(tried).toBe(2);
    expect(registered).toBeLessThanOrEqual(lanes);
    const blocked = results.filter(({ outcome }) => outcome === 'blocked');
    expect(blocked.length).toBeGreaterThan(0);
    for (const { reason } of blocked) expect(reason).toMatch(/status \d+ with /);
    const why = `${step} failed for 2 applicants and is not tried again: `;
    expect(results.some(({ reason }) => reason?.startsWith(why))).toBe(true);
  },
);

test.each([
  ['exams.create', 'exams.submit'],
  ['files.upload', 'applicants.saveBioData'],
] as const)('where %s fails, two applicants try it for all checks of %s', async (part, whole) => {
  const checks = catalogue.filter(
    ({ id, operation }) => operation === whole && !id.includes('refused-file'),
  );
  const { tried, registered } = await checkIdle(part, checks);
  expect(tried).toBe(2);
  // Each lane has walked somebody there before the second has failed.
  expect(registered).toBeLessThanOrEqual(2 * lanes);
});
