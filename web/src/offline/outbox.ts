/** Sends what waits: in order, each once, and only where the server's state says that it is not there yet. */

import { applicantStates, isApplicantState } from '@one-planet/contract/lifecycle';
import { type Answered, askAsApplicant } from '../site/answers.ts';
import { type Store, sessionAtom } from '../site/atoms.ts';
import { logFailure, type Site } from '../site/client.ts';
import { readStatus } from '../site/reads.ts';
import { fieldsOf, textOf } from '../site/unchecked.ts';
import { outboxTexts as texts } from '../texts/applicant-words.ts';
import { keepAnswers } from './answers.ts';
import { dropDraft, keepDraft, keepStoredFile, readDraft } from './drafts.ts';
import { dropTyped } from './kept-typing.ts';
import { change, isListed, isSame, load, remove } from './outbox-store.ts';
import { keepSentPayment } from './sent-payment.ts';
import { nextAfter, refusalOf, takeStep } from './steps.ts';
import { locked } from './turns.ts';
import { outboxAtom, rowOf, sendingAtom, type Waiting } from './waiting.ts';

/** The page that follows; `before`: the server had this step already, and what waited was not sent. */
interface Arrived {
  next: string;
  before?: boolean;
}

interface SendOptions {
  email: string;
  /** Called after each that has arrived. */
  onSent: (item: Waiting, arrived: Arrived) => void;
}

/** Sends until nothing waits, the network or the session is gone, or the server refuses something. Never throws. */
export async function sendWaiting(site: Site, options: SendOptions): Promise<void> {
  const { store } = site;
  const control = new AbortController();
  // Never with the token of whoever logs in after her.
  const watch = () => store.get(sessionAtom)?.email !== options.email && control.abort();
  const unwatch = store.sub(sessionAtom, watch);
  watch();
  try {
    await alone(options.email, async () => {
      store.set(sendingAtom, true);
      await sendAll(site, options, control).finally(() => {
        store.set(sendingAtom, false);
        underway.stop = undefined;
      });
    });
  } catch (error) {
    logFailure('outbox.send', error);
  } finally {
    unwatch();
  }
}

async function sendAll(site: Site, { email, onSent }: SendOptions, control: AbortController) {
  const isHers = (one: Waiting) => one.email === email.toLowerCase();
  const { signal } = control;
  const stop = () => control.abort();
  underway.stop = stop;
  await load(site.store, email);
  for (;;) {
    const item = site.store.get(outboxAtom).find(isHers);
    if (!item || item.refusal !== undefined || signal.aborted) return;
    underway.stop = stop;
    const outcome = await sendOne(site, email, item, signal);
    if (signal.aborted || outcome === undefined) return;
    if ('refusal' in outcome) {
      // As it is now, with what has been uploaded.
      const now = site.store.get(outboxAtom).find((one) => isHers(one) && one.step === item.step);
      if (now) await change(site.store, { ...now, ...outcome });
      return;
    }
    // A step that the server had already stays in its form's draft, should she want it.
    if (outcome.before) keepAnswers(email, item.step, []);
    if (!outcome.before && item.step === 'payments.makeOffline') {
      // Staff may reject it: then she corrects what was sent.
      putBack(site.store.get(outboxAtom).find((one) => isSame(one, item)) ?? item);
      const { paymentBank, txnRefNumber } = item.typed;
      keepSentPayment(email, 'bank', {
        code: textOf(fieldsOf(item.body).paymentCode),
        bank: textOf(paymentBank),
        reference: textOf(txnRefNumber),
      });
    } else if (!outcome.before) {
      dropDraft(item.draft);
      await dropTyped(email, item.draft);
    }
    // Before it is gone: its form would come back in its place.
    onSent(item, outcome);
    await remove(site.store, item);
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
  const { senderOf } = await import('./step-sender.ts');
  const send = senderOf(site, uploaded.item, signal);
  // Of an older build, perhaps, whose form was another.
  if (!send) return { refusal: texts.again };
  if (signal.aborted || !isListed(site.store, uploaded.item)) return undefined;
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
    const answer = await askAsApplicant(
      site,
      site.api.files.upload({ body, fetchOptions: { signal } }),
    );
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
    if (!(await change(site.store, item))) return undefined;
  }
  return { item };
}

// Sending and taking back: one at a time, in all tabs.

/** Stops what this tab is sending; missing while a step itself is on its way, which can't be taken back. */
const underway: { stop?: (() => void) | undefined } = {};

let running: Promise<boolean> | undefined;

/** @returns false where it was not done, because something else is at it */
async function alone(email: string, act: () => Promise<unknown>): Promise<boolean> {
  // Also without locks nothing is sent twice from one tab.
  if (running) return false;
  running = locked(`waiting:${email.toLowerCase()}`, { ifAvailable: true }, async (isOurs) => {
    if (isOurs) await act();
    return isOurs;
  });
  try {
    return await running;
  } finally {
    running = undefined;
  }
}

/** Takes back what waits: its form shows again what was typed. @returns false while it is being sent */
export async function takeBack(store: Store, item: Waiting): Promise<boolean> {
  // More urgent than what this tab is sending, which goes on later.
  underway.stop?.();
  if (underway.stop) await running?.catch(() => {});
  return alone(item.email, async () => {
    await load(store, item.email);
    if (!isListed(store, item)) return;
    putBack(item);
    await remove(store, item);
    // The button that was pressed is gone; the focus goes to the form's heading.
    document.querySelector('h1')?.focus();
  });
}

/** Gives its form what was typed there, and the files that are stored. */
function putBack({ draft, typed, stored }: Waiting): void {
  // In another tab than it was given in, nothing is typed yet.
  if (Object.keys(readDraft(draft)).length === 0) keepDraft(draft, typed);
  for (const [field, file] of Object.entries(stored)) keepStoredFile(draft, field, file);
}
