/** A file as the body of an upload, for tools that send bytes only. */
export async function multipart(file: Blob): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData();
  form.set('file', file, 'file.png');
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { type, bytes: Buffer.from(await response.arrayBuffer()) };
}
