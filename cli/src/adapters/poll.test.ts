import { expect, test } from 'vitest';
import { poll } from './poll.ts';

const { signal } = new AbortController();

test('tells before each pause how long it has waited, of how long, and for what', async () => {
  const told: string[] = [];
  let looks = 0;
  const look = async () => {
    looks += 1;
    return looks === 3 ? 'the mail' : undefined;
  };
  const patience = { waitMs: 90_000, everyMs: 1, tell: (line: string) => told.push(line) };
  expect(await poll('the mail to a@example.com', look, patience, signal)).toBe('the mail');
  expect(told).toEqual(Array(2).fill('waiting, 0 of 90 s, for the mail to a@example.com'));
});

test('gives up when the time is over, after one look more', async () => {
  const looked: number[] = [];
  const begun = performance.now();
  const look = async () => {
    looked.push(performance.now() - begun);
    return undefined;
  };
  expect(await poll('nothing', look, { waitMs: 30, everyMs: 20 }, signal)).toBeUndefined();
  expect(looked.length).toBeGreaterThan(1);
  expect(looked.at(-1)).toBeGreaterThanOrEqual(29);
});

test('ends at once when it is interrupted', async () => {
  const controller = new AbortController();
  const look = async () => {
    controller.abort();
    return undefined;
  };
  await expect(
    poll('nothing', look, { waitMs: 60_000, everyMs: 60_000 }, controller.signal),
  ).rejects.toMatchObject({ exitCode: 130 });
});
