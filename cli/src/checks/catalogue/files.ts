/** Uploaded files: stored unchanged, under safe names, within their limits (2 §5, §7, §9). */
import { type FileKind, limits } from '@one-planet/contract';
import {
  makeJpeg,
  makePdf,
  makePng,
  sampleFiles,
  type UploadFile,
} from '../../applicant/sample-files.ts';
import { randomText } from '../../core/text.ts';
import type { Person } from '../applicants.ts';
import { ensureStoredFile } from '../call-needs.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  makeScenarioChecks,
} from '../check.ts';
import { expectNothingChanged, expectRefused } from '../expect.ts';
import { type ApiResponse, readStoredName } from '../http-messages.ts';
import { block, expectAccepted, failure } from '../outcome.ts';

/**
 * Files that are wrong only by their content. A backend may check names alone, so a missed one does not fail the run.
 */
const contentOnlyRefusalNames: readonly string[] = [
  'program-as-picture',
  'page-as-picture',
  'text-as-document',
  'cut-off-document',
  'cut-off-picture',
];

/**
 * A check that a file is refused, at the upload or when the biography names it.
 * @param description the beginning of the check's sentence
 */
function refusedFileCheck(
  name: string,
  description: string,
  fileKind: FileKind,
  makeFile: () => UploadFile,
): BackendCheck {
  const verb = contentOnlyRefusalNames.includes(name) ? 'SHOULD' : 'MUST';
  return makeScenarioCheck({
    id: `files.upload/refuses/${name}`,
    sentence: `${description} ${verb} be refused, either at the upload or where it is used.`,
    rule: contentOnlyRefusalNames.includes(name) ? 'files#content-counts' : 'files#types-and-sizes',
    stage: 'BIOGRAPHIC_APPLICANT',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'files.upload', { file: makeFile() });
      if (response.status >= 400) return;
      const fileField = { [fileKind]: readStoredName(response) };
      await expectNothingChanged(context, person, 'applicants.saveBioData', async () => {
        const useResponse = await context.sendWith(person, 'applicants.saveBioData', fileField);
        expectRefused(context, useResponse, description.replace(/^A/, 'a'), {
          preferredStatuses: [400],
        });
      });
    },
  });
}

const bytesPerMegabyte = 1024 * 1024;
/** The check that reports files which come back changed; the other checks do not report them again. */
const byteForByteCheckId = 'files.get/byte-for-byte';
const { profilePicture, educationDocument } = limits.files;

/** A name of its own for each file, because another check is about names that collide. */
function makeFileName(extension: string): string {
  return `check-${randomText('abcdefghijkmnpqrstuvwxyz', 8)}.${extension}`;
}

const makePngFile = (bytes = makePng(48, 30), name = makeFileName('png')): UploadFile => ({
  name,
  mediaType: 'image/png',
  bytes,
});
const makePdfFile = (bytes = makePdf('Certificate'), name = makeFileName('pdf')): UploadFile => ({
  name,
  mediaType: 'application/pdf',
  bytes,
});

const makeJpegFile = (extension: string, isPhoto = false): UploadFile => ({
  name: makeFileName(extension),
  mediaType: 'image/jpeg',
  bytes: makeJpeg(isPhoto),
});

