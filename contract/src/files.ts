import { z } from 'zod';
import { refusals } from './errors.ts';
import { c, meta } from './route.ts';

/** What can be uploaded: a `File` or `Blob`, bytes, or either with a name of its own. */
export type Uploadable = Blob | Uint8Array | { name: string; data: Blob | Uint8Array };

export const files = {
  upload: c.mutation({
    method: 'POST',
    path: '/files/private/upload_v2',
    contentType: 'multipart/form-data',
    summary: 'Stores a file and returns its stored name',
    body: z.object({ file: z.custom<Uploadable>() }),
    responses: {
      200: z.string().min(1).describe('The stored name as text; quotes around it are tolerated.'),
      201: z.string().min(1),
      ...refusals(400, 401, 403, 413, 415),
    },
    metadata: meta({
      auth: 'bearer',
      rule: 'files#upload',
      reads: 'text',
      safeToRepeat: false,
      success: 200,
      refuses: [400, 413, 415],
    }),
  }),
  get: c.query({
    method: 'GET',
    path: '/files/private/get_file_1/:fileName',
    pathParams: z.object({ fileName: z.string().min(1) }),
    summary: 'Reads a stored file',
    responses: { 200: z.custom<Blob>().describe('The bytes.'), ...refusals(401, 403, 404) },
    metadata: meta({
      auth: 'bearer',
      rule: 'files#read-a-file',
      reads: 'bytes',
      safeToRepeat: true,
      success: 200,
      refuses: [404],
    }),
  }),
};
