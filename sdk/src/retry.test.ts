import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { AdmissionsError, ConnectionError, UnavailableError } from './errors.ts';
import { clientOf, exchanges, failure, letGo, requests } from './testing/odd-client.ts';
import { http } from './testing/raw-server.ts';

const json = { 'content-type': 'application/json' };
afterEach(letGo);

describe('trying again', () => {
  const busyOnce = (socket: Socket, request: number) =>
    socket.end(
      request === 1
        ? http('429 Too Many Requests', { ...json, 'retry-after': '0' }, '{"message":"slow down"}')
        : http('200 OK', json, '[]'),
    );

  test('429 with Retry-After is tried again for an operation that is safe to repeat', async () => {
    const client = await clientOf(busyOnce, { retry: { attempts: 2 } });
    expect(await client.programs.list()).toMatchObject({ status: 200, body: [] });
    expect(exchanges.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 429],
      [2, 200],
    ]);
  });

  test('429 is reported with its Retry-After when no attempt is left', async () => {
    const client = await clientOf((socket) =>
      socket.end(http('429 Too Many Requests', { 'retry-after': '7' }, 'later')),
    );
    const error = await failure(client.programs.list());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7000, text: 'later' });
  });

  test('a Retry-After beyond the longest wait fails at once', async () => {
    const client = await clientOf(
      (socket) => socket.end(http('503 Unavailable', { 'retry-after': '3600' }, '')),
      { retry: { attempts: 3 } },
    );
    expect(await failure(client.programs.list())).toMatchObject({
      status: 503,
      retryAfterMs: 3_600_000,
    });
    expect(requests()).toBe(1);
  });

  test('a lost connection is tried again', async () => {
    const client = await clientOf(
      (socket, request) =>
        request < 3 ? socket.resetAndDestroy() : socket.end(http('200 OK', json, '[]')),
      { retry: { attempts: 3, baseMs: 1 } },
    );
    expect(await client.programs.list()).toMatchObject({ status: 200 });
    expect(requests()).toBe(3);
  });

  test('what is not safe to repeat is sent once', async () => {
    const client = await clientOf((socket) => socket.resetAndDestroy(), {
      retry: { attempts: 3, baseMs: 1 },
    });
    await expect(client.exams.create()).rejects.toBeInstanceOf(ConnectionError);
    expect(requests()).toBe(1);
  });

  test('an abort ends the wait', async () => {
    const controller = new AbortController();
    const client = await clientOf(
      (socket) => {
        socket.end(http('503 Unavailable', { 'retry-after': '5' }, ''));
        setImmediate(() => controller.abort());
      },
      { retry: { attempts: 2 } },
    );
    await expect(
      client.programs.list({ fetchOptions: { signal: controller.signal } }),
    ).rejects.toBeInstanceOf(AdmissionsError);
    expect(requests()).toBe(1);
  });
});
