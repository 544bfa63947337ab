import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen, startOn } from './listen.ts';

async function takenPort(): Promise<number> {
  const server = createServer();
  onTestFinished((await listen(server, 0)).close);
  return (server.address() as AddressInfo).port;
}

test('a taken port that was not asked for gives way to a free one', async () => {
  const number = await takenPort();
  const port = { number, asked: false, option: '--port' };
  const { url, close } = await startOn(port, (chosen) => listen(createServer(), chosen));
  expect(new URL(url).port).not.toBe(String(number));
  await close();
});

test('a taken port that was asked for is an error that names the option', async () => {
  const port = { number: await takenPort(), asked: true, option: '--api-port' };
  await expect(startOn(port, (chosen) => listen(createServer(), chosen))).rejects.toThrow(
    'choose another one with --api-port',
  );
});
