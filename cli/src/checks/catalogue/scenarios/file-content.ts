/** What the bytes of a file are counts, not its name; and how it is served (2 §5, §9; OWASP API4, API8). */
import { makePdf } from '../../../applicant/files/pdf.ts';
import { makePng } from '../../../applicant/files/png.ts';
import { sampleFiles, type UploadFile } from '../../../applicant/sample-files.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted } from '../../expect.ts';
import { Failed } from '../../outcome.ts';
import { storedFile } from '../../people/calls.ts';
import { randomText } from '../../people/person.ts';
import type { Reply } from '../../wire/reply.ts';
import { refusesFile } from './refused-files.ts';
import { scenarios } from './scenario.ts';

const fileName = (extension: string) =>
  `check-${randomText('abcdefghijkmnpqrstuvwxyz', 8)}.${extension}`;
const png = (bytes: Uint8Array): UploadFile => ({
  name: fileName('png'),
  type: 'image/png',
  bytes,
});
const pdf = (bytes: Uint8Array): UploadFile => ({
  name: fileName('pdf'),
  type: 'application/pdf',
  bytes,
});
const half = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length / 2));
/** As a program for Windows begins. */
const program = Buffer.from(
  `MZ\x90\0\x03${'\0'.repeat(200)}This program cannot be run in DOS mode.`,
);
const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

export const fileContent: readonly Check[] = [
  refusesFile('program-as-picture', 'A program that is called .png', 'profilePicture', () =>
    png(program),
  ),
  refusesFile('page-as-picture', 'A page with a script that is called .png', 'profilePicture', () =>
    png(page),
  ),
  refusesFile('drawing-as-picture', 'An SVG, which can hold scripts,', 'profilePicture', () => ({
    name: fileName('svg'),
    type: 'image/svg+xml',
    bytes: drawing,
  })),
  refusesFile('text-as-document', 'A text file that is called .pdf', 'educationDocument', () =>
    pdf(Buffer.from('This is no document.\n')),
  ),
  refusesFile('empty-picture', 'An empty file', 'profilePicture', () => png(new Uint8Array(0))),
  refusesFile('empty-document', 'An empty document', 'educationDocument', () =>
    pdf(new Uint8Array(0)),
  ),
  refusesFile('cut-off-document', 'A PDF that ends in the middle', 'educationDocument', () =>
    pdf(half(makePdf('Certificate'))),
  ),
  refusesFile('cut-off-picture', 'A PNG that ends in the middle', 'profilePicture', () =>
    png(half(makePng(48, 77))),
  ),
  ...scenarios([
    {
      id: 'files.get/own-type',
      sentence: 'files.get SHOULD answer with the type of the file.',
      level: 'should',
      rule: 'files#served-safely',
      proves: 'A PNG is served as image/png, a PDF as application/pdf.',
      stage: 'ACTIVATED',
      run: async (context) => {
        for (const [kind, reply] of await servedFiles(context)) {
          const { type } = sampleFiles[kind];
          const told = reply.headers.get('content-type') ?? 'none';
          if (told.split(';')[0]?.trim().toLowerCase() !== type) {
            throw new Failed(`the content type ${type}`, told, reply);
          }
        }
      },
    },
    {
      id: 'files.get/nosniff',
      sentence: 'files.get SHOULD forbid browsers to guess another type.',
      level: 'should',
      rule: 'files#served-safely',
      proves:
        'The header x-content-type-options is nosniff: a file that was uploaded is never run as a page or a script.',
      stage: 'ACTIVATED',
      run: async (context) => {
        for (const [, reply] of await servedFiles(context)) {
          const told = reply.headers.get('x-content-type-options') ?? 'none';
          if (told.toLowerCase() !== 'nosniff') {
            throw new Failed('x-content-type-options: nosniff', told, reply);
          }
        }
      },
    },
  ]),
];

async function servedFiles(context: CheckContext) {
  const person = await context.person();
  const served: ['profilePicture' | 'educationDocument', Reply][] = [];
  for (const kind of ['profilePicture', 'educationDocument'] as const) {
    const fileName = await storedFile(person, kind, context.helpers);
    const reply = await context.sendAs(person, 'files.get', { params: { fileName } });
    expectAccepted(reply, 'her own file');
    served.push([kind, reply]);
  }
  return served;
}
