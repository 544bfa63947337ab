/** Sends what waits: in order, each once, and only where the server's state says that it is not there yet. */
import { applicantStates, isApplicantState } from '@one-planet/contract/lifecycle';
import { type AnyAnswer, ask } from '../../site/answers.ts';
import { dropDraft } from '../../site/drafts.ts';
import type { Site } from '../../site/site.ts';
import { keepUnderway } from '../payment-underway.ts';
import { readStatus } from '../reads.ts';
import { refusalOf, takeStep } from '../steps.ts';
import { rowOf, type Waiting, waiting } from '../waiting.ts';
import { change, load, remove } from './store.ts';

interface SendOptions {
  owner: string;
  email: string;
  /** Called after each that has arrived. @param next the page that follows */
  onSent: (item: Waiting, next: string) => void;
}

/** Sends until nothing waits, the network or the session is gone, or the server refuses something. */
export async function sendWaiting(site: Site, options: SendOptions): Promise<void> {
  const send = () => sendAll(site, options);
  // Older phones and plain http have no locks; the state is read before anything is sent.
  const { locks }: Partial<Navigator> = navigator;
  await (locks
    ? locks.request(`waiting:${options.owner}`, { ifAvailable: true }, (lock) => lock && send())
    : send());
}

async function sendAll(site: Site, { owner, email, onSent }: SendOptions): Promise<void> {
  await load(owner);
  for (;;) {
    const item = waiting.get().find((one) => one.owner === owner);
    if (!item || item.refusal !== undefined || site.session.get()?.email !== email) return;
    const outcome = await sendOne(site, email, item);
    if (outcome === undefined) return;
    if ('refusal' in outcome) return change({ ...item, ...outcome });
    dropDraft(item.draft);
    if (item.step === 'payments.makeOffline') keepUnderway(email, 'bank');
    // Before it is gone: its form would come back in its place.
    onSent(item, outcome.next);
    await remove(item);
  }
}

/** @returns nothing while it has to wait on */
async function sendOne(
  site: Site,
  email: string,
  item: Waiting,
): Promise<{ next: string } | { refusal: string } | undefined> {
  const status = await readStatus(site, email);
  const { from } = rowOf(item.step);
  if (status === undefined || !isApplicantState(status) || from === null) return undefined;
  // A step before it is not taken yet. Where it is behind her, `takeStep` finds the page that follows.
  if (applicantStates.indexOf(status) < applicantStates.indexOf(from)) return undefined;
  let { body } = item;
  if (status === from) {
    const uploaded = await uploadFiles(site, item);
    if (!uploaded || 'refusal' in uploaded) return uploaded;
    ({ body } = uploaded.item);
  }
  const send = status === from ? () => sendBody(site, item.step, body) : arrivedBefore;
  const outcome = await takeStep(site, item.step, email, send);
  if ('next' in outcome) return outcome;
  const { failed } = outcome;
  return failed.status === 0 || failed.status === 401 ? undefined : { refusal: refusalOf(failed) };
}

/** An answer that says nothing: the state does. */
const arrivedBefore = async (): Promise<AnyAnswer> => ({ status: 409, body: undefined });

/** Uploads the files that are not there yet; each that has arrived is noted at once. */
async function uploadFiles(
  site: Site,
  given: Waiting,
): Promise<{ item: Waiting } | { refusal: string } | undefined> {
  let item = given;
  for (const [field, file] of Object.entries(given.files)) {
    const call = site.api.files.upload({ body: { file: { name: file.name, data: file } } });
    const answer = await ask(site, call);
    const { status, body: stored } = answer;
    if (status === 0 || status === 401) return undefined;
    if ((status !== 200 && status !== 201) || typeof stored !== 'string')
      return { refusal: refusalOf(answer) };
    const { [field]: _sent, ...files } = item.files;
    item = { ...item, files, body: { ...item.body, [field]: stored } };
    await change(item);
  }
  return { item };
}

async function sendBody(
  { api }: Site,
  step: Waiting['step'],
  body: Waiting['body'],
): Promise<AnyAnswer> {
  const { contract } = await import('@one-planet/contract');
  const { applicants, payments } = contract;
  const sends: Readonly<Record<Waiting['step'], () => Promise<AnyAnswer>>> = {
    'payments.makeOffline': () =>
      api.payments.makeOffline({ body: payments.makeOffline.body.parse(body) }),
    'applicants.saveBioData': () =>
      api.applicants.saveBioData({ body: applicants.saveBioData.body.parse(body) }),
    'applicants.saveEducationData': () =>
      api.applicants.saveEducationData({ body: applicants.saveEducationData.body.parse(body) }),
    'applicants.saveContactData': () =>
      api.applicants.saveContactData({ body: applicants.saveContactData.body.parse(body) }),
    'applicants.applyForProgram': () =>
      api.applicants.applyForProgram({ body: applicants.applyForProgram.body.parse(body) }),
  };
  return sends[step]();
}
