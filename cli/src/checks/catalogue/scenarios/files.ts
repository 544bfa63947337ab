/** Uploaded files: stored whole, under safe names, within their limits (2 §5, §7, §9). */
import { limits } from '@one-planet/contract';
import { makeJpeg } from '../../../applicant/files/jpeg.ts';
import { makePdf } from '../../../applicant/files/pdf.ts';
import { makePng } from '../../../applicant/files/png.ts';
import type { UploadFile } from '../../../applicant/sample-files.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Blocked, Failed } from '../../outcome.ts';
import { type Person, randomText } from '../../people/person.ts';
import { readStoredName } from '../../wire/reply.ts';
import { refusesFile } from './refused-files.ts';
import { scenario, scenarios } from './scenario.ts';

const MB = 1024 * 1024;
/** The check that reports changed files; others look at something else. */
const byteForByte = 'files.get/byte-for-byte';
const { profilePicture, educationDocument } = limits.files;

/** Of its own: names that collide have a check of their own. */
function fileName(extension: string): string {
  return `check-${randomText('abcdefghijkmnpqrstuvwxyz', 8)}.${extension}`;
}

const png = (bytes = makePng(48, 30), name = fileName('png')): UploadFile => ({
  name,
  type: 'image/png',
  bytes,
});
const pdf = (bytes = makePdf('Certificate'), name = fileName('pdf')): UploadFile => ({
  name,
  type: 'application/pdf',
  bytes,
});

export const files: readonly Check[] = scenarios([
  {
    id: byteForByte,
    sentence: 'files.get MUST return what was uploaded, byte for byte.',
    rule: 'files#kept-byte-for-byte',
    proves: 'A PNG, a JPEG and a PDF are read back as they were sent.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const jpeg = { name: fileName('jpg'), type: 'image/jpeg', bytes: makeJpeg() };
      for (const file of [png(), jpeg, pdf()]) await expectStored(context, person, file);
    },
  },
  {
    id: 'files.upload/same-name',
    sentence: 'Files with the same name MUST all be kept.',
    rule: 'files#kept-byte-for-byte',
    proves:
      'Two applicants upload different files under one name, one of them twice, and all come back.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const [one, other] = [await context.person(), await context.person()];
      const [a, b, c] = [10, 120, 240].map((hue) => png(makePng(48, hue), 'same-name.png'));
      if (!a || !b || !c) return;
      const stored = [
        [one, await upload(context, one, a), a, b],
        [one, await upload(context, one, b), b, c],
        [other, await upload(context, other, c), c, b],
      ] as const;
      for (const [person, name, file, instead] of stored) {
        await expectSame(context, person, name, file, instead);
      }
    },
  },
  {
    id: 'files.upload/path-tricks',
    sentence: 'The name of an uploaded file MUST NOT lead outside the store.',
    rule: 'files#names-lead-nowhere',
    proves:
      'Names with ../, slashes, backslashes and letters of other scripts are refused, or stored under a safe name and read back whole.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      for (const name of [
        '../../../tmp/evil.png',
        'a/b\\..\\c.png',
        'ሰላም ልዑል.png',
        `${'n'.repeat(180)}.png`,
      ]) {
        const file = png(makePng(48, 60), name);
        const reply = await context.sendAs(person, 'files.upload', { file });
        if (reply.status >= 400) continue;
        const stored = readStoredName(reply) ?? '';
        if (/\.\.[/\\]|[/\\]\.\.|^[/\\]|\\/.test(stored)) {
          throw new Failed(
            'a name without ../ and backslashes',
            `a file stored as ${stored}`,
            reply,
          );
        }
        await expectSame(context, person, stored, file);
      }
    },
  },
  {
    id: 'files.get/path-tricks',
    sentence: 'files.get MUST NOT return files from outside the store.',
    rule: 'files#names-lead-nowhere',
    proves: 'Names that climb out of the folder, encoded once or twice, are refused.',
    leavesOpen: 'Other names that might reach files outside the store.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      for (const rawParam of [
        '..%2F..%2F..%2F..%2Fetc%2Fpasswd',
        '%252e%252e%252fetc%252fpasswd',
        '..%5C..%5Cwin.ini',
      ]) {
        const reply = await context.sendAs(person, 'files.get', { rawParam });
        expectRefused(context, reply, `the file name ${rawParam}`, { prefer: [400, 404] });
      }
    },
  },
  {
    id: 'files.upload/no-file',
    sentence: 'files.upload MUST refuse a call without a file.',
    rule: 'files#upload',
    proves: 'A JSON body and an empty file are refused.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const json = await context.sendAs(person, 'files.upload', {
        file: undefined,
        rawBody: '{"file":"picture.png"}',
      });
      expectRefused(context, json, 'JSON instead of a file', { prefer: [400, 415] });
    },
  },
  accepts('picture-at-limit', `a picture of exactly ${profilePicture.maxBytes / MB} MB`, () =>
    png(makePng(48, 120, profilePicture.maxBytes)),
  ),
  accepts('document-at-limit', `a document of exactly ${educationDocument.maxBytes / MB} MB`, () =>
    pdf(makePdf('Certificate', educationDocument.maxBytes)),
  ),
  refusesFile(
    'picture-too-big',
    `A picture of ${profilePicture.maxBytes / MB} MB and one byte`,
    'profilePicture',
    () => png(makePng(48, 120, profilePicture.maxBytes + 1)),
  ),
  refusesFile(
    'document-too-big',
    `A document of ${educationDocument.maxBytes / MB} MB and one byte`,
    'educationDocument',
    () => pdf(makePdf('Certificate', educationDocument.maxBytes + 1)),
  ),
  refusesFile('document-as-picture', 'A PDF as profile picture', 'profilePicture', () => pdf()),
  refusesFile('picture-as-document', 'A picture as education document', 'educationDocument', () =>
    png(),
  ),
  refusesFile('text-as-picture', 'A text file as profile picture', 'profilePicture', () => ({
    name: 'notes.txt',
    type: 'text/plain',
    bytes: Buffer.from('These are no pictures.\n'),
  })),
]);

