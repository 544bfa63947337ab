/** Files that are taken for what they are called, and served as something else. */

import { storeFile } from '../rules/stored-files.ts';
import { around, changesResponse } from './answers.ts';
import type { Fault } from './fault.ts';
import { uploadOf } from './file-use.ts';

const named: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
};

/** Uploads that are refused for their content are stored by what their name says. */
function trusts(
  name: string,
  sentence: string,
  applies: (file: File) => boolean,
  typeOf = (file: File) => named[file.name.split('.').at(-1) ?? ''],
): Fault {
  const handle = around('files.upload', async (call, next) => {
    const answer = await next();
    const file = uploadOf(call);
    const type = typeOf(file);
    if (answer.status < 400 || !type || !applies(file)) return answer;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const stored = await storeFile(call.world, call.person?.id ?? 0, type, bytes);
    return { status: 200, body: stored.name };
  });
  return { name, sentence, ...handle };
}

const isServed = ({ operation }: { operation: { name: string } }, { ok }: Response) =>
  operation.name === 'files.get' && ok;

export const fileContent: readonly Fault[] = [
  trusts(
    'upload-by-name',
    'What a file is called counts, not what is in it.',
    ({ size }) => size > 0,
  ),
  trusts('upload-empty', 'An empty file is accepted.', ({ size }) => size === 0),
  trusts(
    'upload-svg',
    'An SVG is accepted as a picture.',
    ({ type }) => type === 'image/svg+xml',
    () => 'image/png',
  ),
  changesResponse(
    'file-without-type',
    'Every file is served as a stream of bytes.',
    isServed,
    () => ({
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ),
  {
    name: 'file-sniffed',
    sentence: 'A file is served without forbidding browsers to guess its type.',
    answer: (call, response) => {
      if (!isServed(call, response)) return response;
      const headers = new Headers(response.headers);
      headers.delete('x-content-type-options');
      return new Response(response.body, { status: response.status, headers });
    },
  },
];
