/** Uploaded files: stored unchanged, under safe names, within their limits (specification/journey §5, §7, §9). */

import { type FileKind, limits } from '@one-planet/contract';
import {
  makeJpeg,
  makePdf,
  makePng,
  sampleFiles,
  type UploadFile,
} from '../../applicant/sample-files.ts';
import { describeResponse } from '../../checks/evidence.ts';
import { expectAccepted, makeFailure } from '../../checks/outcome.ts';
import { makeRandomText } from '../../core/text.ts';
import { type Person, startStageFor } from '../applicants.ts';
import { findReporter, makeBlockBy } from '../blame.ts';
import { ensureStoredFile } from '../call-needs.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  makeScenarioChecks,
} from '../check.ts';
import { expectNothingChanged, expectRefused } from '../expect.ts';
import { type Call, readStoredFileName } from '../http-messages.ts';

/**
 * A check that files are refused, at the upload or when the biography or the deposit names them.
 * @param description the beginning of the check's sentence
 * @param level `should` for a file that is wrong only by its content: a backend may check names alone, so a missed one
 * does not fail the run.
 */
function makeRefusedFileCheck(
  idEnding: string,
  description: string,
  fileKind: FileKind,
  makeFiles: () => UploadFile | readonly UploadFile[],
  level: 'must' | 'should' = 'must',
): BackendCheck {
  const [operation, fieldName] =
    fileKind === 'receipt'
      ? (['payments.makeOffline', 'attachmentUrl'] as const)
      : (['applicants.saveBioData', fileKind] as const);
  return makeScenarioCheck({
    id: `files.upload/refuses/${idEnding}`,
    sentence: `${description} ${level.toUpperCase()} be refused, either at the upload or where it is used.`,
    rule: level === 'should' ? 'files#content-counts' : 'files#types-and-sizes',
    ...startStageFor(operation),
    run: async (context) => {
      const person = await context.lendPreparedFor(operation);
      for (const file of [makeFiles()].flat()) {
        const response = await context.sendAs(person, 'files.upload', { file });
        if (response.status >= 400) continue;
        const fileField = { [fieldName]: readStoredFileName(response) };
        await expectNothingChanged(context, person, operation, async () => {
          const useResponse = await context.sendWith(person, operation, fileField);
          expectRefused(context, useResponse, description.replace(/^A/, 'a'));
        });
      }
    },
  });
}

/** The folder above, in each encoding, also encoded twice. */
const parentFolders = ['..%2F', '%2e%2e%2f', '..%252F', '%252e%252e%252f', '..%5C', '..%255C'];

const bytesPerMegabyte = 1024 * 1024;
/** The check that reports files which come back changed; the other checks do not report them again. */
const byteForByteCheckId = findReporter('files.get', 'other bytes');
const { profilePicture, educationDocument } = limits.files;

/** A name of its own for each file, because another check is about names that collide. */
function makeFileName(extension: string): string {
  return `check-${makeRandomText('abcdefghijkmnpqrstuvwxyz', 8)}.${extension}`;
}

const makeFile = (mediaType: string, bytes: Uint8Array, name: string) => ({
  name,
  mediaType,
  bytes,
});
const makePngFile = (bytes = makePng(48, 30), name = makeFileName('png')): UploadFile =>
  makeFile('image/png', bytes, name);
const makePdfFile = (bytes = makePdf('Certificate'), name = makeFileName('pdf')): UploadFile =>
  makeFile('application/pdf', bytes, name);
const makeJpegFile = (extension: string, hasExif = false): UploadFile =>
  makeFile('image/jpeg', makeJpeg(hasExif), makeFileName(extension));

