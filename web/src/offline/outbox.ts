/** Sends the outbox: in order, each step once, and only if the applicant's status shows that the server lacks it. */

import { applicantStates, isApplicantState } from '@one-planet/contract/lifecycle';
import { readStatus } from '../site/applicant-queries.ts';
import { type Store, sessionAtom } from '../site/atoms.ts';
import { logFailure, type Site } from '../site/client.ts';
import type { ResponseOrFailure } from '../site/responses.ts';
import { outboxTexts as texts } from '../texts/applicant-words.ts';
import { keepDraft, keepStoredFile, readDraft } from './drafts.ts';
import { finishStep } from './finish-step.ts';
import { withLock } from './locks.ts';
import {
  isSendingAtom,
  isStopped,
  lifecycleRowOf,
  type OutboxItem,
  outboxAtom,
} from './outbox-items.ts';
import { isInOutbox, isSameItem, reloadOutbox, removeItem, updateItem } from './outbox-store.ts';
import {
  findPathAfterEarlierStep,
  findPathAfterStep,
  makeRefusalMessage,
  type TakenStep,
  takeStep,
} from './steps.ts';
import { uploadFile } from './upload-file.ts';

interface SendOptions {
  email: string;
  /** She has asked for it, so that uploads which were stopped for their cost are tried again. */
  isAskedFor?: boolean;
  /** Called after each step that the server has. */
  onSent: (item: OutboxItem, takenStep: TakenStep) => void;
}

/** Sends until the outbox is empty, the network or the session is lost, or the server refuses a step. Never throws. */
export async function sendWaiting(site: Site, options: SendOptions): Promise<void> {
  const { store } = site;
  const controller = new AbortController();
  // Stops when her session ends, so that nothing is sent with the token of the next person who logs in.
  const abortForOtherSession = () =>
    store.get(sessionAtom)?.email !== options.email && controller.abort();
  const unsubscribe = store.sub(sessionAtom, abortForOtherSession);
  abortForOtherSession();
  try {
    await runExclusively(options.email, async () => {
      store.set(isSendingAtom, true);
      await sendAll(site, options, controller).finally(() => {
        store.set(isSendingAtom, false);
        currentSend.stop = undefined;
      });
    });
  } catch (error) {
    logFailure('outbox.send', error);
  } finally {
    unsubscribe();
  }
}

async function sendAll(
  site: Site,
  { email, isAskedFor, onSent }: SendOptions,
  controller: AbortController,
) {
  const isOwnItem = (item: OutboxItem) => item.email === email.toLowerCase();
  const { signal } = controller;
  const stop = () => controller.abort();
  currentSend.stop = stop;
  await reloadOutbox(site.store, email);
  const stoppedItem = site.store.get(outboxAtom).find((item) => isOwnItem(item) && isStopped(item));
  if (isAskedFor && stoppedItem) {
    const { uploadCost: _forgotten, ...item } = stoppedItem;
    await updateItem(site.store, item);
  }
  for (;;) {
    const item = site.store.get(outboxAtom).find(isOwnItem);
    if (!item || item.refusal !== undefined || isStopped(item) || signal.aborted) return;
    currentSend.stop = stop;
    const outcome = await sendItem(site, email, item, signal);
    if (signal.aborted || outcome === undefined) return;
    if ('refusal' in outcome) {
      // The item has changed meanwhile: uploaded files are noted in it.
      const currentItem = site.store
        .get(outboxAtom)
        .find((queuedItem) => isOwnItem(queuedItem) && queuedItem.step === item.step);
      if (currentItem) await updateItem(site.store, { ...currentItem, ...outcome });
      return;
    }
    // Staff may reject a payment: she then corrects what was sent.
    if (item.step === 'payments.makeOffline' && !outcome.wasTakenBefore)
      restoreDraft(
        site.store.get(outboxAtom).find((queuedItem) => isSameItem(queuedItem, item)) ?? item,
      );
    await finishStep({ ...item, email }, outcome);
    // Called before the item is removed, because the page would show the step's form again as soon as it is gone.
    onSent(item, outcome);
    await removeItem(site.store, item);
  }
}

