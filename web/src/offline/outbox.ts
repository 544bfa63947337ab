/** Sends the outbox: in order, each step once, and only if the applicant's status shows that the server lacks it. */

import { applicantStates, isApplicantState, lifecycle } from '@one-planet/contract/lifecycle';
import { readStatus } from '../site/applicant-queries.ts';
import { sessionAtom } from '../site/atoms.ts';
import { logFailure, type Site } from '../site/client.ts';
import { outboxTexts as texts } from '../texts/applicant-words.ts';
import { withLock } from './locks.ts';
import { isSendingAtom, isStopped, type OutboxItem, outboxAtom } from './outbox-items.ts';
import { isInOutbox, reloadOutbox, removeItem, updateItem } from './outbox-store.ts';
import {
  finishStep,
  isRefused,
  restoreDraft,
  type SendItemOptions,
  sendItem,
} from './send-item.ts';
import {
  findPathAfterEarlierStep,
  findPathAfterStep,
  makeRefusalMessage,
  type TakenStep,
} from './steps.ts';

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
    await runExclusively(site, options.email, async () => {
      store.set(isSendingAtom, true);
      await sendAll(site, options, controller).finally(() => {
        store.set(isSendingAtom, false);
        site.outboxRun.stop = undefined;
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
  const { store, outboxRun } = site;
  const isOwnItem = (item: OutboxItem) => item.email === email.toLowerCase();
  const { signal } = controller;
  const stop = () => controller.abort();
  outboxRun.stop = stop;
  await reloadOutbox(site, email);
  const stoppedItem = store.get(outboxAtom).find((item) => isOwnItem(item) && isStopped(item));
  if (isAskedFor && stoppedItem) {
    const { uploadCost: _forgotten, ...item } = stoppedItem;
    await updateItem(site, item);
  }
  for (;;) {
    const item = store.get(outboxAtom).find(isOwnItem);
    if (!item || item.refusal !== undefined || isStopped(item) || signal.aborted) return;
    outboxRun.stop = stop;
    let latestItem = item;
    const outcome = await sendWaitingItem(site, item, {
      email,
      signal,
      onChange: (changedItem) => {
        latestItem = changedItem;
        return updateItem(site, changedItem);
      },
      onStepSent: () => {
        outboxRun.stop = undefined;
      },
    });
    if (signal.aborted || outcome === undefined) return;
    if ('refusal' in outcome) {
      await updateItem(site, { ...latestItem, ...outcome });
      return;
    }
    await finishStep(site, latestItem, outcome);
    // Called before the item is removed, because the page would show the step's form again as soon as it is gone.
    onSent(item, outcome);
    await removeItem(site, item);
  }
}

/**
 * Sends an item only if the status shows that the server lacks it.
 * @returns `undefined` if the item has to wait longer
 */
async function sendWaitingItem(
  site: Site,
  item: OutboxItem,
  options: SendItemOptions,
): Promise<TakenStep | { refusal: string } | undefined> {
  const { email, signal } = options;
  const status = await resultUnlessAborted(signal, readStatus(site, email));
  const { from } = lifecycle[item.step];
  if (status === undefined || !isApplicantState(status)) return undefined;
  // An earlier step has not been taken yet.
  if (applicantStates.indexOf(status) < applicantStates.indexOf(from)) return undefined;
  if (status !== from) {
    // A step that an earlier attempt has sent was not taken elsewhere: only its response was lost.
    return item.isTried
      ? { nextPath: findPathAfterStep(item.step, status) }
      : { nextPath: findPathAfterEarlierStep(item.step, status), wasTakenBefore: true };
  }
  const { fitsContract } = await import('./step-schemas.ts');
  // Files have their names only after the upload; here any name will do.
  const fileNames = Object.entries(item.files).map(([field, { file }]) => [field, file.name]);
  if (!fitsContract(item.step, { ...item.body, ...Object.fromEntries(fileNames) }))
    return { refusal: texts.again };
  const outcome = await sendItem(site, item, options);
  if (!outcome || !('failure' in outcome)) return outcome;
  return isRefused(outcome.failure)
    ? { refusal: makeRefusalMessage(outcome.failure).text }
    : undefined;
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

// Sending and taking back exclude each other, in all tabs.

/** @returns false if the task was not run, because another one is running for this applicant */
async function runExclusively(
  { outboxRun }: Site,
  email: string,
  task: () => Promise<unknown>,
): Promise<boolean> {
  // Even in browsers without locks, nothing is sent twice from one tab.
  if (outboxRun.task) return false;
  outboxRun.task = withLock(
    `waiting:${email.toLowerCase()}`,
    { ifAvailable: true },
    async (isHeld) => {
      if (isHeld) await task();
      return isHeld;
    },
  );
  try {
    return await outboxRun.task;
  } finally {
    outboxRun.task = undefined;
  }
}

/** Takes an item back, so that its form shows again what was typed. @returns false while it is being sent */
export async function takeBack(site: Site, item: OutboxItem): Promise<boolean> {
  const { store, outboxRun } = site;
  // Taking back comes first: what this tab is sending is aborted and sent again later.
  outboxRun.stop?.();
  if (outboxRun.stop) await outboxRun.task?.catch(() => {});
  return runExclusively(site, item.email, async () => {
    await reloadOutbox(site, item.email);
    if (!isInOutbox(store, item)) return;
    restoreDraft(item);
    await removeItem(site, item);
    // The button that was pressed is gone; the focus goes to the form's heading.
    document.querySelector('h1')?.focus();
  });
}
