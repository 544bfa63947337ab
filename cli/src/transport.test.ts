import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serveTest } from './testing/serve.ts';
import { createTransport } from './transport.ts';

test("the platform's forms arrive as forms, with the file's name, type and bytes", async () => {
  const url = await serveTest(async (request, response) => {
    response.end(`${request.headers['content-type']}\n${await text(request)}`);
  });
  const transport = createTransport();
  const body = new FormData();
  body.append('note', 'hello');
  body.append('file', new Blob(['%PDF-1'], { type: 'application/pdf' }), 'a ü.pdf');
  const seen = await (await transport.fetch(url, { method: 'POST', body })).text();
  await transport.close();
  expect(seen).toMatch(/^multipart\/form-data; boundary=/);
  expect(seen).toContain('name="note"\r\n\r\nhello');
  expect(seen).toContain('filename="a ü.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1');
});

test('closing it lets go of connections that are still busy', async () => {
  const url = await serveTest((_request, response) => void response.write('endless'));
  const transport = createTransport();
  const answer = await transport.fetch(url);
  await transport.close();
  await expect(answer.text()).rejects.toThrow();
});
