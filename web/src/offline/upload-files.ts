/** Uploads the files of a step. */

import type { Site } from '../site/client.ts';
import { awaitResponse, type ResponseOrFailure } from '../site/responses.ts';
import { keepStoredFile } from './drafts.ts';
import type { OutboxItem } from './outbox-items.ts';
import { addCost } from './upload-cost.ts';

export interface UploadOptions {
  /** Ends the upload that is running. */
  signal: AbortSignal;
  /** Called when an upload begins, and whenever some of it has gone out. @param name of the chosen file */
  onProgress?: (upload: { name: string; sent: number; total: number }) => void;
  /** Called with the item after each upload. @returns false if it is not to be sent any more */
  onChange: (item: OutboxItem) => Promise<boolean>;
}

/**
 * Uploads the files of an item that the server does not have. Each one is noted as soon as it is stored, in the item and
 * in the draft of its form, so that it need not be sent again. Never throws for what a backend or a network does.
 * @returns the item without files, or why one was not stored; `undefined` if it was stopped
 */
export async function uploadFiles(
  site: Site,
  submission: OutboxItem,
  { signal, onProgress, onChange }: UploadOptions,
): Promise<{ item: OutboxItem } | { failure: ResponseOrFailure } | undefined> {
  let item = submission;
  for (const [field, { as, file, chosen }] of Object.entries(submission.files)) {
    if (signal.aborted) return undefined;
    const { name, size, lastModified } = file;
    const chosenFile = chosen ?? { name, size };
    let sentBytes = 0;
    const noteProgress = ({ sent, total }: { sent: number; total: number }) => {
      sentBytes = sent;
      onProgress?.({ name: chosenFile.name, sent, total });
    };
    noteProgress({ sent: 0, total: size });
    const response = await awaitResponse(
      site.api.files.upload({
        body: { file: { name, data: file } },
        signal,
        onProgress: noteProgress,
      }),
    );
    if (signal.aborted) return undefined;
    const { status, body: storedName } = response;
    if ((status !== 200 && status !== 201) || typeof storedName !== 'string') {
      const uploadCost = addCost(item.uploadCost, response, sentBytes);
      if (status === 0) await onChange({ ...item, uploadCost });
      return { failure: response };
    }
    const storedFile = {
      ...chosenFile,
      lastModified,
      stored: storedName,
      ...(chosen && { sent: { name, size } }),
    };
    keepStoredFile(item.draft, as, storedFile);
    const { [field]: _uploaded, ...files } = item.files;
    item = {
      ...item,
      files,
      body: { ...item.body, [field]: storedName },
      stored: { ...item.stored, [as]: storedFile },
    };
    if (!(await onChange(item))) return undefined;
  }
  return { item };
}
