import { expect, test } from 'vitest';
import { loadSettings } from '../../config/load.ts';
import { folderWith } from '../../process/testing/folder.ts';
import { serveTest } from '../../process/testing/serve.ts';
import { openJourneys } from './open.ts';
import { runMany } from './pool.ts';

/** Walks three applicants on a backend that answers these statuses in turn. */
async function walk(statuses: number[], onProgress = () => {}) {
  const target = await serveTest((_, response) => {
    response.writeHead(statuses.shift() ?? 500, { 'content-type': 'application/json' }).end('{}');
  });
  const settings = await loadSettings({ target }, { env: {}, cwd: await folderWith({}) });
  const open = await openJourneys(settings);
  try {
    return await runMany(open, { count: 3, concurrency: 1, until: 'register' }, onProgress);
  } finally {
    await open.close();
  }
}

test('the worst end of all journeys is that of the run', async () => {
  expect(await walk([201, 201, 201])).toMatchObject({ exitCode: 0, journeys: { length: 3 } });
  expect(await walk([503, 201, 500])).toMatchObject({ exitCode: 1 });
  expect(await walk([201, 503, 201])).toMatchObject({ exitCode: 3 });
});

test('an interruption between two applicants is one, though all so far are through', async () => {
  const walked = await walk([201, 201, 201], () => process.emit('SIGINT'));
  expect(walked).toMatchObject({ exitCode: 130, journeys: { length: 1 } });
});
