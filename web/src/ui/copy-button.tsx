import { limits } from '@one-planet/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';

interface CopyButtonTexts {
  copy: string;
  /** The name of the button for screen readers. */
  copyLabel: (text: string) => string;
  copied: (text: string) => string;
  /** Shown if the browser forbids copying. */
  notCopied: (text: string) => string;
}

interface CopyButtonProps {
  text: string;
  texts: CopyButtonTexts;
  /** True if the text itself is shown before the button, as a button that does the same. */
  showsText?: boolean;
}

/** A button that copies a text, and the toast that says so (specification/journey §2). */
export function CopyButton({ text, texts, showsText = false }: CopyButtonProps) {
  const [message, setMessage] = useState<{ text: string }>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage({ text: texts.copied(text) });
    } catch {
      setMessage({ text: texts.notCopied(text) });
    }
  };
  const buttonProps = {
    type: 'button',
    'aria-label': texts.copyLabel(text),
    onClick: () => void copy(),
  } as const;
  // Of two buttons that do the same, a screen reader and the keyboard find the one with the text.
  const secondButtonProps = showsText ? ({ 'aria-hidden': true, tabIndex: -1 } as const) : {};
  return (
    <>
      {showsText && (
        <button {...buttonProps} className="code" translate="no">
          {text}
        </button>
      )}{' '}
      <button {...buttonProps} {...secondButtonProps} className="link">
        {texts.copy}
      </button>
      <Toast
        message={message}
        durationMs={limits.payment.copyToastMs}
        onHide={() => setMessage(undefined)}
      />
    </>
  );
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
