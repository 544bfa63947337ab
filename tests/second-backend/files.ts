/** Pictures and documents: recognized by what they are, seen by their owner only. */

import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import { type ApplicantCall, guarded, type Reply, readMultipart, text } from './http.ts';
import { Problem } from './problem.ts';
import type { Person } from './world.ts';

const megabyte = 1024 * 1024;
/** A document of the largest size, and what multipart adds around it. */
export const largestUpload = 10 * megabyte + 64 * 1024;

interface StoredFile {
  kind: 'picture' | 'document';
  type: string;
}

interface Form extends StoredFile {
  begins: readonly number[];
  ends: string | Buffer;
  extensions: readonly [string, ...string[]];
  megabytes: number;
}

const picture = { kind: 'picture', extensions: ['jpg', 'jpeg', 'png'], megabytes: 4 } as const;

const forms: readonly Form[] = [
  { ...picture, type: 'image/jpeg', begins: [0xff, 0xd8, 0xff], ends: Buffer.of(0xff, 0xd9) },
  {
    ...picture,
    type: 'image/png',
    begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ends: 'IEND',
  },
  {
    kind: 'document',
    type: 'application/pdf',
    // %PDF-
    begins: [0x25, 0x50, 0x44, 0x46, 0x2d],
    ends: '%%EOF',
    extensions: ['pdf'],
    megabytes: 10,
  },
];

async function upload({ world, person, headers, bytes: body }: ApplicantCall) {
  const { name, bytes } = await readMultipart(body, headers['content-type'], 'file');
  if (bytes.length === 0) throw new Problem(400, 'The file is empty');
  const form = forms.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  // A name without an extension says nothing against the content.
  if (!form || (extension !== undefined && !form.extensions.includes(extension))) {
    throw new Problem(415, 'Only jpg, png, jpeg and pdf files are supported');
  }
  if (!Buffer.from(bytes).includes(form.ends)) throw new Problem(400, 'The file is not complete');
  if (bytes.length > form.megabytes * megabyte) {
    throw new Problem(413, `File too big, can't exceed ${form.megabytes}MB`);
  }
  const stored = `${randomUUID()}.${extension ?? form.extensions[0]}`;
  // As base64 in both directions: the driver's own way with bytes takes eight times as long.
  const sent = Buffer.from(bytes).toString('base64');
  await world.db.sql`insert into files values
    (${stored}, ${person.id}, ${form.kind}, ${form.type}, decode(${sent}, 'base64'))`;
  return text(stored);
}

async function get({ world, person, param }: ApplicantCall): Promise<Reply> {
  const { rows } = await world.db.sql<StoredFile & { bytes: string }>`
    select type, encode(bytes, 'base64') as bytes from files
    where name = ${param('fileName')} and applicant_id = ${person.id}`;
  if (!rows[0]) throw noSuchFile();
  return { status: 200, type: rows[0].type, body: Buffer.from(rows[0].bytes, 'base64') };
}

const noSuchFile = () => new Problem(404, 'No such file');

/** @throws {Problem} 404 for a file of somebody else, 400 for one of the other kind */
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
  const only =
    kind === 'picture' ? 'Only image files are supported' : 'Only PDF files are supported';
  throw new Problem(400, `${label}: ${only}`);
}

export const fileRoutes = [
  guarded('POST /api/files/private/upload_v2', upload, { takes: 'multipart' }),
  guarded('GET /api/files/private/get_file_1/{fileName}', get),
];
