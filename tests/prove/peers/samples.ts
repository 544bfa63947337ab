/** The smallest files that open. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One white point. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

export const picture = new Blob([Buffer.from(png, 'base64')], { type: 'image/png' });

/** Neither picture nor PDF. */
export const note = new Blob(['neither picture nor PDF'], { type: 'text/plain' });

/** One empty page. */
export const paper = new Blob(
  [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ],
  { type: 'application/pdf' },
);

/** @returns the name under which `putFiles` puts a file */
export function fileName({ type }: Blob): string {
  if (type === 'image/png') return 'picture.png';
  return type === 'application/pdf' ? 'paper.pdf' : 'note.txt';
}

/** For tools that read files from a folder. */
export async function putFiles(folder: string): Promise<void> {
  for (const file of [picture, paper, note]) {
    await writeFile(join(folder, fileName(file)), new Uint8Array(await file.arrayBuffer()));
  }
}
