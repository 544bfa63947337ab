import { useState } from 'react';
import { api } from './hooks.tsx';

/** Sends a file as soon as it is chosen, and shows how much of it is sent. */
export function ReceiptField({ onStored }: { onStored: (storedName: string) => void }) {
  const [percent, setPercent] = useState<number>();
  const { mutate, error } = api.files.upload.useMutation({ onSuccess: onStored });
  const send = (file: File | undefined) =>
    file &&
    mutate({
      body: { file },
      onProgress: ({ sent, total }) => setPercent(Math.round((100 * sent) / total)),
    });
  return (
    <label>
      Receipt <input type="file" onChange={({ target }) => send(target.files?.[0])} />
      {percent !== undefined && <progress max={100} value={percent} />}
      {error && <span role="alert">The file was not sent. Choose it again.</span>}
    </label>
  );
}
