/** Sends a step with its files, or lets it wait until the connection is back. */
import { useEffect, useRef } from 'react';
import type { AnyAnswer } from '../site/answers.ts';
import { leaveCheck } from '../site/check-mark.ts';
import { readDraft } from '../site/drafts.ts';
import { ownerOf } from '../site/owner.ts';
import { useSession } from '../site/session.ts';
import { letWait, prepareToWait } from './outbox.tsx';
import type { Profile } from './reads.ts';
import { useStep } from './steps.ts';
import { useUpload } from './use-upload.tsx';
import { vault } from './vault.ts';
import { type ChosenFiles, type Given, logOuts, useWaiting, type WaitingStep } from './waiting.ts';

interface DeliveryOptions {
  /** The form's name, see `useOwnDraft`. */
  draft: string;
  profile: Profile;
  /** Shows what went wrong. */
  tell: (text: string) => void;
  /** Called once the step is taken, e.g. to drop the draft. */
  onTaken: () => void;
}

interface Parcel<B extends object> {
  files?: ChosenFiles;
  /** What is sent. @param stored gives the name under which the file of a field is stored; empty while it is not */
  body: (stored: (field: string) => string) => B;
  send: (body: B) => Promise<AnyAnswer>;
  /** Passed to the next page. */
  state?: unknown;
}

/** @returns the progress of an upload, and a function that sends a step and opens the next page */
export function useDelivery(step: WaitingStep, options: DeliveryOptions) {
  const { draft, profile, tell, onTaken } = options;
  const owner = ownerOf(useSession()?.email ?? '');
  const othersWait = useWaiting().length > 0;
  const underway = useRef<() => Pick<Given, 'body' | 'files' | 'state'> | undefined>(undefined);
  useEffect(() => void prepareToWait(), []);

  const wait = async () => {
    const parcel = underway.current?.();
    if (!parcel) return false;
    const given = { owner, step, draft, typed: readDraft(draft), profile, ...parcel };
    if (!(await letWait(given))) return false;
    await leaveCheck();
    return true;
  };
  const [progress, upload] = useUpload(draft, tell, wait);
  const taken = () => {
    onTaken();
    // Staff may reject a payment: then she corrects what was sent.
    if (step === 'payments.makeOffline') return;
    vault.load().then(
      ({ dropTyped }) => dropTyped(owner, draft),
      () => {}, // It goes when she logs out.
    );
  };
  const take = useStep(step, { tell, onTaken: taken, wait });

  const deliver = async <B extends object>({ files = {}, body, send, state }: Parcel<B>) => {
    const names = new Map<string, string>();
    const stored = (field: string) => names.get(field) ?? files[field]?.chosen?.stored ?? '';
    const before = logOuts.count;
    underway.current = () =>
      before === logOuts.count ? { files, body: body(stored), state } : undefined;
    // What was given first is sent first.
    if (othersWait && (await wait())) return;
    for (const [field, { as, chosen }] of Object.entries(files)) {
      const name = await upload(as, chosen);
      if (name === undefined) return;
      names.set(field, name);
    }
    await take(() => send(body(stored)), state);
  };
  return [progress, deliver] as const;
}
