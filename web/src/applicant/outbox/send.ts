/** Sends what waits: in order, each once, and only where the server's state says that it is not there yet. */
import { applicantStates, isApplicantState } from '@one-planet/contract/lifecycle';
import { type Answered, ask } from '../../site/answers.ts';
import { dropDraft } from '../../site/drafts.ts';
import { logFailure } from '../../site/queries.ts';
import type { Site } from '../../site/site.ts';
import { textOf } from '../../site/unchecked.ts';
import { readStatus } from '../reads.ts';
import { keepSentPayment } from '../sent-payment.ts';
import { nextAfter, refusalOf, takeStep } from '../steps.ts';
import { dropTyped } from '../vault/drop.ts';
import { rowOf, type Waiting, waiting } from '../waiting.ts';
import { alone, sending, underway } from './alone.ts';
import { senderOf } from './sender-of.ts';
import { change, isListed, isSame, load, remove } from './store.ts';
import { putBack } from './take-back.ts';
import { texts } from './words.ts';

/** The page that follows; `before`: the server had this step already, and what waited was not sent. */
interface Arrived {
  next: string;
  before?: boolean;
}

interface SendOptions {
  owner: string;
  email: string;
  /** Called after each that has arrived. */
  onSent: (item: Waiting, arrived: Arrived) => void;
}

/** Sends until nothing waits, the network or the session is gone, or the server refuses something. Never throws. */
export async function sendWaiting(site: Site, options: SendOptions): Promise<void> {
  const control = new AbortController();
  // What is hers is not sent with the token of who comes after her.
  const watch = () => site.session.get()?.email !== options.email && control.abort();
  const unwatch = site.session.subscribe(watch);
  watch();
  try {
    await alone(options.owner, async () => {
      sending.set(true);
      await sendAll(site, options, control).finally(() => {
        sending.set(false);
        underway.stop = undefined;
      });
    });
  } catch (error) {
    logFailure('outbox.send', error);
  } finally {
    unwatch();
  }
}

async function sendAll(
  site: Site,
  { owner, email, onSent }: SendOptions,
  control: AbortController,
) {
  const { signal } = control;
  await load(owner);
  for (;;) {
    const item = waiting.get().find((one) => one.owner === owner);
    if (!item || item.refusal !== undefined || signal.aborted) return;
    underway.stop = () => control.abort();
    const outcome = await sendOne(site, email, item, signal);
    if (signal.aborted || outcome === undefined) return;
    if ('refusal' in outcome) {
      // As it is now, with what has been uploaded.
      const now = waiting.get().find((one) => one.owner === owner && one.step === item.step);
      if (now) await change({ ...now, ...outcome });
      return;
    }
    // What was not sent stays in its form's place, should she want it.
    if (!outcome.before && item.step === 'payments.makeOffline') {
      // Staff may reject it: then she corrects what was sent.
      putBack(waiting.get().find((one) => isSame(one, item)) ?? item);
      const { paymentBank, txnRefNumber } = item.typed;
      keepSentPayment(email, 'bank', {
        bank: textOf(paymentBank),
        reference: textOf(txnRefNumber),
      });
    } else if (!outcome.before) {
      dropDraft(item.draft);
      await dropTyped(owner, item.draft);
    }
    // Before it is gone: its form would come back in its place.
    onSent(item, outcome);
    await remove(item);
  }
}

/** @returns nothing while it has to wait on */
async function sendOne(
  site: Site,
  email: string,
  item: Waiting,
  signal: AbortSignal,
): Promise<Arrived | { refusal: string } | undefined> {
  const status = await unlessStopped(signal, readStatus(site, email));
  const { from } = rowOf(item.step);
  if (status === undefined || !isApplicantState(status) || from === null) return undefined;
  // A step before it is not taken yet.
  if (applicantStates.indexOf(status) < applicantStates.indexOf(from)) return undefined;
  if (status !== from) return { next: nextAfter(item.step, status), before: true };
  const uploaded = await uploadFiles(site, item, signal);
  if (!uploaded || 'refusal' in uploaded) return uploaded;
  const send = await senderOf(site, uploaded.item, signal);
  // Of an older build, perhaps, whose form was another.
  if (!send) return { refusal: texts.again };
  if (signal.aborted || !isListed(uploaded.item)) return undefined;
  underway.stop = undefined;
  const outcome = await takeStep(site, item.step, email, send);
  if ('next' in outcome) return outcome;
  return isRefused(outcome.failed) ? { refusal: refusalOf(outcome.failed) } : undefined;
}

function unlessStopped<T>(signal: AbortSignal, result: Promise<T>): Promise<T | undefined> {
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  return Promise.race([result, stopped]);
}

/** False where it may be taken another time: no connection, no session, or a server that is too busy or down. */
function isRefused({ status }: Answered): boolean {
  return status !== 0 && status !== 401 && status !== 'undeclared';
}

/** Uploads the files that are not there yet; each that has arrived is noted at once. */
async function uploadFiles(
  site: Site,
  given: Waiting,
  signal: AbortSignal,
): Promise<{ item: Waiting } | { refusal: string } | undefined> {
  let item = given;
  for (const [field, { as, file }] of Object.entries(given.files)) {
    if (signal.aborted) return undefined;
    const { name, size, lastModified } = file;
    const body = { file: { name, data: file } };
    const answer = await ask(site, site.api.files.upload({ body, fetchOptions: { signal } }));
    const { status, body: stored } = answer;
    if (status !== 200 && status !== 201)
      return isRefused(answer) ? { refusal: refusalOf(answer) } : undefined;
    if (typeof stored !== 'string') return { refusal: refusalOf(answer) };
    const { [field]: _sent, ...files } = item.files;
    item = {
      ...item,
      files,
      body: { ...item.body, [field]: stored },
      stored: { ...item.stored, [as]: { name, size, lastModified, stored } },
    };
    if (!(await change(item))) return undefined;
  }
  return { item };
}
