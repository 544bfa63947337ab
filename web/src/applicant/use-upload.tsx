import { useEffect, useRef, useState } from 'react';
import { ask } from '../site/answers.ts';
import { keepStoredFile } from '../site/drafts.ts';
import { useSite } from '../site/site.ts';
import { type ChosenFile, storedNameOf } from '../ui/form/form-entries.ts';
import { texts } from '../words/forms.ts';
import { refusalOf } from './steps.ts';

interface Sending {
  name: string;
  percent: number;
}

/**
 * Uploads a form's files. A file that is stored is not sent again when a later call fails, nor after a reload
 * (decisions, section 3).
 * @param draft the form's name, under which stored files are kept
 * @param tell shows what went wrong
 * @param wait called where there was no answer @returns true if it takes care of the rest
 * @returns the progress bar, and a function that uploads the file of a field: it returns the stored name, or nothing
 *   if the upload failed or was cancelled
 */
export function useUpload(
  draft: string,
  tell: (text: string) => void,
  wait?: () => Promise<boolean>,
) {
  const site = useSite();
  const [sending, setSending] = useState<Sending>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const sendOne = async (
    field: string,
    file: File,
    toSend: Partial<ChosenFile>,
  ): Promise<string | undefined> => {
    const abort = new AbortController();
    const { signal } = abort;
    control.current = abort;
    const { name, size, lastModified } = file;
    setSending({ name, percent: 0 });
    try {
      const call = site.api.files.upload({
        body: { file: { name: toSend.name ?? name, data: toSend.data ?? file } },
        fetchOptions: { signal },
        onProgress: ({ sent, total }) =>
          setSending({ name, percent: Math.floor((100 * sent) / (total || 1)) }),
      });
      const answer = await ask(site, call);
      const { status, body: stored } = answer;
      if ((status === 200 || status === 201) && typeof stored === 'string') {
        const sent = { name: toSend.name ?? name, size: toSend.size ?? size };
        keepStoredFile(draft, field, { name, size, lastModified, stored, sent });
        return stored;
      }
      if (signal.aborted || status === 401) return undefined;
      if (status === 0 && (await wait?.())) return undefined;
      tell(refusalOf(answer));
    } finally {
      setSending(undefined);
    }
    return undefined;
  };

  const send = async (
    field: string,
    chosen: Partial<ChosenFile> = {},
  ): Promise<string | undefined> => {
    const { stored, file } = chosen;
    // Stored by an earlier try, perhaps, since the form was read.
    return (
      stored ?? (file && (storedNameOf(draft, field, file) ?? (await sendOne(field, file, chosen))))
    );
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
  return [progress, send] as const;
}
