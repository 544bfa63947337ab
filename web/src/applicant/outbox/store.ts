/** What waits, on the device: one sealed list, and each file sealed beside it. */
import { applicantStates } from '@one-planet/contract/lifecycle';
import { fieldsOf, isRecord, keysOf, textOf } from '../../site/unchecked.ts';
import { dropSealed, openVault, seal, sealJson, unseal, unsealJson } from '../vault/vault.ts';
import { markWaiting, rowOf, type Waiting, waiting } from '../waiting.ts';

const list = 'waiting';
const nameOf = ({ step }: Waiting, field: string) => `${list}/${step}/${field}`;
const isSame = (one: Waiting, other: Waiting) =>
  one.owner === other.owner && one.step === other.step;

/** The steps in the order in which they are taken. */
const placeOf = ({ step }: Waiting) => applicantStates.indexOf(rowOf(step).to);
const inOrder = (a: Waiting, b: Waiting) => placeOf(a) - placeOf(b);

/** Puts something among what waits, in the place of what was given for the same step before. */
export async function give(item: Waiting): Promise<void> {
  await load(item.owner);
  const others = waiting.get().filter((one) => !isSame(one, item));
  waiting.set([...others, item].sort(inOrder));
  let isKept = await openVault(item.owner);
  for (const [field, file] of Object.entries(item.files))
    isKept &&= await seal(item.owner, nameOf(item, field), await file.arrayBuffer());
  // A list of something whose file is missing would be of no use.
  await change({ ...item, isKept });
}

/** Puts a changed one in the place of what it was. */
export async function change(item: Waiting): Promise<void> {
  waiting.set(waiting.get().map((one) => (isSame(one, item) ? item : one)));
  await write(item.owner);
}

/** Takes one away: it was sent, or she took it back. */
export async function remove(item: Waiting): Promise<void> {
  await load(item.owner);
  waiting.set(waiting.get().filter((one) => !isSame(one, item)));
  await write(item.owner);
  await dropSealed(item.owner, `${list}/${item.step}/`);
}

async function write(owner: string): Promise<void> {
  const own = waiting.get().filter((item) => item.owner === owner);
  markWaiting(owner, own.length > 0);
  const metas = own
    .filter(({ isKept }) => isKept)
    .map(({ files, ...item }) => ({
      ...item,
      files: Object.entries(files).map(([field, { name, type, lastModified }]) => ({
        field,
        name,
        type,
        lastModified,
      })),
    }));
  await sealJson(owner, list, metas);
}

/** Reads again what waits of somebody: another tab may have sent some, or this one was just opened. */
export async function load(owner: string): Promise<void> {
  const kept = await unsealJson(owner, list);
  // Where the browser keeps nothing, this tab knows best.
  if (!Array.isArray(kept)) return;
  const own = await Promise.all(kept.map((meta) => itemOf(owner, meta)));
  const isOther = (item: Waiting) => item.owner !== owner || !item.isKept;
  const others = waiting.get().filter(isOther);
  waiting.set([...others, ...own.flatMap((item) => item ?? [])].sort(inOrder));
}

async function itemOf(owner: string, meta: unknown): Promise<Waiting | undefined> {
  if (!isWaiting(meta)) return undefined;
  const item: Waiting = { ...meta, owner, files: {} };
  const files: Record<string, File> = {};
  for (const one of Array.isArray(meta.files) ? meta.files : []) {
    const { field, name, type, lastModified } = fieldsOf(one);
    const bytes = await unseal(owner, nameOf(item, textOf(field)));
    // Without its file it can't be sent; the form is there to be filled in again.
    if (!bytes) return undefined;
    files[textOf(field)] = new File([bytes], textOf(name), {
      type: textOf(type),
      lastModified: Number(lastModified),
    });
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
  const { step, body, draft, typed, profile } = fieldsOf(meta);
  const isStep = keysOf(steps).some((one) => one === step);
  return isStep && Boolean(draft) && [body, typed, profile].every(isRecord);
}