export const fileChecks: readonly BackendCheck[] = makeScenarioChecks([
  {
    id: byteForByteCheckId,
    sentence: 'files.get MUST return what was uploaded, byte for byte.',
    rule: 'files#kept-byte-for-byte',
    runFor: async (context, person) => {
      // One byte more than 64 KiB, the block in which most programs read files.
      const oddSizePng = makePngFile(makePng(48, 30, 64 * 1024 + 1));
      // Some programs change the ends of lines, or a mark at the beginning of a text.
      const pdfWithLineEnds = Buffer.from('\r\n%\n%\r%\u00ef\u00bb\u00bf\r\n%%EOF\r\n', 'latin1');
      const oddPdf = makePdfFile(Buffer.concat([makePdf('Certificate'), pdfWithLineEnds]));
      // Some programs make a picture smaller that is wider than a screen.
      const widePng = makePngFile(makePng(2000));
      const pictures = [makePngFile(), oddSizePng, widePng, makeJpegFile('jpg')];
      for (const file of [...pictures, makePdfFile(), oddPdf])
        await expectStoredUnchanged(context, person, file);
    },
  },
  {
    id: 'files.upload/same-name',
    sentence: 'Files with the same name MUST all be kept.',
    rule: 'files#kept-byte-for-byte',
    runFor: async (context, owner) => {
      const stranger = await context.lendPerson();
      const makeRedFile = (level: number) => makePngFile(makePng(48, level), 'same-name.png');
      const [first, second, third] = [makeRedFile(10), makeRedFile(120), makeRedFile(240)] as const;
      const storedFiles = [
        [owner, await uploadAndReadName(context, owner, first), first, second],
        [owner, await uploadAndReadName(context, owner, second), second, third],
        [stranger, await uploadAndReadName(context, stranger, third), third, second],
      ] as const;
      for (const storedFile of storedFiles) await expectSameFile(context, ...storedFile);
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
        const fileName = readStoredFileName(response) ?? '';
        const expectedText = 'a name without ../ and backslashes';
        if (/\.\.[/\\]|[/\\]\.\.|^[/\\]|\\/.test(fileName))
          throw makeFailure(expectedText, `a file stored as ${fileName}`, response);
        await expectSameFile(context, person, fileName, file);
      }
    },
  },
  {
    id: 'files.get/path-tricks',
    sentence: 'files.get MUST NOT return files from outside the store.',
    rule: 'files#names-lead-nowhere',
    runFor: async (context, person) => {
      for (const traversalPath of parentFolders.flatMap((parentFolder) => [
        `${parentFolder.repeat(8)}etc${parentFolder.replace(/^(?:\.|%2e|%252e)+/, '')}passwd`,
        `${parentFolder.repeat(2)}win.ini`,
      ])) {
        const response = await context.sendAs(person, 'files.get', { rawParam: traversalPath });
        // Many routers lead to the path without its climbing parts, which is outside the API.
        if (response.status >= 300 && response.status < 400) continue;
        expectRefused(context, response, `the file name ${traversalPath}`);
      }
    },
  },
  {
    id: 'files.upload/no-file',
    sentence: 'files.upload MUST refuse a call without a file.',
    runFor: async (context, person) => {
      for (const [description, call] of bodiesWithoutFile) {
        const response = await context.sendAs(person, 'files.upload', { file: undefined, ...call });
        expectRefused(context, response, description);
      }
    },
  },
  makeAcceptedFileCheck(
    'picture-at-limit',
    `a picture of exactly ${profilePicture.maxBytes / bytesPerMegabyte} MB`,
    () => makePngFile(makePng(48, 120, profilePicture.maxBytes)),
  ),
  makeAcceptedFileCheck(
    'document-at-limit',
    `a document of exactly ${educationDocument.maxBytes / bytesPerMegabyte} MB`,
    () => makePdfFile(makePdf('Certificate', educationDocument.maxBytes)),
  ),
  makeAcceptedFileCheck(
    'capitals',
    'a photo or a document whose name ends in capitals, as cameras and scanners write it',
    () => [makeJpegFile('JPG', true), makePdfFile(undefined, makeFileName('PDF'))],
  ),
  makeAcceptedFileCheck('jpeg', 'a photo whose name ends in jpeg', () => makeJpegFile('jpeg')),
  makeAcceptedFileCheck(
    'ethiopic-name',
    'a document whose name is in Ethiopic letters',
    () => makePdfFile(undefined, 'ሰርተፍኬት.pdf'),
    'should',
  ),
  makeAcceptedFileCheck(
    'long-name',
    'a picture whose name has 120 letters',
    () => makePngFile(undefined, `${'n'.repeat(120)}.png`),
    'should',
  ),
  makeRefusedFileCheck(
    'picture-too-big',
    `A picture of ${profilePicture.maxBytes / bytesPerMegabyte} MB and one byte`,
    'profilePicture',
    () => makePngFile(makePng(48, 120, profilePicture.maxBytes + 1)),
  ),
  makeRefusedFileCheck(
    'document-too-big',
    `A document of ${educationDocument.maxBytes / bytesPerMegabyte} MB and one byte`,
    'educationDocument',
    () => makePdfFile(makePdf('Certificate', educationDocument.maxBytes + 1)),
  ),
  makeRefusedFileCheck('document-as-picture', 'A PDF as profile picture', 'profilePicture', () =>
    makePdfFile(),
  ),
  makeRefusedFileCheck('document-as-receipt', 'A PDF as receipt of a deposit', 'receipt', () =>
    makePdfFile(),
  ),
  makeRefusedFileCheck(
    'picture-as-document',
    'A picture as education document',
    'educationDocument',
    () => makePngFile(),
  ),
  makeRefusedFileCheck('text-as-picture', 'A text file as profile picture', 'profilePicture', () =>
    makeFile('text/plain', Buffer.from('These are no pictures.\n'), 'notes.txt'),
  ),
]);