function accepts(name: string, words: string, file: () => UploadFile): Check {
  return scenario({
    id: `files.upload/accepts/${name}`,
    sentence: `files.upload MUST accept ${words}.`,
    rule: 'files#types-and-sizes',
    proves: 'A file at the limit is stored, and read back whole.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      // A store that changes small files too has its own check.
      await expectStored(context, person, png());
      await expectStored(context, person, file());
    },
  });
}

async function upload(context: CheckContext, person: Person, file: UploadFile): Promise<string> {
  const reply = await context.sendAs(person, 'files.upload', { file });
  expectAccepted(reply, `the file ${file.name} of ${file.bytes.length} bytes`);
  const name = readStoredName(reply);
  if (name === undefined) throw new Blocked('files.upload/answers', 'the upload answers no name');
  return name;
}

async function expectStored(
  context: CheckContext,
  person: Person,
  file: UploadFile,
): Promise<void> {
  await expectSame(context, person, await upload(context, person, file), file);
}

/** @param other whose bytes must not come in their place */
async function expectSame(
  context: CheckContext,
  person: Person,
  fileName: string,
  file: UploadFile,
  other?: UploadFile,
): Promise<void> {
  const reply = await context.sendAs(person, 'files.get', { params: { fileName } });
  expectAccepted(reply, 'her own file');
  if (Buffer.compare(reply.bytes, file.bytes) === 0) return;
  if (other && Buffer.compare(reply.bytes, other.bytes) === 0) {
    throw new Failed('her own file', "another applicant's file", reply);
  }
  const isOwnCheck = context.id === byteForByte || file.bytes.length >= MB;
  if (!isOwnCheck) throw new Blocked(byteForByte, 'a file comes back changed');
  throw new Failed(
    `${file.bytes.length} bytes as they were sent`,
    `${reply.bytes.length} others`,
    reply,
  );
}
