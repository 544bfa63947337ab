/** Sends a step of the application with its files, or queues it until the connection is back. */

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { keepStoredFile, readDraft } from '../offline/drafts.ts';
import { type ChosenFile, readBytes } from '../offline/file-to-send.ts';
import { finishStep } from '../offline/finish-step.ts';
import type { Answer } from '../offline/form-answers.ts';
import {
  applicantOutboxAtom,
  type ChosenFiles,
  logOutCounter,
  type QueuedSubmission,
  type WaitingStep,
} from '../offline/outbox-items.ts';
import { addToOutbox } from '../offline/outbox-store.ts';
import { findSpecifiedPathAfter, makeRefusalMessage, takeStep } from '../offline/steps.ts';
import { type UploadCost, uploadFile } from '../offline/upload-file.ts';
import { noticeAtom, sessionAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { leaveCheck } from '../site/navigation.ts';
import type { Profile } from '../site/records.ts';
import type { AnyResponse } from '../site/responses.ts';
import { applicantTexts } from '../texts/applicant-words.ts';
import { formTexts as texts } from '../texts/form-words.ts';
import { rereadFile, storedNameOf } from '../ui/form/form-entries.ts';

interface StepSubmissionOptions {
  /** The form's name, see `draftNameOf`. */
  draftName: string;
  profile: Profile;
  /** Shows an error message. */
  showMessage: (text: string) => void;
}

/** What a form passes to `submitStep`: the files to upload, and how to make and send the request's body. */
export interface StepSubmission<B extends object> extends Pick<QueuedSubmission, 'payment'> {
  files?: ChosenFiles;
  /** The answers as she reads them, to show them again if the server had the step before. */
  answers?: readonly Answer[];
  /** Makes the body. @param findStoredName returns the name under which a field's file is stored; empty while it is not */
  makeBody: (findStoredName: (fieldName: string) => string) => B;
  send: (body: B) => Promise<AnyResponse>;
  /** The history state for the next page. */
  state?: unknown;
}

/**
 * @returns the progress bar of the running upload, if any, and a function that sends a step and opens the next page, or
 *   queues the step where there is no connection
 */
export function useStepSubmission(step: WaitingStep, options: StepSubmissionOptions) {
  const { draftName, profile, showMessage } = options;
  const site = useSite();
  const [, navigate] = useLocation();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const setNotice = useSetAtom(noticeAtom);
  const hasWaitingSteps = useAtomValue(applicantOutboxAtom).length > 0;
  const [activeUpload, setActiveUpload] = useState<{ name: string; percent: number }>();
  const uploadControllerRef = useRef<AbortController>(undefined);
  useEffect(() => () => uploadControllerRef.current?.abort(), []);
  const readSubmissionRef =
    useRef<() => Pick<QueuedSubmission, 'body' | 'files' | 'state' | 'payment'> | undefined>(
      undefined,
    );

  const queueStep = async (uploadCost?: UploadCost) => {
    const submission = readSubmissionRef.current?.();
    if (!submission) return false;
    const stepToQueue = {
      email,
      step,
      draft: draftName,
      typed: readDraft(draftName),
      profile,
      ...submission,
      ...(uploadCost && { uploadCost }),
    };
    if (!(await addToOutbox(site.store, stepToQueue))) return false;
    await leaveCheck();
    return true;
  };

  /**
   * Uploads the file of a field. A file that the server has stored is not uploaded again, neither when a later call failed
   * nor after a reload (decisions, section 3).
   * @returns the stored name; `undefined` if the upload failed or was cancelled, or the step was queued
   */
  const upload = async (
    fieldName: string,
    chosenFile: Partial<ChosenFile> = {},
  ): Promise<string | undefined> => {
    const { file } = chosenFile;
    // An earlier attempt may have stored the file after the form was read.
    const storedName = chosenFile.storedName ?? (file && storedNameOf(draftName, fieldName, file));
    if (storedName !== undefined || !file) return storedName;
    const abortController = new AbortController();
    const { signal } = abortController;
    uploadControllerRef.current = abortController;
    const { name, size, lastModified } = file;
    const { data = file } = chosenFile;
    setActiveUpload({ name, percent: 0 });
    try {
      const fileToSend = { name: chosenFile.name ?? name, data };
      const outcome = await uploadFile(site, fileToSend, {
        signal,
        onProgress: ({ sent, total }) =>
          setActiveUpload({ name, percent: Math.floor((100 * sent) / (total || 1)) }),
      });
      if ('storedName' in outcome) {
        const sentFile = { name: fileToSend.name, size: chosenFile.size ?? size };
        keepStoredFile(draftName, fieldName, {
          name,
          size,
          lastModified,
          stored: outcome.storedName,
          sent: sentFile,
        });
        return outcome.storedName;
      }
      const { failure, cost } = outcome;
      if (signal.aborted || failure.status === 401) return undefined;
      if (failure.status === 0 && !(await readBytes(data))) {
        rereadFile(fieldName, file);
        showMessage(texts.files.unreadable(name));
        return undefined;
      }
      if (failure.status === 0 && (await queueStep(cost))) return undefined;
      showMessage(makeRefusalMessage(failure));
    } finally {
      setActiveUpload(undefined);
    }
    return undefined;
  };

  const submitStep = async <B extends object>({
    files = {},
    makeBody,
    send,
    state,
    answers = [],
    payment,
  }: StepSubmission<B>) => {
    const storedNames = new Map<string, string>();
    const findStoredName = (fieldName: string) =>
      storedNames.get(fieldName) ?? files[fieldName]?.chosen?.storedName ?? '';
    const logOutCount = logOutCounter.count;
    readSubmissionRef.current = () =>
      logOutCount === logOutCounter.count
        ? { files, body: makeBody(findStoredName), state, ...(payment && { payment }) }
        : undefined;
    // The outbox sends its steps in order, so this one goes behind those that wait.
    if (hasWaitingSteps && (await queueStep())) return;
    for (const [field, { as, chosen }] of Object.entries(files)) {
      const storedName = await upload(as, chosen);
      if (storedName === undefined) return;
      storedNames.set(field, storedName);
    }
    const preparationPromise = site.prepare(findSpecifiedPathAfter(step));
    const outcome = await takeStep(site, step, email, () => send(makeBody(findStoredName)));
    if ('failure' in outcome) {
      const { failure } = outcome;
      if (failure.status === 401 || (failure.status === 0 && (await queueStep()))) return;
      return showMessage(makeRefusalMessage(failure));
    }
    // React would show a skeleton for a third of a second if the next page's script were not loaded yet.
    await preparationPromise;
    await leaveCheck();
    // Replaces the history entry, so that Back does not lead to a form that was submitted.
    navigate(outcome.nextPath, {
      state: outcome.wasTakenBefore ? undefined : state,
      replace: true,
    });
    if (outcome.wasTakenBefore) setNotice({ text: applicantTexts.notSent, unsentFields: answers });
    void finishStep({ email, step, draft: draftName, ...(payment && { payment }) }, outcome);
  };
  const uploadProgress = activeUpload && (
    <div className="upload">
      <label htmlFor="upload">{texts.files.sending(activeUpload.name)}</label>
      <progress id="upload" max={100} value={activeUpload.percent} />
      <span>{texts.files.percent(activeUpload.percent)}</span>
      <button type="button" className="link" onClick={() => uploadControllerRef.current?.abort()}>
        {texts.files.cancel}
      </button>
    </div>
  );
  return [uploadProgress, submitStep] as const;
}
