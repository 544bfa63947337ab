import { canonical } from '@one-planet/contract';
import { expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../../backend/transport.ts';
import { serveTest } from '../../process/testing/serve.ts';
import { FailureLog } from './failure-log.ts';
import { createSender } from './sender.ts';

/** A sender to a server that hangs up on its first calls. */
async function senderTo(hangsUp: number) {
  let calls = 0;
  const url = await serveTest((request, response) => {
    calls += 1;
    if (calls <= hangsUp) request.socket.destroy();
    else response.setHeader('content-type', 'application/json').end('[]');
  });
  const { request, close } = createTransport();
  onTestFinished(close);
  const failureLog = new FailureLog();
  const send = createSender({
    base: `${url}/api`,
    dialect: canonical,
    request,
    headers: () => ({}),
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    uploadTimeoutMs: 10_000,
    pace: async () => {},
    failureLog,
    onReply: () => {},
  });
  return { send, failureLog, calls: () => calls };
}

test('a connection that ends before the answer is no finding where a fresh one is answered', async () => {
  const { send, failureLog, calls } = await senderTo(1);
  expect((await send('contents.list')).status).toBe(200);
  expect([calls(), failureLog.silences.size]).toEqual([2, 0]);
});

test('it is a finding where the fresh one ends so, too', async () => {
  const { send, failureLog, calls } = await senderTo(2);
  await expect(send('contents.list')).rejects.toMatchObject({ by: 'contents.list/always-answers' });
  expect([calls(), failureLog.silences.get('contents.list')?.count]).toEqual([2, 1]);
});

test('what no client sends may be hung up on at once', async () => {
  const { send, failureLog, calls } = await senderTo(1);
  await expect(send('contents.list', { mayBreak: true })).rejects.toThrow('it hung up');
  expect([calls(), failureLog.silences.size]).toEqual([1, 0]);
});
