/** What was given in a form, as it waits. */
import { readStoredFile, type StoredFile } from '../../site/drafts.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import type { Given, Waiting } from '../waiting.ts';

/**
 * Reads the files that are not on the server yet, as small as they would be sent: what is behind a name may be gone when
 * it is sent, because a phone's camera cleans up behind itself.
 * @throws {DOMException} if one is gone already
 */
export async function pack({ files: given, ...rest }: Given): Promise<Waiting> {
  const files: Record<string, Waiting['files'][string]> = {};
  const stored: Record<string, StoredFile> = {};
  for (const [field, { as, chosen }] of Object.entries(given)) {
    const known = readStoredFile(rest.draft, as);
    if (fieldsOf(rest.body)[field]) {
      if (known) stored[as] = known;
    } else if (chosen?.file) {
      const { name = chosen.file.name, data = chosen.file } = chosen;
      const { lastModified } = chosen.file;
      const file = new File([await data.arrayBuffer()], name, { type: data.type, lastModified });
      files[field] = { as, file };
    }
  }
  return { ...rest, files, stored, givenAt: Date.now() };
}
