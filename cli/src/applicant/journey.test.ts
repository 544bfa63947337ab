import { lifecycleRows, wayOut } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { loadSettings } from '../core/configuration.ts';
import { makeFolderWith, serveTest } from '../testing/support.ts';
import { openJourneys } from './context.ts';
import { runMany } from './print.ts';
import { steps } from './steps.ts';

/** Walks three applicants on a backend that answers these statuses in turn. */
async function walkJourneys(registrationStatuses: number[], onProgress = () => {}) {
  const target = await serveTest((_, response) => {
    response
      .writeHead(registrationStatuses.shift() ?? 500, { 'content-type': 'application/json' })
      .end('{}');
  });
  const settings = await loadSettings({ target }, { env: {}, cwd: await makeFolderWith({}) });
  const openedJourneys = await openJourneys(settings);
  try {
    return await runMany(
      openedJourneys,
      { count: 3, concurrency: 1, until: 'register' },
      onProgress,
    );
  } finally {
    await openedJourneys.close();
  }
}

test('the worst end of all journeys is that of the run', async () => {
  expect(await walkJourneys([201, 201, 201])).toMatchObject({
    exitCode: 0,
    journeys: { length: 3 },
  });
  expect(await walkJourneys([503, 201, 500])).toMatchObject({ exitCode: 1 });
  expect(await walkJourneys([201, 503, 201])).toMatchObject({ exitCode: 3 });
});

test('an interruption between two applicants is one, though all so far are through', async () => {
  const journeyResult = await walkJourneys([201, 201, 201], () => process.emit('SIGINT'));
  expect(journeyResult).toMatchObject({ exitCode: 130, journeys: { length: 1 } });
});

test('the journey takes the usual way out of every state, in the order of the lifecycle', () => {
  const usualMoves = lifecycleRows
    .filter(({ movedBy, from }) => movedBy === wayOut(from))
    .map(({ movedBy }) => movedBy);
  // The college's decision about an application comes after the journey.
  const movesOfSteps = [...steps.flatMap(({ movedBy }) => movedBy ?? []), 'staff.admit'];
  expect(movesOfSteps, 'A row of the lifecycle needs a step in steps.ts').toEqual(usualMoves);
});
