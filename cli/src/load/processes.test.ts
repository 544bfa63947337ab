import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../core/configuration.ts';
import { planWith } from '../testing/load-result.ts';
import { folderWith } from '../testing/support.ts';
import { type Patience, startPart } from './processes.ts';

const patience: Patience = { opening: 3, silent: 2, ending: 2 };

/** Starts a process that runs a script in place of the command. */
async function start(script: string) {
  const folder = await folderWith({ 'entry.mjs': script });
  const settings = await loadSettings({}, { env: {}, cwd: folder });
  const order = { plan: planWith(), shard: 1, settings, conditions: [] };
  const part = startPart(join(folder, 'entry.mjs'), order, () => {});
  onTestFinished(part.kill);
  return part;
}
const pass = (part: Awaited<ReturnType<typeof start>>, seconds: number) => {
  for (let second = 0; second < seconds; second++) part.tick(patience);
};

test('a process that never gets ready is ended, and reported', async () => {
  const part = await start('setInterval(() => {}, 1000)');
  pass(part, patience.opening);
  expect(part.lost).toBeUndefined();
  pass(part, 1);
  await part.ended;
  expect(part.lost).toBe('was not ready after 3 s and was ended');
});

test('so is one that says nothing more', async () => {
  const part = await start(
    `process.on('message', () => {}); process.send({ kind: 'ready' }); setInterval(() => {}, 1000)`,
  );
  await part.ready;
  pass(part, patience.silent + 1);
  await part.ended;
  expect(part.lost).toBe('did nothing for 2 s and was ended');
});

test('and one that does not end when it is asked to', async () => {
  const part = await start(
    `process.on('message', () => {}); setInterval(() => process.send({ kind: 'ready' }), 5)`,
  );
  await part.ready;
  part.stop();
  pass(part, patience.ending + 1);
  await part.ended;
  expect(part.lost).toBe('did not end within 2 s and was ended');
});

test('of one that ends by itself its code and last words are reported, without secrets', async () => {
  const part = await start(
    `process.stderr.write('\\nFATAL ERROR: heap out of memory password=hunter22\\n'); process.exitCode = 7`,
  );
  await part.ended;
  expect(part.lost).toMatch(/^ended by itself with exit code 7: FATAL ERROR: heap out of memory/);
  expect(part.lost).not.toContain('hunter22');
});

test('one that cannot be started is reported', async () => {
  const part = await start('syntax error');
  await part.ended;
  expect(part.lost).toMatch(/^ended by itself with exit code 1: SyntaxError/);
});

test('a whole order comes over: settings with a key to the exam too', async () => {
  const part = await start(
    `process.on('message', ({ settings }) => process.send({ kind: 'refused', message: settings.applicant.password, exitCode: 2 }))`,
  );
  await part.ended;
  expect(part.refused?.message).toBe('Selam2025');
  expect(part.lost).toBeUndefined();
});
