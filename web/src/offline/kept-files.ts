/** The chosen files of a form, kept on the device as what she types is: where she wishes so, and until it is sent. */
import { fieldsOf, numberOf } from '../app/unchecked.ts';
import { keepPart, restorePart } from './vault.ts';

/** A file with what else is known of it, which JSON can write. */
export interface KeptFile {
  data: Blob;
  facts: object;
}

/** The length of the list before the bytes, in bytes. */
const lengthBytes = 4;

/** @param part of the form @param files none: what was kept is dropped */
export function keepFiles(owner: string, form: string, part: string, files: readonly KeptFile[]) {
  if (files.length === 0) return keepPart(owner, form, part);
  const list = files.map(({ data: { size, type }, facts }) => ({ size, type, facts }));
  const json = new TextEncoder().encode(JSON.stringify(list));
  const blobs = files.map(({ data }) => data);
  const all = new Blob([Uint32Array.of(json.length), json, ...blobs]);
  return keepPart(owner, form, part, () => all.arrayBuffer());
}

/** @returns the files that were kept, in their order, with the same facts, unchecked */
export async function keptFiles(
  owner: string,
  form: string,
  part: string,
): Promise<{ data: Blob; facts: Record<string, unknown> }[]> {
  const all = await restorePart(owner, form, part);
  if (!all) return [];
  let at = lengthBytes + (new Uint32Array(all, 0, 1)[0] ?? 0);
  const list: unknown = JSON.parse(new TextDecoder().decode(all.slice(lengthBytes, at)));
  return (Array.isArray(list) ? list : []).map((one: unknown) => {
    const { size, type, facts } = fieldsOf(one);
    const from = at;
    at += numberOf(size) ?? 0;
    return {
      data: new Blob([all.slice(from, at)], { type: String(type) }),
      facts: fieldsOf(facts),
    };
  });
}
