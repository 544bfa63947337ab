/** One file out of a multipart body. */
import { Problem } from './problem.ts';

export async function readMultipart(
  sent: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
  field: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  if (!contentType || !/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new Problem(415, 'Content type must be multipart/form-data');
  }
  const headers = { 'content-type': contentType };
  const form = await new Response(sent, { headers }).formData().catch(() => {
    throw new Problem(400, 'The multipart body is not readable');
  });
  const file = form.get(field);
  if (file === null || typeof file === 'string') {
    throw new Problem(400, `Required part '${field}' is not present`);
  }
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
