import { limits } from '@one-planet/contract/limits';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

/** What is said of a text. */
interface CopyTexts {
  copied: (text: string) => string;
  /** Where the browser forbids it. */
  notCopied: (text: string) => string;
}

/** @returns the toast that says so (journey specification, section 2), and a function that copies a text */
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
      setSaid({ text: copied(text) });
    } catch {
      setSaid({ text: notCopied(text) });
    }
  };
  return [toast, copy];
}

interface ToastProps {
  /** Each saying is an object of its own: the same text said again stays its whole time again. */
  said: { text: string } | undefined;
  /** How long it stays, in milliseconds. */
  lasts: number;
  onGone: () => void;
}

/** A short message at the top centre that goes by itself. */
function Toast({ said, lasts, onGone }: ToastProps) {
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => gone(), lasts);
    return () => clearTimeout(timer);
  }, [said, lasts]);
  // The region is there before the text, so that it is spoken.
  return (
    <div className="toast" role="status">
      {said && <p>{said.text}</p>}
    </div>
  );
}
