import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen, startOnPort } from './server-ports.ts';

test('a taken port that was not asked for gives way to a free one', async () => {
  const otherServer = createServer();
  onTestFinished((await listen(otherServer, 0)).close);
  const { port: number } = otherServer.address() as AddressInfo;
  const port = { number, isRequired: false, portOption: '--port' };
  const { url, close } = await startOnPort(port, (portNumber) =>
    listen(createServer(), portNumber),
  );
  expect(new URL(url).port).not.toBe(String(number));
  await close();
});