const makeMultipartCall = (rawBody: string): Call => ({
  rawBody,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});
/** The content is a PDF, so that it is not refused for its content. */
const makeOnePartCall = (disposition: string) =>
  makeMultipartCall(
    `--x\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: application/pdf\r\n\r\n${Buffer.from(makePdf('Certificate')).toString('latin1')}\r\n--x--\r\n`,
  );

/** Bodies of an upload that hold no file, each with its name in messages. */
export const bodiesWithoutFile: readonly (readonly [string, Call])[] = [
  ['JSON instead of a file', { rawBody: '{"file":"picture.png"}' }],
  ['a body without parts', makeMultipartCall('--x--\r\n')],
  ['a file under another name', makeOnePartCall('name="other"; filename="a.pdf"')],
  ['a text in the place of the file', makeOnePartCall('name="file"')],
  ['a body that breaks off', makeMultipartCall('--x\r\nbroken')],
  [
    'a body without a boundary',
    { rawBody: '--x--\r\n', headers: { 'content-type': 'multipart/form-data' } },
  ],
];

function makeAcceptedFileCheck(
  idEnding: string,
  description: string,
  makeFiles: () => UploadFile | readonly UploadFile[],
  level: 'must' | 'should' = 'must',
): BackendCheck {
  return makeScenarioCheck({
    id: `files.upload/accepts/${idEnding}`,
    sentence: `files.upload ${level.toUpperCase()} accept ${description}.`,
    rule: 'files#types-and-sizes',
    runFor: async (context, person) => {
      // Where even a small file comes back changed, another check reports it.
      for (const file of [makePngFile(), makeFiles()].flat())
        await expectStoredUnchanged(context, person, file);
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
  const storedName = readStoredFileName(response);
  if (storedName === undefined)
    throw makeBlockBy('files.upload', 'unusable answer', 'the upload answers no name', response);
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
  const isOwnCheck = context.id === byteForByteCheckId || file.bytes.length >= bytesPerMegabyte;
  const response = await context.sendAs(person, 'files.get', { params: { fileName } });
  if (response.status >= 300 && !isOwnCheck) {
    const reason = `her own file is not returned: ${describeResponse(response)}`;
    throw makeBlockBy('files.get', 'other bytes', reason, response);
  }
  expectAccepted(response, 'her own file');
  if (Buffer.compare(response.bytes, file.bytes) === 0) return;
  if (otherFile && Buffer.compare(response.bytes, otherFile.bytes) === 0) {
    throw makeFailure('the file that was uploaded', 'another one', response);
  }
  if (!isOwnCheck)
    throw makeBlockBy('files.get', 'other bytes', 'a file comes back changed', response);
  const expectedText = `${file.bytes.length} bytes as they were sent`;
  throw makeFailure(expectedText, `${response.bytes.length} others`, response);
}

/*
 * The content of a file decides, not its name; and how a file is served (specification/journey §5, §9; OWASP API4,
 * API8).
 */

const takeFirstHalf = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length / 2));
/** The first bytes of a program for Windows. */
const windowsProgramBytes = Buffer.from(
  `MZ\x90\0\x03${'\0'.repeat(200)}This program cannot be run in DOS mode.`,
);
const scriptPageBytes = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
const scriptDrawingBytes = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
);

