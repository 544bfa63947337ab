/** A user's test: jsdom's page on Node, and msw in place of the backend. Prints what each upload ended with. */
import { createClient } from '@one-planet/sdk';
import { JSDOM } from 'jsdom';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

const { window } = new JSDOM('', { url: 'http://localhost/' });
const nodeFile = new File(['bytes'], 'node.png');
// As test runners do it: what Node lacks, and what a page makes of files and forms.
const { Blob, File: JsdomFile, FormData } = window;
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis)) globalThis[name] = window[name];
Object.assign(globalThis, { Blob, File: JsdomFile, FormData });

const server = setupServer(
  http.post('*/files/private/upload_v2', async ({ request }) => {
    const text = await request.text();
    const isWhole = /filename="\w+\.png"/.test(text) && text.includes('\r\n\r\nbytes\r\n');
    return isWhole ? HttpResponse.text('stored.png') : HttpResponse.text(text, { status: 400 });
  }),
);
server.listen();
const client = createClient({ baseUrl: 'http://localhost', timeout: 5000 });
const results = [];
for (const file of [new JsdomFile(['bytes'], 'jsdom.png'), nodeFile])
  for (const options of [{}, { onProgress: () => {} }]) {
    const upload = client.files.upload({ body: { file }, ...options });
    results.push(await upload.then(({ status, body }) => `${status} ${body}`, String));
  }
server.close();
console.log(JSON.stringify(results));