/** @returns `undefined` if the item has to wait longer */
async function sendItem(
  site: Site,
  email: string,
  item: OutboxItem,
  signal: AbortSignal,
): Promise<TakenStep | { refusal: string } | undefined> {
  const status = await resultUnlessAborted(signal, readStatus(site, email));
  const { from } = lifecycleRowOf(item.step);
  if (status === undefined || !isApplicantState(status) || from === null) return undefined;
  // An earlier step has not been taken yet.
  if (applicantStates.indexOf(status) < applicantStates.indexOf(from)) return undefined;
  if (status !== from) {
    // A step that an earlier attempt has sent was not taken elsewhere: only its response was lost.
    return item.isTried
      ? { nextPath: findPathAfterStep(item.step, status) }
      : { nextPath: findPathAfterEarlierStep(item.step, status), wasTakenBefore: true };
  }
  const uploadOutcome = await uploadFiles(site, item, signal);
  if (!uploadOutcome || 'refusal' in uploadOutcome) return uploadOutcome;
  const { createStepSender } = await import('./step-sender.ts');
  const send = createStepSender(site, uploadOutcome.item, signal);
  // The body does not fit the contract, e.g. because an older build with another form has stored it.
  if (!send) return { refusal: texts.again };
  if (signal.aborted || !(await updateItem(site.store, { ...uploadOutcome.item, isTried: true })))
    return undefined;
  if (signal.aborted) return undefined;
  currentSend.stop = undefined;
  const outcome = await takeStep(site, item.step, email, send);
  if ('nextPath' in outcome) {
    const { wasTakenBefore: _wasTriedFromHere, ...takenStep } = outcome;
    return item.isTried ? takenStep : outcome;
  }
  return isRefused(outcome.failure) ? { refusal: makeRefusalMessage(outcome.failure) } : undefined;
}

function resultUnlessAborted<T>(
  signal: AbortSignal,
  resultPromise: Promise<T>,
): Promise<T | undefined> {
  const undefinedOnAbort = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  return Promise.race([resultPromise, undefinedOnAbort]);
}

/** False if a later attempt may succeed: without a connection or a session, or if the server is too busy or down. */
function isRefused({ status }: ResponseOrFailure): boolean {
  return status !== 0 && status !== 401 && status !== 'undeclared';
}

/** Uploads the files that the server does not have; each one is noted in the outbox as soon as it is stored. */
async function uploadFiles(
  site: Site,
  originalItem: OutboxItem,
  signal: AbortSignal,
): Promise<{ item: OutboxItem } | { refusal: string } | undefined> {
  let item = originalItem;
  for (const [field, { as, file }] of Object.entries(originalItem.files)) {
    if (signal.aborted) return undefined;
    const { name, size, lastModified } = file;
    const upload = await uploadFile(site, { name, data: file }, { signal, cost: item.uploadCost });
    if ('failure' in upload) {
      if (isRefused(upload.failure)) return { refusal: makeRefusalMessage(upload.failure) };
      if (!signal.aborted) await updateItem(site.store, { ...item, uploadCost: upload.cost });
      return undefined;
    }
    const { storedName } = upload;
    const { [field]: _uploaded, ...files } = item.files;
    item = {
      ...item,
      files,
      body: { ...item.body, [field]: storedName },
      stored: { ...item.stored, [as]: { name, size, lastModified, stored: storedName } },
    };
    if (!(await updateItem(site.store, item))) return undefined;
  }
  return { item };
}

// Sending and taking back exclude each other, in all tabs.

/** `stop` aborts what this tab is sending. It is missing while a step itself is sent, which can't be taken back. */
const currentSend: { stop?: (() => void) | undefined } = {};

let runningTask: Promise<boolean> | undefined;

/** @returns false if the task was not run, because another one is running for this applicant */
async function runExclusively(email: string, task: () => Promise<unknown>): Promise<boolean> {
  // Even in browsers without locks, nothing is sent twice from one tab.
  if (runningTask) return false;
  runningTask = withLock(
    `waiting:${email.toLowerCase()}`,
    { ifAvailable: true },
    async (isHeld) => {
      if (isHeld) await task();
      return isHeld;
    },
  );
  try {
    return await runningTask;
  } finally {
    runningTask = undefined;
  }
}

/** Takes an item back, so that its form shows again what was typed. @returns false while it is being sent */
export async function takeBack(store: Store, item: OutboxItem): Promise<boolean> {
  // Taking back comes first: what this tab is sending is aborted and sent again later.
  currentSend.stop?.();
  if (currentSend.stop) await runningTask?.catch(() => {});
  return runExclusively(item.email, async () => {
    await reloadOutbox(store, item.email);
    if (!isInOutbox(store, item)) return;
    restoreDraft(item);
    await removeItem(store, item);
    // The button that was pressed is gone; the focus goes to the form's heading.
    document.querySelector('h1')?.focus();
  });
}

/** Restores the form's draft and the records of its stored files. */
function restoreDraft({ draft, typed, stored }: OutboxItem): void {
  // A tab other than the one it was submitted in has no draft of it yet.
  if (Object.keys(readDraft(draft)).length === 0) keepDraft(draft, typed);
  for (const [field, file] of Object.entries(stored)) keepStoredFile(draft, field, file);
}
