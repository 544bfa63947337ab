/** Sends a step of the application with its files, or queues it until the connection is back. */

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { readDraft } from '../offline/drafts.ts';
import { readBytes } from '../offline/file-to-send.ts';
import type { Answer } from '../offline/form-answers.ts';
import {
  applicantOutboxAtom,
  makeItem,
  type OutboxItem,
  type Submission,
  type WaitingStep,
} from '../offline/outbox-items.ts';
import { addToOutbox } from '../offline/outbox-store.ts';
import { finishStep, sendItem } from '../offline/send-item.ts';
import { findSpecifiedPathAfter, makeRefusalMessage } from '../offline/steps.ts';
import { noticeAtom, sessionAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { leaveCheck } from '../site/navigation.ts';
import type { Profile } from '../site/records.ts';
import type { ResponseOrFailure } from '../site/responses.ts';
import { applicantTexts } from '../texts/applicant-words.ts';
import { formTexts as texts } from '../texts/form-words.ts';
import type { ShowMessage } from '../ui/form/dialog.tsx';
import { rereadFile } from '../ui/form/form-entries.ts';

interface StepSubmissionOptions {
  /** The form's name, see `draftNameOf`. */
  draftName: string;
  profile: Profile;
  showMessage: ShowMessage;
}

/** What a form passes to `submitStep`. */
export interface StepSubmission<S extends WaitingStep>
  extends Pick<Submission<S>, 'body' | 'files' | 'state' | 'payment'> {
  /** The answers as she reads them, to show them again if the server had the step before. */
  answers?: readonly Answer[];
}

/**
 * @returns the progress bar of the running upload, if any, and a function that sends a step and opens the next page, or
 *   queues the step where there is no connection
 */
export function useStepSubmission<S extends WaitingStep>(step: S, options: StepSubmissionOptions) {
  const { draftName, profile, showMessage } = options;
  const site = useSite();
  const [, navigate] = useLocation();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const setNotice = useSetAtom(noticeAtom);
  const hasWaitingSteps = useAtomValue(applicantOutboxAtom).length > 0;
  const upload = useUpload();

  const submitStep = async ({ answers = [], ...submission }: StepSubmission<S>) => {
    const form = { step, email, profile, draft: draftName, typed: readDraft(draftName) };
    let item = makeItem({ ...submission, ...form }, site.clock.now());
    const { logOutCount } = site;
    const queueItem = async () => {
      if (logOutCount !== site.logOutCount || !(await addToOutbox(site, item))) return false;
      await leaveCheck(site);
      return true;
    };
    const showFailure = async (failure: ResponseOrFailure) => {
      // After a 401 the session is over, and the page's guard redirects to the login.
      if (failure.status === 401) return;
      if (failure.status === 0) {
        const unreadableField = await findUnreadableField(item);
        const unreadableFile = findChosenFile(submission, unreadableField);
        if (unreadableField && unreadableFile) {
          rereadFile(unreadableField, unreadableFile);
          return showMessage(texts.files.unreadable(unreadableFile.name));
        }
        if (await queueItem()) return;
      }
      showMessage(makeRefusalMessage(failure));
    };

    // The outbox sends its steps in order, so this one goes behind those that wait.
    if (hasWaitingSteps && (await queueItem())) return;
    let preparationPromise: Promise<void> | undefined;
    const outcome = await sendItem(site, item, {
      email,
      signal: upload.start(),
      onProgress: upload.showProgress,
      onChange: async (changedItem) => {
        item = changedItem;
        return true;
      },
      onStepSent: () => {
        upload.end();
        preparationPromise = site.prepare(findSpecifiedPathAfter(step));
      },
    });
    upload.end();
    if (!outcome) return;
    if ('failure' in outcome) return showFailure(outcome.failure);
    // React would show a skeleton for a third of a second if the next page's script were not loaded yet.
    await preparationPromise;
    await leaveCheck(site);
    // Replaces the history entry, so that Back does not lead to a form that was submitted.
    navigate(outcome.nextPath, {
      state: outcome.wasTakenBefore ? undefined : item.state,
      replace: true,
    });
    if (outcome.wasTakenBefore) setNotice({ text: applicantTexts.notSent, unsentFields: answers });
    void finishStep(site, item, outcome);
  };
  return [upload.progress, submitStep] as const;
}

/** The progress bar of a running upload, with a button that cancels it. To leave the page cancels it, too. */
function useUpload() {
  const [file, setFile] = useState<{ name: string; percent: number }>();
  /** Missing while the step itself is on its way, which cannot be taken back. */
  const controllerRef = useRef<AbortController>(undefined);
  useEffect(() => () => controllerRef.current?.abort(), []);
  return {
    progress: file && (
      <div className="upload">
        <label htmlFor="upload">{texts.files.sending(file.name)}</label>
        <progress id="upload" max={100} value={file.percent} />
        <span>{texts.files.percent(file.percent)}</span>
        <button type="button" className="link" onClick={() => controllerRef.current?.abort()}>
          {texts.files.cancel}
        </button>
      </div>
    ),
    start: () => {
      controllerRef.current = new AbortController();
      return controllerRef.current.signal;
    },
    showProgress: ({ name, sent, total }: { name: string; sent: number; total: number }) =>
      setFile({ name, percent: Math.floor((100 * sent) / (total || 1)) }),
    end: () => {
      controllerRef.current = undefined;
      setFile(undefined);
    },
  };
}

/** @returns the form's field whose file has not been sent, and can no longer be read */
async function findUnreadableField({ files }: OutboxItem): Promise<string | undefined> {
  for (const { as, file } of Object.values(files)) if (!(await readBytes(file))) return as;
  return undefined;
}

/** @returns the file that was chosen in a field of the form */
function findChosenFile(
  { files = {} }: Pick<Submission, 'files'>,
  fieldName: string | undefined,
): File | undefined {
  return Object.values(files).find(({ as }) => as === fieldName)?.chosen?.file;
}
