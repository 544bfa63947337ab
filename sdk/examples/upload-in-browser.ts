import { type Client, unwrap } from '@one-planet/sdk';
import { makeFileMessage, nameFor, signatureBytes, sniffType } from '@one-planet/sdk/file-rules';

/**
 * Sends the file that a person chose in `<input type="file">`.
 * @returns the name under which it is stored
 */
export async function sendReceipt(
  client: Client,
  file: File,
  onPercent: (percent: number) => void,
): Promise<string> {
  const startBytes = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer());
  const sniffedType = sniffType(startBytes) ?? '';
  const nameToSend = nameFor(sniffedType, file.name);
  const problem = makeFileMessage('receipt', {
    name: nameToSend,
    size: file.size,
    content: sniffedType,
  });
  if (problem) throw new Error(problem);
  return unwrap(
    client.files.upload({
      body: { file: { name: nameToSend, data: file } },
      onProgress: ({ sent, total }) => onPercent(Math.round((100 * sent) / total)),
    }),
  );
}
