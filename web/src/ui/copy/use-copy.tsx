import { limits } from '@one-planet/contract/limits';
import { type ReactNode, useState } from 'react';
import { Toast } from './toast.tsx';

interface CopyTexts {
  copied: string;
  /** Said where the browser forbids it. */
  notCopied: string;
}

/** @returns the toast that tells of it (journey specification, section 2), and a function that copies a text */
export function useCopy(): [
  toast: ReactNode,
  copy: (text: string, texts: CopyTexts) => Promise<void>,
] {
  const [said, setSaid] = useState<{ text: string }>();
  const toast = (
    <Toast said={said} lasts={limits.payment.copyToastMs} onGone={() => setSaid(undefined)} />
  );
  const copy = async (text: string, { copied, notCopied }: CopyTexts) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ text: copied });
    } catch {
      setSaid({ text: notCopied });
    }
  };
  return [toast, copy];
}
