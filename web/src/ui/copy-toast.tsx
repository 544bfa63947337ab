import { limits } from '@one-planet/contract/limits';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

/** The messages of the toast for a copied text. */
interface CopyTexts {
  copied: (text: string) => string;
  /** Shown if the browser forbids copying. */
  notCopied: (text: string) => string;
}

/** @returns the toast (journey specification, section 2), and a function that copies a text and shows it */
export function useCopy(): [
  toast: ReactNode,
  copy: (text: string, texts: CopyTexts) => Promise<void>,
] {
  const [message, setMessage] = useState<{ text: string }>();
  const toast = (
    <Toast
      message={message}
      durationMs={limits.payment.copyToastMs}
      onHide={() => setMessage(undefined)}
    />
  );
  const copy = async (text: string, { copied, notCopied }: CopyTexts) => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage({ text: copied(text) });
    } catch {
      setMessage({ text: notCopied(text) });
    }
  };
  return [toast, copy];
}

interface ToastProps {
  /** A new object each time, so that the same text shown again starts its time anew. */
  message: { text: string } | undefined;
  /** How long it stays. */
  durationMs: number;
  onHide: () => void;
}

/** A short message at the top centre that disappears by itself. */
function Toast({ message, durationMs, onHide }: ToastProps) {
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => hide(), durationMs);
    return () => clearTimeout(timer);
  }, [message, durationMs]);
  // The live region exists before its text, so that screen readers announce it.
  return (
    <div className="toast" role="status">
      {message && <p>{message.text}</p>}
    </div>
  );
}
