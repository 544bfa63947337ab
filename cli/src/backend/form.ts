/** A file as the multipart field `file`. */
import { randomBytes } from 'node:crypto';

/** A file that is sent: any Blob, and the name it is sent under. */
export interface NamedBlob {
  name: string;
  data: Blob;
}

/** The same file is often sent again, by the next applicant: its bytes are read once. */
const bytesOf = new WeakMap<Blob, Promise<ArrayBuffer>>();
const boundary = `----admissions-${randomBytes(12).toString('hex')}`;
const quoted: Record<string, string> = { '\n': '%0A', '\r': '%0D', '"': '%22' };

/** @returns a form with nothing but the file, and its content type */
export async function toForm({
  name,
  data,
}: NamedBlob): Promise<{ type: string; body: Uint8Array }> {
  const bytes = bytesOf.get(data) ?? data.arrayBuffer();
  bytesOf.set(data, bytes);
  const fileName = name.replace(/[\n\r"]/g, (sign) => quoted[sign] ?? sign);
  const type = data.type || 'application/octet-stream';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(head),
      new Uint8Array(await bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
