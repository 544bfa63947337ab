/** Receipts, pictures and documents that applicants upload. */
import { z } from 'zod';
import type { Uploadable } from '../file-rules.ts';
import { defineOperation } from '../operation.ts';
import { storedNameExamples } from './shared.ts';

export const upload = defineOperation({
  method: 'POST',
  path: '/files/private/upload_v2',
  contentType: 'multipart/form-data',
  summary: 'Upload a file',
  description:
    'Stores a receipt, a picture or a document, and answers the name it is stored under: plain text, not the name it was sent with. Send that name with the payment or the biography.',
  rule: 'files#upload',
  auth: 'bearer',
  body: z.object({
    file: z
      .custom<Uploadable>()
      .describe('A JPEG or PNG picture of at most 4 MB, or a PDF of at most 10 MB.'),
  }),
  readsBodyAs: 'text',
  successResponses: {
    200: z.string().min(1).describe('The stored name as text; quotes around it are tolerated.'),
    201: z.string().min(1),
  },
  refusals: {
    400: {
      reason: 'The field `file` is missing or empty, or the file was cut off.',
      message: 'The file is empty.',
    },
    413: {
      reason: 'The file is too large: pictures have at most 4 MB, a PDF at most 10 MB.',
      message: "File too big, can't exceed 4MB",
    },
    415: {
      reason: 'The content is neither a JPEG, a PNG nor a PDF, whatever its name says.',
      message: 'Only PNG, JPEG and PDF files are supported',
    },
  },
  refusesIn: 'text',
  safeToRepeat: false,
  examples: {
    answers: { stored: { summary: 'The stored name', value: storedNameExamples.profilePicture } },
  },
});

export const get = defineOperation({
  method: 'GET',
  path: '/files/private/get_file_1/:fileName',
  pathParams: z.object({
    fileName: z.string().min(1).describe('The name that the upload answered.'),
  }),
  summary: 'Read a file',
  description: 'Reads a file that she uploaded, byte for byte, as the type that its content has.',
  rule: 'files#read-a-file',
  auth: 'bearer',
  readsBodyAs: 'bytes',
  successResponses: { 200: z.custom<Blob>().describe('The bytes.') },
  refusals: { 404: { reason: 'The name was never given out.', message: 'There is no such file.' } },
  safeToRepeat: true,
  neededValues: ['profilePicture'],
  examples: { parameters: { fileName: storedNameExamples.profilePicture } },
});