export const fileChecks: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: byteForByteCheckId,
    sentence: 'files.get MUST return what was uploaded, byte for byte.',
    rule: 'files#kept-byte-for-byte',
    runFor: async (context, person) => {
      // One byte more than 64 KiB, the block in which most programs read files.
      const oddSizePng = makePngFile(makePng(48, 30, 64 * 1024 + 1));
      for (const file of [makePngFile(), oddSizePng, makeJpegFile('jpg'), makePdfFile()])
        await expectStoredUnchanged(context, person, file);
    },
  },
  {
    id: 'files.upload/same-name',
    sentence: 'Files with the same name MUST all be kept.',
    rule: 'files#kept-byte-for-byte',
    stage: 'ACTIVATED',
    run: async (context) => {
      const [owner, stranger] = [await context.lendPerson(), await context.lendPerson()];
      const [first, second, third] = [10, 120, 240].map((hue) =>
        makePngFile(makePng(48, hue), 'same-name.png'),
      );
      if (!first || !second || !third) return;
      const storedFiles = [
        [owner, await uploadAndReadName(context, owner, first), first, second],
        [owner, await uploadAndReadName(context, owner, second), second, third],
        [stranger, await uploadAndReadName(context, stranger, third), third, second],
      ] as const;
      for (const [person, name, file, otherFile] of storedFiles) {
        await expectSameFile(context, person, name, file, otherFile);
      }
    },
  },
  {
    id: 'files.upload/path-tricks',
    sentence: 'The name of an uploaded file MUST NOT lead outside the store.',
    rule: 'files#names-lead-nowhere',
    runFor: async (context, person) => {
      for (const uploadName of [
        '../../../tmp/evil.png',
        'a/b\\..\\c.png',
        'ሰላም ልዑል.png',
        `${'n'.repeat(180)}.png`,
      ]) {
        const file = makePngFile(makePng(48, 60), uploadName);
        const response = await context.sendAs(person, 'files.upload', { file });
        if (response.status >= 400) continue;
        const storedName = readStoredName(response) ?? '';
        if (/\.\.[/\\]|[/\\]\.\.|^[/\\]|\\/.test(storedName)) {
          throw failure(
            'a name without ../ and backslashes',
            `a file stored as ${storedName}`,
            response,
          );
        }
        await expectSameFile(context, person, storedName, file);
      }
    },
  },
  {
    id: 'files.get/path-tricks',
    sentence: 'files.get MUST NOT return files from outside the store.',
    rule: 'files#names-lead-nowhere',
    runFor: async (context, person) => {
      for (const traversalPath of [
        '..%2F..%2F..%2F..%2Fetc%2Fpasswd',
        '%252e%252e%252fetc%252fpasswd',
        '..%5C..%5Cwin.ini',
      ]) {
        const response = await context.sendAs(person, 'files.get', { rawParam: traversalPath });
        expectRefused(context, response, `the file name ${traversalPath}`, {
          preferredStatuses: [400, 404],
        });
      }
    },
  },
  {
    id: 'files.upload/no-file',
    sentence: 'files.upload MUST refuse a call without a file.',
    runFor: async (context, person) => {
      const jsonUploadResponse = await context.sendAs(person, 'files.upload', {
        file: undefined,
        rawBody: '{"file":"picture.png"}',
      });
      expectRefused(context, jsonUploadResponse, 'JSON instead of a file', {
        preferredStatuses: [400, 415],
      });
    },
  },
  acceptedFileCheck(
    'picture-at-limit',
    `a picture of exactly ${profilePicture.maxBytes / bytesPerMegabyte} MB`,
    () => makePngFile(makePng(48, 120, profilePicture.maxBytes)),
  ),
  acceptedFileCheck(
    'document-at-limit',
    `a document of exactly ${educationDocument.maxBytes / bytesPerMegabyte} MB`,
    () => makePdfFile(makePdf('Certificate', educationDocument.maxBytes)),
  ),
  acceptedFileCheck('capitals', 'a photo whose name ends in capitals, as cameras write it', () =>
    makeJpegFile('JPG', true),
  ),
  acceptedFileCheck('jpeg', 'a photo whose name ends in jpeg', () => makeJpegFile('jpeg')),
  acceptedFileCheck(
    'ethiopic-name',
    'a document whose name is in Ethiopic letters',
    () => makePdfFile(undefined, 'ሰርተፍኬት.pdf'),
    'should',
  ),
  acceptedFileCheck(
    'long-name',
    'a picture whose name has 120 letters',
    () => makePngFile(undefined, `${'n'.repeat(120)}.png`),
    'should',
  ),
  refusedFileCheck(
    'picture-too-big',
    `A picture of ${profilePicture.maxBytes / bytesPerMegabyte} MB and one byte`,
    'profilePicture',
    () => makePngFile(makePng(48, 120, profilePicture.maxBytes + 1)),
  ),
  refusedFileCheck(
    'document-too-big',
    `A document of ${educationDocument.maxBytes / bytesPerMegabyte} MB and one byte`,
    'educationDocument',
    () => makePdfFile(makePdf('Certificate', educationDocument.maxBytes + 1)),
  ),
  refusedFileCheck('document-as-picture', 'A PDF as profile picture', 'profilePicture', () =>
    makePdfFile(),
  ),
  refusedFileCheck(
    'picture-as-document',
    'A picture as education document',
    'educationDocument',
    () => makePngFile(),
  ),
  refusedFileCheck('text-as-picture', 'A text file as profile picture', 'profilePicture', () => ({
    name: 'notes.txt',
    mediaType: 'text/plain',
    bytes: Buffer.from('These are no pictures.\n'),
  })),
]);

function acceptedFileCheck(
  name: string,
  description: string,
  makeFile: () => UploadFile,
  level: 'must' | 'should' = 'must',
): BackendCheck {
  return makeScenarioCheck({
    id: `files.upload/accepts/${name}`,
    sentence: `files.upload ${level.toUpperCase()} accept ${description}.`,
    rule: 'files#types-and-sizes',
    runFor: async (context, person) => {
      // Where even a small file comes back changed, another check reports it.
      await expectStoredUnchanged(context, person, makePngFile());
      await expectStoredUnchanged(context, person, makeFile());
    },
  });
}

