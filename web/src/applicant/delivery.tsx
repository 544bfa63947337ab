/** Sends a step with its files, or lets it wait until the connection is back. */

import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { keepStoredFile, readDraft } from '../offline/drafts.ts';
import { type ChosenFile, readBytes } from '../offline/file-to-send.ts';
import { dropFormInput } from '../offline/kept-input.ts';
import {
  applicantOutboxAtom,
  type ChosenFiles,
  logOutCounter,
  type StepSubmission,
  type WaitingStep,
} from '../offline/outbox-items.ts';
import { addToOutbox } from '../offline/outbox-store.ts';
import { refusalMessage, specifiedPathAfter, takeStep } from '../offline/steps.ts';
import { sessionAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { leaveCheck } from '../site/navigation.ts';
import type { Profile } from '../site/records.ts';
import { type AnyResponse, askAsApplicant } from '../site/responses.ts';
import { formTexts as texts } from '../texts/form-words.ts';
import { rereadFile, storedNameOf } from '../ui/form/form-entries.ts';

interface DeliveryOptions {
  /** The form's name, see `draftNameOf`. */
  draft: string;
  profile: Profile;
  /** Shows what went wrong. */
  showMessage: (text: string) => void;
  /** Called once the step is taken, e.g. to drop the draft. @param before not by what was sent now */
  onTaken: (before: boolean) => void;
}

/** A step as its form hands it over. */
export interface Parcel<B extends object> {
  files?: ChosenFiles;
  /** The body to send. @param stored returns the name under which the file of a field is stored; empty while it is not */
  body: (stored: (field: string) => string) => B;
  send: (body: B) => Promise<AnyResponse>;
  /** Passed to the next page. */
  state?: unknown;
}

/** @returns the progress of an upload, and a function that sends a step and opens the next page */
export function useDelivery(step: WaitingStep, options: DeliveryOptions) {
  const { draft, profile, showMessage, onTaken } = options;
  const site = useSite();
  const [, navigate] = useLocation();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const othersWait = useAtomValue(applicantOutboxAtom).length > 0;
  const [sending, setSending] = useState<{ name: string; percent: number }>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const underway =
    useRef<() => Pick<StepSubmission, 'body' | 'files' | 'state'> | undefined>(undefined);

  const wait = async () => {
    const parcel = underway.current?.();
    if (!parcel) return false;
    const given = { email, step, draft, typed: readDraft(draft), profile, ...parcel };
    if (!(await addToOutbox(site.store, given))) return false;
    await leaveCheck();
    return true;
  };

  /**
   * Uploads the file of a field. One that is stored is not sent again when a later call fails, nor after a reload
   * (decisions, section 3).
   * @returns the stored name; nothing if the upload failed or was cancelled
   */
  const upload = async (
    field: string,
    chosen: Partial<ChosenFile> = {},
  ): Promise<string | undefined> => {
    const { file } = chosen;
    // Stored by an earlier try, perhaps, since the form was read.
    const storedName = chosen.stored ?? (file && storedNameOf(draft, field, file));
    if (storedName !== undefined || !file) return storedName;
    const abort = new AbortController();
    const { signal } = abort;
    control.current = abort;
    const { name, size, lastModified } = file;
    const { data = file } = chosen;
    setSending({ name, percent: 0 });
    try {
      const call = site.api.files.upload({
        body: { file: { name: chosen.name ?? name, data } },
        fetchOptions: { signal },
        onProgress: ({ sent, total }) =>
          setSending({ name, percent: Math.floor((100 * sent) / (total || 1)) }),
      });
      const answer = await askAsApplicant(site, call);
      const { status, body: stored } = answer;
      if ((status === 200 || status === 201) && typeof stored === 'string') {
        const sent = { name: chosen.name ?? name, size: chosen.size ?? size };
        keepStoredFile(draft, field, { name, size, lastModified, stored, sent });
        return stored;
      }
      if (signal.aborted || status === 401) return undefined;
      if (status === 0 && !(await readBytes(data))) {
        rereadFile(field, file);
        showMessage(texts.files.unreadable(name));
        return undefined;
      }
      if (status === 0 && (await wait())) return undefined;
      showMessage(refusalMessage(answer));
    } finally {
      setSending(undefined);
    }
    return undefined;
  };

  const deliver = async <B extends object>({ files = {}, body, send, state }: Parcel<B>) => {
    const names = new Map<string, string>();
    const stored = (field: string) => names.get(field) ?? files[field]?.chosen?.stored ?? '';
    const before = logOutCounter.count;
    underway.current = () =>
      before === logOutCounter.count ? { files, body: body(stored), state } : undefined;
    // First in, first out.
    if (othersWait && (await wait())) return;
    for (const [field, { as, chosen }] of Object.entries(files)) {
      const name = await upload(as, chosen);
      if (name === undefined) return;
      names.set(field, name);
    }
    const prepared = site.prepare(specifiedPathAfter(step));
    const outcome = await takeStep(site, step, email, () => send(body(stored)));
    if ('failure' in outcome) {
      const { failure } = outcome;
      if (failure.status === 401 || (failure.status === 0 && (await wait()))) return;
      return showMessage(refusalMessage(failure));
    }
    // React shows a loaded page at once, but a skeleton for a third of a second before any other.
    await prepared;
    await leaveCheck();
    // Replaced, so that Back does not lead to a form that is done.
    navigate(outcome.nextPath, { state, replace: true });
    const wasTakenBefore = outcome.wasTakenBefore === true;
    onTaken(wasTakenBefore);
    // Staff may reject a payment: then she corrects what was sent.
    if (!wasTakenBefore && step !== 'payments.makeOffline') void dropFormInput(email, draft);
  };
  const progress = sending && (
    <div className="upload">
      <label htmlFor="upload">{texts.files.sending(sending.name)}</label>
      <progress id="upload" max={100} value={sending.percent} />
      <span>{texts.files.percent(sending.percent)}</span>
      <button type="button" className="link" onClick={() => control.current?.abort()}>
        {texts.files.cancel}
      </button>
    </div>
  );
  return [progress, deliver] as const;
}
