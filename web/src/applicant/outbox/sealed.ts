/** How the device keeps what waits: one sealed list, and each file sealed beside it. */
import { fieldsOf, isRecord, keysOf, textOf } from '../../site/unchecked.ts';
import { dropSealed, sealJson, unseal, unsealJson } from '../vault/vault.ts';
import type { Waiting } from '../waiting.ts';

const list = 'waiting';

/** @returns what the names of its files begin with */
export function filesOf({ step, givenAt }: Waiting): string {
  return `${list}/${step}/${givenAt}/`;
}

/** @returns the name of the file of a field */
export function fileName(item: Waiting, field: string): string {
  return filesOf(item) + field;
}

/** @returns false where it can't be kept */
export async function writeList(owner: string, items: readonly Waiting[]): Promise<boolean> {
  const metas = items
    .filter(({ isKept }) => isKept)
    .map(({ files, ...item }) => ({
      ...item,
      files: Object.entries(files).map(([field, { as, file }]) => {
        const { name, type, lastModified } = file;
        return { field, as, name, type, lastModified };
      }),
    }));
  if (metas.length > 0) return sealJson(owner, list, metas);
  await dropSealed(owner, list);
  return true;
}

/** @returns what is kept @throws {Error} where the browser keeps nothing, or does not say */
export async function readList(owner: string): Promise<Waiting[]> {
  const kept = await unsealJson(owner, list);
  const metas = Array.isArray(kept) ? kept : [];
  const items = await Promise.all(metas.map((meta) => itemOf(owner, meta)));
  return items.flatMap((item) => item ?? []);
}

async function itemOf(owner: string, meta: unknown): Promise<Waiting | undefined> {
  if (!isWaiting(meta)) return undefined;
  const item: Waiting = { ...meta, owner, files: {} };
  const files: Record<string, { as: string; file: File }> = {};
  for (const one of Array.isArray(meta.files) ? meta.files : []) {
    const { field, as, name, type, lastModified } = fieldsOf(one);
    const bytes = await unseal(owner, fileName(item, textOf(field)));
    // Without its file it can't be sent; the form is there to be filled in again.
    if (!bytes) return undefined;
    const facts = { type: textOf(type), lastModified: Number(lastModified) };
    files[textOf(field)] = { as: textOf(as), file: new File([bytes], textOf(name), facts) };
  }
  return { ...item, files };
}

const steps: Readonly<Record<Waiting['step'], true>> = {
  'payments.makeOffline': true,
  'applicants.saveBioData': true,
  'applicants.saveEducationData': true,
  'applicants.saveContactData': true,
  'applicants.applyForProgram': true,
};

/** What this site has sealed itself; an older build may have sealed it otherwise. */
function isWaiting(meta: unknown): meta is Omit<Waiting, 'files'> & { files: unknown } {
  const { step, body, draft, typed, profile, stored, givenAt } = fieldsOf(meta);
  const isStep = keysOf(steps).some((one) => one === step);
  const isDated = typeof givenAt === 'number';
  return isStep && isDated && Boolean(draft) && [body, typed, profile, stored].every(isRecord);
}
