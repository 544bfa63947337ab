/** Pictures and documents, which are recognized by their content and returned to their owner only. */

import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import {
  type ApplicantCall,
  applicantRoute,
  type HttpResponse,
  readMultipart,
  textResponse,
} from './http.ts';
import { Problem } from './problem.ts';
import type { Person } from './world.ts';

const megabyte = 1024 * 1024;
/** The largest document, and 64 KB for what multipart adds. */
export const maxUploadBytes = 10 * megabyte + 64 * 1024;

interface StoredFile {
  kind: 'picture' | 'document';
  contentType: string;
}

interface FileFormat extends StoredFile {
  signature: readonly number[];
  endMarker: string | Buffer;
  extensions: readonly [string, ...string[]];
  maxMegabytes: number;
}

const pictureFormat = {
  kind: 'picture',
  extensions: ['jpg', 'jpeg', 'png'],
  maxMegabytes: 4,
} as const;

const fileFormats: readonly FileFormat[] = [
  {
    ...pictureFormat,
    contentType: 'image/jpeg',
    signature: [0xff, 0xd8, 0xff],
    endMarker: Buffer.of(0xff, 0xd9),
  },
  {
    ...pictureFormat,
    contentType: 'image/png',
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    endMarker: 'IEND',
  },
  {
    kind: 'document',
    contentType: 'application/pdf',
    // %PDF-
    signature: [0x25, 0x50, 0x44, 0x46, 0x2d],
    endMarker: '%%EOF',
    extensions: ['pdf'],
    maxMegabytes: 10,
  },
];

async function upload({ world, person, headers, bodyBytes: requestBody }: ApplicantCall) {
  const { name, bytes } = await readMultipart(requestBody, headers['content-type'], 'file');
  if (bytes.length === 0) throw new Problem(400, 'The file is empty');
  const fileFormat = fileFormats.find(({ signature }) =>
    signature.every((byte, index) => bytes[index] === byte),
  );
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  // A name without an extension is accepted: the content decides.
  if (!fileFormat || (extension !== undefined && !fileFormat.extensions.includes(extension))) {
    throw new Problem(415, 'Only jpg, png, jpeg and pdf files are supported');
  }
  if (!Buffer.from(bytes).includes(fileFormat.endMarker))
    throw new Problem(400, 'The file is not complete');
  if (bytes.length > fileFormat.maxMegabytes * megabyte) {
    throw new Problem(413, `File too big, can't exceed ${fileFormat.maxMegabytes}MB`);
  }
  const storedFileName = `${randomUUID()}.${extension ?? fileFormat.extensions[0]}`;
  // Base64 in both directions, because the driver takes eight times as long with bytes.
  const base64Bytes = Buffer.from(bytes).toString('base64');
  await world.db.sql`insert into files values
    (${storedFileName}, ${person.id}, ${fileFormat.kind}, ${fileFormat.contentType}, decode(${base64Bytes}, 'base64'))`;
  return textResponse(storedFileName);
}

async function getFile({ world, person, param }: ApplicantCall): Promise<HttpResponse> {
  const { rows } = await world.db.sql<StoredFile & { bytes: string }>`
    select type as "contentType", encode(bytes, 'base64') as bytes from files
    where name = ${param('fileName')} and applicant_id = ${person.id}`;
  if (!rows[0]) throw noSuchFile();
  return {
    status: 200,
    contentType: rows[0].contentType,
    body: Buffer.from(rows[0].bytes, 'base64'),
  };
}

const noSuchFile = () => new Problem(404, 'No such file');

/** @throws {Problem} 404 unless the applicant uploaded a file of this name, 400 where it is of the other kind */
export async function demandFile(
  db: Db,
  { id }: Person,
  name: string,
  kind: StoredFile['kind'],
  label: string,
): Promise<void> {
  const { rows } = await db.sql<StoredFile>`
    select kind from files where name = ${name} and applicant_id = ${id}`;
  if (!rows[0]) throw noSuchFile();
  if (rows[0].kind === kind) return;
  const message =
    kind === 'picture' ? 'Only image files are supported' : 'Only PDF files are supported';
  throw new Problem(400, `${label}: ${message}`);
}

export const fileRoutes = [
  applicantRoute('POST /api/files/private/upload_v2', upload, { bodyType: 'multipart' }),
  applicantRoute('GET /api/files/private/get_file_1/{fileName}', getFile),
];