async function uploadAndReadName(
  context: CheckContext,
  person: Person,
  file: UploadFile,
): Promise<string> {
  const response = await context.sendAs(person, 'files.upload', { file });
  expectAccepted(response, `the file ${file.name} of ${file.bytes.length} bytes`);
  const storedName = readStoredName(response);
  if (storedName === undefined)
    throw block('files.upload/answers', 'the upload answers no name', response);
  return storedName;
}

async function expectStoredUnchanged(
  context: CheckContext,
  person: Person,
  file: UploadFile,
): Promise<void> {
  await expectSameFile(context, person, await uploadAndReadName(context, person, file), file);
}

/** @param otherFile a file whose bytes must not come back instead */
async function expectSameFile(
  context: CheckContext,
  person: Person,
  fileName: string,
  file: UploadFile,
  otherFile?: UploadFile,
): Promise<void> {
  const response = await context.sendAs(person, 'files.get', { params: { fileName } });
  expectAccepted(response, 'her own file');
  if (Buffer.compare(response.bytes, file.bytes) === 0) return;
  if (otherFile && Buffer.compare(response.bytes, otherFile.bytes) === 0) {
    throw failure('her own file', "another applicant's file", response);
  }
  const isOwnCheck = context.id === byteForByteCheckId || file.bytes.length >= bytesPerMegabyte;
  if (!isOwnCheck) throw block(byteForByteCheckId, 'a file comes back changed', response);
  throw failure(
    `${file.bytes.length} bytes as they were sent`,
    `${response.bytes.length} others`,
    response,
  );
}

/* The content of a file decides, not its name; and how a file is served (2 §5, §9; OWASP API4, API8). */

const firstHalfOf = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length / 2));
/** The first bytes of a program for Windows. */
const windowsProgram = Buffer.from(
  `MZ\x90\0\x03${'\0'.repeat(200)}This program cannot be run in DOS mode.`,
);
const scriptPage = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
const scriptDrawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

export const contentChecks: readonly BackendCheck[] = [
  refusedFileCheck('program-as-picture', 'A program that is called .png', 'profilePicture', () =>
    makePngFile(windowsProgram),
  ),
  refusedFileCheck(
    'page-as-picture',
    'A page with a script that is called .png',
    'profilePicture',
    () => makePngFile(scriptPage),
  ),
  refusedFileCheck(
    'drawing-as-picture',
    'An SVG, which can hold scripts,',
    'profilePicture',
    () => ({
      name: makeFileName('svg'),
      mediaType: 'image/svg+xml',
      bytes: scriptDrawing,
    }),
  ),
  refusedFileCheck('text-as-document', 'A text file that is called .pdf', 'educationDocument', () =>
    makePdfFile(Buffer.from('This is no document.\n')),
  ),
  refusedFileCheck('empty-picture', 'An empty file', 'profilePicture', () =>
    makePngFile(new Uint8Array(0)),
  ),
  refusedFileCheck('empty-document', 'An empty document', 'educationDocument', () =>
    makePdfFile(new Uint8Array(0)),
  ),
  refusedFileCheck('cut-off-document', 'A PDF that ends in the middle', 'educationDocument', () =>
    makePdfFile(firstHalfOf(makePdf('Certificate'))),
  ),
  refusedFileCheck('cut-off-picture', 'A PNG that ends in the middle', 'profilePicture', () =>
    makePngFile(firstHalfOf(makePng(48, 77))),
  ),
  ...makeScenarioChecks([
    {
      id: 'files.get/own-type',
      sentence: 'files.get SHOULD answer with the type of the file.',
      rule: 'files#served-safely',
      runFor: async (context, person) => {
        for (const [kind, response] of await requestServedFiles(context, person)) {
          const { mediaType } = sampleFiles[kind];
          const contentType = response.headers.get('content-type') ?? 'none';
          if (contentType.split(';')[0]?.trim().toLowerCase() !== mediaType) {
            throw failure(`the content type ${mediaType}`, contentType, response);
          }
        }
      },
    },
    {
      id: 'files.get/nosniff',
      sentence: 'files.get SHOULD forbid browsers to guess another type.',
      rule: 'files#served-safely',
      runFor: async (context, person) => {
        for (const [, response] of await requestServedFiles(context, person)) {
          const sniffingHeader = response.headers.get('x-content-type-options') ?? 'none';
          if (sniffingHeader.toLowerCase() !== 'nosniff') {
            throw failure('x-content-type-options: nosniff', sniffingHeader, response);
          }
        }
      },
    },
  ]),
];

async function requestServedFiles(context: CheckContext, person: Person) {
  const fileResponses: ['profilePicture' | 'educationDocument', ApiResponse][] = [];
  for (const fileKind of ['profilePicture', 'educationDocument'] as const) {
    const fileName = await ensureStoredFile(person, fileKind, context.helpers);
    const response = await context.sendAs(person, 'files.get', { params: { fileName } });
    expectAccepted(response, 'her own file');
    fileResponses.push([fileKind, response]);
  }
  return fileResponses;
}