export const contentChecks: readonly BackendCheck[] = [
  makeRefusedFileCheck(
    'program-as-picture',
    'A program that is called .png',
    'profilePicture',
    () => makePngFile(windowsProgramBytes),
    'should',
  ),
  makeRefusedFileCheck(
    'page-as-picture',
    'A page with a script that is called .png',
    'profilePicture',
    () => makePngFile(scriptPageBytes),
    'should',
  ),
  makeRefusedFileCheck(
    'drawing-as-picture',
    'An SVG, which can hold scripts,',
    'profilePicture',
    () => makeFile('image/svg+xml', scriptDrawingBytes, makeFileName('svg')),
  ),
  makeRefusedFileCheck(
    'text-as-document',
    'A text file that is called .pdf',
    'educationDocument',
    () => makePdfFile(Buffer.from('This is no document.\n')),
    'should',
  ),
  makeRefusedFileCheck('empty-picture', 'An empty file', 'profilePicture', () =>
    makePngFile(new Uint8Array(0)),
  ),
  makeRefusedFileCheck('empty-document', 'An empty document', 'educationDocument', () =>
    makePdfFile(new Uint8Array(0)),
  ),
  makeRefusedFileCheck(
    'cut-off-document',
    'A PDF that ends in the middle',
    'educationDocument',
    () => makePdfFile(takeFirstHalf(makePdf('Certificate'))),
    'should',
  ),
  makeRefusedFileCheck(
    'cut-off-picture',
    'A picture that ends in the middle',
    'profilePicture',
    () => [
      makePngFile(takeFirstHalf(makePng(48, 77))),
      // Of a photo whose upload broke off, most often the header is whole and only the end is missing.
      makeFile('image/jpeg', makeJpeg(false).slice(0, -2), makeFileName('jpg')),
    ],
    'should',
  ),
  makeScenarioCheck({
    id: 'files.get/declared-type',
    sentence: 'A picture that was declared as a page SHOULD NOT be served as one.',
    rule: 'files#served-safely',
    runFor: async (context, person) => {
      const file = { ...makePngFile(), mediaType: 'text/html' };
      const uploadResponse = await context.sendAs(person, 'files.upload', { file });
      if (uploadResponse.status >= 400) return;
      const params = { fileName: readStoredFileName(uploadResponse) ?? '' };
      const response = await context.sendAs(person, 'files.get', { params });
      const mediaType = response.headers.get('content-type') ?? 'none';
      if (/html|svg|xml/i.test(mediaType) && response.status < 300)
        throw makeFailure('content-type: image/png', mediaType, response);
    },
  }),
  makeServedCheck(
    'own-type',
    'answer with the type of the file',
    'content-type',
    (kind) => sampleFiles[kind].mediaType,
  ),
  makeServedCheck(
    'nosniff',
    'forbid browsers to guess another type',
    'x-content-type-options',
    () => 'nosniff',
  ),
];

/** @param expectedValueOf returns what the header has to be for a kind of file */
function makeServedCheck(
  idEnding: string,
  predicate: string,
  headerName: string,
  expectedValueOf: (kind: FileKind) => string,
): BackendCheck {
  return makeScenarioCheck({
    id: `files.get/${idEnding}`,
    sentence: `files.get SHOULD ${predicate}.`,
    rule: 'files#served-safely',
    runFor: async (context, person) => {
      for (const kind of ['profilePicture', 'educationDocument'] as const) {
        const fileName = await ensureStoredFile(person, kind, context.helpers);
        const response = await context.sendAs(person, 'files.get', { params: { fileName } });
        expectAccepted(response, 'her own file');
        const [headerValue = ''] = (response.headers.get(headerName) ?? 'none').split(';');
        if (headerValue.trim().toLowerCase() !== expectedValueOf(kind))
          throw makeFailure(`${headerName}: ${expectedValueOf(kind)}`, headerValue, response);
      }
    },
  });
}
