import { stored } from './people.ts';
import type { ResourceTexts } from './types.ts';

export const fileTexts: ResourceTexts<'files'> = {
  'files.upload': {
    title: 'Upload a file',
    description:
      'Stores a receipt, a picture or a document, and answers the name it is stored under: plain text, not the name it was sent with. Send that name with the payment or the biography.',
    answers: { stored: { summary: 'The stored name', value: stored.profilePicture } },
    refusals: {
      400: {
        why: 'The field `file` is missing or empty, or the file was cut off.',
        message: 'The file is empty.',
      },
      413: {
        why: 'The file is too large: pictures have at most 4 MB, a PDF at most 10 MB.',
        message: "File too big, can't exceed 4MB",
      },
      415: {
        why: 'The content is neither a JPEG, a PNG nor a PDF, whatever its name says.',
        message: 'Only PNG, JPEG and PDF files are supported',
      },
    },
  },
  'files.get': {
    title: 'Read a file',
    description: 'Reads a file that she uploaded, byte for byte, as the type that its content has.',
    parameters: {
      fileName: { means: 'The name that the upload answered.', example: stored.profilePicture },
    },
    refusals: {
      404: { why: 'The name was never given out.', message: 'There is no such file.' },
    },
  },
};
